"""Write how the prompts look when filled, and the table in docs/prompts.md: python -m scripts.write_prompt_snapshots.

Run it after a change of a prompt or of what it is told, and read the difference. A prompt that was in a release gets a
new `version` as well.
"""

from pathlib import Path

from tests.minds.llm.rendering import snapshots, table, with_table

PAGE = Path(__file__).parent.parent / "docs/prompts.md"


def main() -> None:
    """Write all of them."""
    for path, text in snapshots():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    PAGE.write_text(with_table(PAGE.read_text("utf-8"), table()), "utf-8")


if __name__ == "__main__":
    main()
