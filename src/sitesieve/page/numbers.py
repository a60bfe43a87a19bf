"""Numbers masked, so that texts are one that differ in a counter, a price or a year only.

`numbers_masked` is how this is done where texts, words or looks of pages are compared. Three
places do something else, each for a reason:

- `page/styles` tells numbers that were generated (`post-12`) from those that belong to the
  design (`col-12`) in class names and ids, and masks only the former;
- `watch/passages` takes a whole date for one number, with the names of its month and day:
  versions of a page differ in them;
- `cleaning/noise/site_card` leaves out all numbers but those of telephones, which are what a
  card is for.
"""

import re

NUMBER = re.compile(r"\d+")


def numbers_masked(text: str) -> str:
    """A text with every run of digits as one sign.

    >>> numbers_masked("Page 3 of 12, 4.5 stars")
    'Page # of #, #.# stars'
    """
    return NUMBER.sub("#", text)
