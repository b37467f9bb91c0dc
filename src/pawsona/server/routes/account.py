"""One's own account: signing up, in and out, a forgotten password, sessions, API tokens, the end of it all."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from pydantic import Field

from pawsona.app.accounts import Accounts, Known, SignUp
from pawsona.app.adoption import PersonForm
from pawsona.domain.account import ALLOWED, Account, Credential, Kind, Role, Scope
from pawsona.domain.ids import CredentialId
from pawsona.errors import ForbiddenError, NotFoundError, StorageError, UnknownError
from pawsona.server import forms
from pawsona.server.access import HomeDep, VisitorDep, reception_of
from pawsona.server.doorstep import guess
from pawsona.server.visitors import Reception
from pawsona.server.wire import Wire

router = APIRouter(prefix="/account", tags=["account"])


class AccountWire(Wire):
    """Who is signed in."""

    login: str
    role: Role
    scopes: list[Scope] = Field(description="What an API token of this account can be good for.")


class SignUpForm(Wire):
    """Who wants an account."""

    login: str = Field(description="An e-mail address, to which a new password can be sent, or a name.")
    password: str
    person: forms.NewPerson


class SignInForm(Wire):
    """Who one is."""

    login: str
    password: str


class SessionWire(Wire):
    """One browser that is signed in."""

    id: str
    name: str
    made_at: datetime
    seen_at: datetime
    here: bool = Field(description="It is the one that asks.")


class NewToken(Wire):
    """A token to be made."""

    name: str
    scopes: list[Scope]
    days: int | None = Field(90, ge=1, le=3660, description="How long it is good; null: until it is revoked.")


class TokenWire(Wire):
    """A token as it is listed; its secret is not kept."""

    id: str
    name: str
    scopes: list[Scope]
    made_at: datetime
    seen_at: datetime
    until: datetime | None


class MadeToken(Wire):
    """A token just made. `secret` is shown this once."""

    token: TokenWire
    secret: str


class PasswordChange(Wire):
    """The password one has, and the next."""

    old: str
    new: str


class ResetAsk(Wire):
    """Whose password is forgotten."""

    login: str


class ResetUse(Wire):
    """The link's secret, and the new password."""

    secret: str
    password: str


class Proof(Wire):
    """The password once more."""

    password: str


def _reception(request: Request) -> Reception:
    found = reception_of(request)
    assert found is not None  # these routes are there only with accounts
    return found


ReceptionDep = Annotated[Reception, Depends(_reception)]


def _known(visitor: VisitorDep) -> Known:
    """Whoever is signed in in a browser; a token can't change the account that it belongs to."""
    if visitor.known is None:
        raise visitor.trouble or UnknownError("Sign in first.")
    if visitor.known.credential.kind != "session":
        raise ForbiddenError("An API token can't look at or change its account. Do it in the browser, signed in.")
    return visitor.known


KnownDep = Annotated[Known, Depends(_known)]


@router.post("/sign-up", status_code=201)
async def sign_up(form: SignUpForm, request: Request, response: Response, desk: ReceptionDep) -> AccountWire:
    """Make an account and sign in."""
    desk.pace.knock("sign-up", desk.address(request))
    person = PersonForm(**form.person.model_dump())
    account = await desk.accounts.sign_up(
        SignUp(login=form.login, password=form.password, person=person, tenant=desk.tenant(request))
    )
    return await _begin(account, request, response, desk)


@router.post("/sign-in")
async def sign_in(form: SignInForm, request: Request, response: Response, desk: ReceptionDep) -> AccountWire:
    """Sign in: a session's cookie that no script can read, and one with the token for changes (`X-CSRF-Token`)."""
    browser = desk.cookies.browser(request)
    tenant = desk.tenant(request)
    account = await desk.accounts.sign_in(form.login, form.password, desk.address(request), browser, tenant)
    return await _begin(account, request, response, desk)


@router.post("/sign-out", status_code=204)
async def sign_out(response: Response, known: KnownDep, home: HomeDep, desk: ReceptionDep) -> None:
    """End this session."""
    await desk.accounts.passes.end(known.person.id, known.credential.id)
    home.news.end(known.person.id)
    desk.cookies.end(response)


@router.get("")
async def account(known: KnownDep) -> AccountWire:
    """Who is signed in here."""
    return _account(known.account)


@router.get("/sessions")
async def sessions(known: KnownDep, desk: ReceptionDep) -> list[SessionWire]:
    """Every browser that is signed in."""
    found = await desk.accounts.passes.all(known.person.id, "session")
    return [
        SessionWire(
            id=one.id, name=one.name, made_at=one.made_at, seen_at=one.seen_at, here=one.id == known.credential.id
        )
        for one in found
    ]


