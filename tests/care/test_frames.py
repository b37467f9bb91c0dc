"""What people say before and after what they have to say is left out of what the reader reads."""

import pytest

from pawsona.care.frames import unframed


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("hey, it's me again. the umbrella broke. just needed to say it.", "the umbrella broke."),
        ("又是我。伞坏了。就想找个人说说。", "伞坏了。"),
        ("跟你说个事,楼下的猫生了四只小猫", "楼下的猫生了四只小猫"),
        ("i don't know where to start. he hit me", "he hit me"),
        ("在吗?活着没意思", "活着没意思"),
    ],
)
def test_what_says_nothing_is_left_out(said: str, left: str) -> None:
    assert unframed(said) == left


@pytest.mark.parametrize(
    "said", ["hey, it's me again.", "在吗", "", "never mind. i can't do this. sigh", "我没事。算了。"]
)
def test_what_may_be_the_matter_stays(said: str) -> None:
    assert unframed(said) == said
