"""`python -m sitesieve` is `sitesieve`.

Importing the command line takes a moment, in which Ctrl-C may be pressed, too.
"""

import sys


def main() -> None:
    """Run the command line."""
    try:
        from sitesieve.cli import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
