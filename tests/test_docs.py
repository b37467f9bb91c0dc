"""What is documented exists, and what exists is documented."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pawsona import __version__
from pawsona.config.settings import describe

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.program
@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_every_example_runs(example: Path) -> None:
    done = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "Mei" in done.stdout


@pytest.mark.program
def test_the_readmes_python_runs(tmp_path: Path) -> None:
    [block] = re.findall(r"```python\n(.+?)```", README, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Mei" in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("setting", describe(), ids=lambda s: s[0])
def test_every_setting_is_in_the_reference(setting: tuple[str, str, str, str]) -> None:
    assert f"`{setting[1]}`" in (ROOT / "docs/settings.md").read_text("utf-8")


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))]
)
def test_links_between_our_pages_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (ROOT / page).parent.joinpath(target).exists(), f"{page} links to {target}"


def test_the_readme_has_its_picture_and_its_two_commands_on_the_first_screen() -> None:
    first = "\n".join(README.splitlines()[:40])
    assert "make run" in first
    assert "make test" in first
    assert re.search(r"!\[[^\]]+\]\(docs/images/[^)]+\.png\)", first)


def test_the_changelog_knows_this_version_or_the_next() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert "## Unreleased" in changelog or f"## {__version__}" in changelog