@router.delete("/sessions", status_code=204)
async def sign_out_everywhere(known: KnownDep, home: HomeDep, desk: ReceptionDep) -> None:
    """End every session but this one."""
    await desk.accounts.passes.end_all(known.person.id, tokens=False, but=known.credential.id)
    home.news.end(known.person.id)


@router.delete("/sessions/{session}", status_code=204)
async def sign_out_there(session: str, known: KnownDep, home: HomeDep, desk: ReceptionDep) -> None:
    """End one session."""
    await _end(desk.accounts, known, session, "session")
    home.news.end(known.person.id)


@router.get("/tokens")
async def tokens(known: KnownDep, desk: ReceptionDep) -> list[TokenWire]:
    """The API tokens of this account, without their secrets."""
    return [_token(one) for one in await desk.accounts.passes.all(known.person.id, "token")]


@router.post("/tokens", status_code=201)
async def make_token(form: NewToken, known: KnownDep, desk: ReceptionDep) -> MadeToken:
    """Make an API token: for `Authorization: Bearer`, here and with OpenAI's clients. It is shown this once."""
    token, secret = await desk.accounts.passes.token(known.account, form.name, form.scopes, form.days)
    return MadeToken(token=_token(token), secret=secret)


@router.delete("/tokens/{token}", status_code=204)
async def revoke_token(token: str, known: KnownDep, home: HomeDep, desk: ReceptionDep) -> None:
    """Revoke a token, from its next use on."""
    await _end(desk.accounts, known, token, "token")
    home.news.end(known.person.id)


@router.put("/password", status_code=204)
async def change_password(change: PasswordChange, known: KnownDep, home: HomeDep, desk: ReceptionDep) -> None:
    """Take another password; every other session ends."""
    await desk.accounts.change_password(known, change.old, change.new)
    home.news.end(known.person.id)


@router.post("/reset", status_code=202)
async def ask_for_reset(form: ResetAsk, request: Request, desk: ReceptionDep) -> None:
    """Send a link for a new password, if there is such an account; the answer is the same if there is none."""
    address = desk.address(request)
    desk.pace.knock("reset", address)
    desk.accounts.recovery.ask(form.login, desk.base(request), desk.tenant(request))


@router.put("/reset", status_code=204)
async def reset(form: ResetUse, request: Request, response: Response, home: HomeDep, desk: ReceptionDep) -> None:
    """Set a new password with the link of the letter; every session and token ends, and so does a lock."""
    account = await desk.accounts.recovery.use(form.secret, form.password, desk.tenant(request))
    await desk.accounts.tries.forgive(account.login, "", account.tenant)
    desk.cookies.know(response, desk.accounts.memento(account))
    home.news.end(account.person)


@router.post("/delete", status_code=204)
async def delete(proof: Proof, response: Response, known: KnownDep, home: HomeDep, desk: ReceptionDep) -> None:
    """Erase the account with everything that is kept of the person. Take the export before: nothing comes back."""
    await desk.accounts.prove(known.account, proof.password)
    try:
        await home.erase(known.person)
    except StorageError:  # the rows are gone; their bytes go with the next sweep, when no other worker reads the file
        if await home.store.people.person(known.person.id) is not None:
            raise
    home.news.end(known.person.id)
    desk.cookies.end(response)


async def _begin(account: Account, request: Request, response: Response, desk: Reception) -> AccountWire:
    """A fresh session: whatever secret the browser had before is worth nothing afterwards."""
    await _forget_old(request, desk)
    browser = guess(request.headers.get("user-agent", ""), "Browser")
    secret = await desk.accounts.passes.session(account, browser)
    desk.cookies.begin(response, secret, desk.accounts.memento(account), account.role)
    return _account(account)


async def _forget_old(request: Request, desk: Reception) -> None:
    try:
        old = await desk.accounts.passes.known(desk.cookies.session(request), "session")
    except UnknownError:
        return
    await desk.accounts.passes.end(old.person.id, old.credential.id)


async def _end(accounts: Accounts, known: Known, id_: str, kind: Kind) -> None:
    found = {one.id for one in await accounts.passes.all(known.person.id, kind)}
    if CredentialId(id_) not in found:
        raise NotFoundError(f"There is no such {kind} (any more).")
    await accounts.passes.end(known.person.id, CredentialId(id_))


def _account(account: Account) -> AccountWire:
    return AccountWire(login=account.login, role=account.role, scopes=sorted(ALLOWED[account.role]))


def _token(one: Credential) -> TokenWire:
    return TokenWire(
        id=one.id, name=one.name, scopes=sorted(one.scopes), made_at=one.made_at, seen_at=one.seen_at, until=one.until
    )
