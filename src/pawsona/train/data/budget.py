"""How much generation may cost. What calls may take at most is set aside before they are made, so it is never more."""

from dataclasses import dataclass, field

from pawsona.config.models import Model
from pawsona.train.data.made import Cost


class SpentError(Exception):
    """The next call might go over the budget."""


@dataclass
class Budget:
    """What may be spent, and what is.

    Args:
        price: of the teacher's tokens.
        spent: by earlier runs in the same folder.
        tokens: sent and received; None: as many as it takes.
        money: likewise.
    """

    price: Model = field(default_factory=Model)
    spent: Cost = Cost()
    tokens: int | None = None
    money: float | None = None
    _aside: Cost = Cost()

    def cost(self, sent: int, came: int, cached: int = 0) -> Cost:
        """Of one call."""
        return Cost(tokens_in=sent, tokens_out=came, money=self.price.money(sent, came, cached))

    def set_aside(self, most: Cost) -> None:
        """Before a call.

        Raises:
            SpentError: there is not as much left.
        """
        whole = self.spent + self._aside + most
        if self.tokens is not None and whole.tokens > self.tokens:
            raise SpentError(f"the budget of {self.tokens} tokens is spent ({self.spent.tokens} so far)")
        if self.money is not None and whole.money > self.money:
            raise SpentError(f"the budget of {self.money:g} is spent ({self.spent.money:.4f} so far)")
        self._aside += most

    def settle(self, most: Cost, cost: Cost) -> None:
        """After it."""
        back = Cost(tokens_in=-most.tokens_in, tokens_out=-most.tokens_out, money=-most.money)
        self._aside += back
        self.spent += cost
