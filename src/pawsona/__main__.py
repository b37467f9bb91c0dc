"""`python -m pawsona` is the `pawsona` command."""

from pawsona.cli import main

main()
