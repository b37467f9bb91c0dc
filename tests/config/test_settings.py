"""Settings: what wins, and that every mistake is one sentence that says what to do."""

from pathlib import Path

import pytest

from pawsona.config import FILE, describe, load
from pawsona.errors import SetupError


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def write(home: Path, text: str) -> None:
    (home / FILE).write_text(text, "utf-8")


def complaint(**given: object) -> str:
    with pytest.raises(SetupError) as caught:
        load(**given)  # type: ignore[arg-type]
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith((".", "?"))
    return sentence


def test_an_empty_home_has_defaults_that_need_nothing(home: Path) -> None:
    found = load()
    assert (found.home, found.mind, found.embedder, found.auth) == (home, "auto", "auto", "home")
    assert (found.host, found.port) == ("127.0.0.1", 8717)
    assert found.database_url == f"sqlite:///{home}/pawsona.db"
    assert (found.base_url, found.api_key, found.model, found.region) == (None, None, None, None)


def test_without_a_named_home_the_system_says_where(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PAWSONA_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert load().home.name == "pawsona"


def test_the_file_sets_what_it_names(home: Path) -> None:
    write(home, 'mind = "storybook"\nport = 9000\nregion = "cn"\nbase_url = "http://127.0.0.1:8000/v1/"\n')
    found = load()
    assert (found.mind, found.port, found.region) == ("storybook", 9000, "CN")
    assert found.base_url == "http://127.0.0.1:8000/v1"


def test_a_variable_wins_over_the_file_and_an_option_over_both(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(home, "port = 9000")
    monkeypatch.setenv("PAWSONA_PORT", "9001")
    assert load().port == 9001
    assert load(port=9002).port == 9002
    assert load(port=None).port == 9001


def test_the_given_home_wins_and_its_file_is_read(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    write(other, "port = 9005")
    found = load(home=other)
    assert (found.home, found.port) == (other, 9005)


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWSONA_PORT", "")
    assert load().port == 8717


def test_a_database_that_an_unreadable_secret_left_unnamed_is_not_the_file_at_home(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PAWSONA_DATABASE_URL", "")
    with pytest.raises(SetupError, match="PAWSONA_DATABASE_URL is empty"):
        load()


def test_a_home_may_begin_with_a_tilde(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert load(home=Path("~/pets")).home == tmp_path / "pets"


@pytest.mark.parametrize(
    ("variables", "spoken"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "C", "LC_ALL": "zh_TW.UTF-8"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({}, "en"),
        ({"LANG": "en_GB.UTF-8", "PAWSONA_LANGUAGE": "zh"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "PAWSONA_LANGUAGE": "en"}, "en"),
    ],
)
def test_the_language_follows_the_system_unless_it_is_set(
    variables: dict[str, str], spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert load().spoken == spoken


def test_settings_do_not_change_after_they_were_read() -> None:
    with pytest.raises(ValueError, match="frozen"):
        load().port = 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mind = storybook", f"{FILE} is not valid TOML (at line 1, column 8)"),
        ("prot = 9000", f"{FILE} sets 'prot', which is no setting: did you mean 'port'?"),
        ("colour = 1", f"{FILE} sets 'colour', which is no setting: the settings are home"),
        ("[server]\nport = 1", f"{FILE} sets 'server', which is no setting"),
        ('port = "many"', f"change 'port' in .*{FILE}: it should be a valid integer"),
        ("port = 70000", f"change 'port' in .*{FILE}: it should be less than or equal to 65535"),
        ('mind = "gpt"', "it should be 'auto', 'storybook' or 'llm'"),
        ('embedder = "big"', "it should be 'auto', 'minilm', 'hashing'"),
        ('base_url = "localhost:8000"', "it should begin with http:// or https://"),
        ('database_url = "mysql://x"', "it should begin with sqlite:/// or postgresql://"),
        ('region = "England"', "a country's two letters"),
        ('region = "ZZ"', "a country's two letters"),
        ("[care]\npacs = []", f"{FILE} sets 'care.pacs', which is no setting there: did you mean 'packs'?"),
        ("[care]\npacks = []", "change 'care.packs' in .*Tuple should have at least 1 item"),
        (
            "[accounts]\nsignup = 1",
            f"{FILE} sets 'accounts.signup', which is no setting there: did you mean 'sign_up'?",
        ),
        ('[accounts]\nreset_hook = "\'open"', "a web address or a command, with quotes that close"),
        ('auth = "house"', "it should be 'home' or 'accounts'"),
        ('home = "/elsewhere"', "set PAWSONA_HOME instead"),
    ],
)
def test_a_mistake_in_the_file_names_file_key_and_remedy(home: Path, text: str, expected: str) -> None:
    write(home, text)
    sentence = complaint()
    assert str(home / FILE) in sentence
    for part in expected.split(".*"):
        assert part in sentence


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("PAWSONA_PORT", "many", "the variable PAWSONA_PORT: it should be a valid integer"),
        ("PAWSONA_BASEURL", "http://x", "did you mean PAWSONA_BASE_URL?"),
        ("PAWSONA_LANGUAGE", "fr", "it should be 'auto', 'en' or 'zh'"),
    ],
)
def test_a_mistake_in_a_variable_names_it(
    name: str, value: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    assert expected in complaint()


def test_variables_of_other_programs_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWSONA_SHARED", "/data")
    monkeypatch.setenv("PAWSONA_SOMETHING_OF_MY_OWN", "1")
    assert load().port == 8717


def test_a_wrong_option_is_named_without_a_file(home: Path) -> None:
    assert complaint(port=70000) == "Please change 'port': it should be less than or equal to 65535."


def test_a_file_that_is_not_text_or_not_a_file_says_so(home: Path) -> None:
    (home / FILE).write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in complaint()
    (home / FILE).unlink()
    (home / FILE).mkdir()
    assert "can't be read" in complaint()


@pytest.mark.parametrize("text", ['api_key = "sk-secret', "api_key = sk-secret", 'api_key = ["sk-secret"]'])
def test_no_message_ever_shows_the_key(home: Path, text: str) -> None:
    write(home, text)
    assert "sk-secret" not in complaint()


def test_printing_the_settings_shows_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWSONA_API_KEY", "sk-secret")
    monkeypatch.setenv("PAWSONA_BASE_URL", "https://me:sk-secret@models.example/v1")
    monkeypatch.setenv("PAWSONA_DATABASE_URL", "postgresql://me:sk-secret@db/pawsona")
    found = load()
    assert found.api_key is not None
    assert found.api_key.get_secret_value() == "sk-secret"
    assert "sk-secret" not in repr(found) + str(found)


def test_the_reference_lists_every_fixed_name_with_its_meaning() -> None:
    rows = {variable: (key, default, meaning) for key, variable, default, meaning in describe()}
    fixed = "HOME DATABASE_URL MIND BASE_URL API_KEY MODEL EMBEDDER LANGUAGE HOST PORT AUTH".split()
    assert {f"PAWSONA_{name}" for name in fixed} <= set(rows)
    assert rows["PAWSONA_PORT"][:2] == ("port", "8717")
    assert all(meaning for _, _, meaning in rows.values())


def test_places_of_care_may_begin_with_a_tilde(home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    write(home, '[care]\npacks_folder = "~/packs"\nresources = "~/lines.yaml"\n')
    found = load().care
    assert (found.packs_folder, found.resources) == (tmp_path / "packs", tmp_path / "lines.yaml")
