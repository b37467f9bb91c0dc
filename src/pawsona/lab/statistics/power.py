"""How many persons a question needs, and how likely a number of them is to answer it."""

from math import ceil

from scipy.optimize import brentq
from statsmodels.stats.power import TTestIndPower
from statsmodels.stats.proportion import power_proportions_2indep

from pawsona.errors import InputError

ALPHA = 0.05
POWER = 0.8
_LEAST, _MOST = 4, 10**9


def of_shares(base: float, new: float, persons: float, alpha: float = ALPHA) -> float:
    """The chance to find two shares different, with so many persons in each arm."""
    _different(base, new)
    found = power_proportions_2indep(new - base, base, persons, alpha=alpha, return_results=False)
    return float(found)


def of_means(base: float, new: float, deviation: float, persons: float, alpha: float = ALPHA) -> float:
    """The chance to find two means different; `deviation` is one person's standard deviation."""
    _different(base, new)
    if deviation <= 0:
        raise InputError("the standard deviation must be above 0: measure it on past days")
    return float(TTestIndPower().power(abs(new - base) / deviation, persons, alpha))


def for_shares(base: float, new: float, power: float = POWER, alpha: float = ALPHA) -> int:
    """Persons for each arm."""
    _asked(power, alpha)
    _different(base, new)
    return ceil(float(brentq(lambda n: of_shares(base, new, n, alpha) - power, _LEAST, _MOST, xtol=1e-3)))


def for_means(base: float, new: float, deviation: float, power: float = POWER, alpha: float = ALPHA) -> int:
    """Persons for each arm."""
    _asked(power, alpha)
    if of_means(base, new, deviation, _LEAST, alpha) >= power:
        return _LEAST
    return ceil(float(TTestIndPower().solve_power(abs(new - base) / deviation, power=power, alpha=alpha)))


def _different(base: float, new: float) -> None:
    if base == new:
        raise InputError("the expected value is the one there is: say how large a difference matters")


def _asked(power: float, alpha: float) -> None:
    if not 0 < alpha < power < 1:
        raise InputError(f"alpha {alpha} and power {power} must lie between 0 and 1, alpha below power")
