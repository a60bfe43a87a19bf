"""What commands exit with, beside click's own (see the package)."""

FAILED_PAGES = 3  # done, but pages failed (only with --strict)
LOST_INPUT = 4  # done, but a part of the input could not be read
INTERRUPTED = 130

OPENED = "sitesieve.opened"  # where the context of a command has its sources
