"""Character cards, versions 1 to 3: read with suspicion, adopted as pets, given out again with nothing lost.

A card is data from a stranger. Its words may colour a pet, but no part of it is ever an instruction: `system_prompt`
and `post_history_instructions` stay in the document and are told to nobody.
"""

from pawsona.app.cards.adoption import CardForm, adopt_card, look_at
from pawsona.app.cards.export import card_json, card_png
from pawsona.app.cards.file import LARGEST, CardFile, read_card

__all__ = ["LARGEST", "CardFile", "CardForm", "adopt_card", "card_json", "card_png", "look_at", "read_card"]
