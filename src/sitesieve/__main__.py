"""`python -m sitesieve` is `sitesieve`."""

from sitesieve.cli import main

if __name__ == "__main__":
    main()
