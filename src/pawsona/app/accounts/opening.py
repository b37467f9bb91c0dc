"""The desk of a home, as its settings want it."""

from pawsona.app.accounts.desk import Accounts
from pawsona.app.home import Home


def accounts_of(home: Home) -> Accounts:
    """All that is done with accounts there."""
    settings = home.settings
    return Accounts(
        home.store,
        home.clock,
        home.rng,
        mail=settings.accounts.reset_hook,
        open_to_all=settings.accounts.sign_up == "open",
        region=settings.region,
    )
