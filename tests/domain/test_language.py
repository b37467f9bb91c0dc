from pawsona.domain.language import is_chinese, language_of, length


def test_english_is_counted_in_words() -> None:
    assert length("(nods) It's a well-known fact, 3 times.", "en") == 7


def test_chinese_is_counted_in_characters_without_punctuation() -> None:
    assert length("（点头）今天有风，适合跑步。", "zh") == 10


def test_a_latin_name_does_not_make_a_chinese_sentence_english() -> None:
    assert is_chinese("我和 Tom 去看了 IMAX 电影，特别好看")
    assert not is_chinese("I learned the word 柿子 in class today with my teacher")


def test_a_text_without_letters_has_the_default_language() -> None:
    assert language_of("…… 123 !", "zh") == "zh"
    assert language_of("hello", "zh") == "en"
