"""Accounts: sign-up, sign-in, sessions, API tokens and forgotten passwords, on a server of many persons."""

from pawsona.app.accounts.desk import Accounts, SignUp
from pawsona.app.accounts.opening import accounts_of
from pawsona.app.accounts.passes import Known, Passes
from pawsona.app.accounts.passwords import Passwords
from pawsona.app.accounts.recovery import Recovery
from pawsona.app.accounts.tries import Tries

__all__ = ["Accounts", "Known", "Passes", "Passwords", "Recovery", "SignUp", "Tries", "accounts_of"]
