"""What commands exit with, beside click's own (see the package)."""

FAILED_PAGES = 3  # done, but pages failed (only with --strict)
INTERRUPTED = 130
