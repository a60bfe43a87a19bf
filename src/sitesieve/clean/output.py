"""What a reader wants of a cleaned page, whatever the method that cleaned it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """The dials of the output.

    Without `links` their text stays; without `tables` the text of tables goes too, but not
    that of tables which only arrange the page. `hidden` brings in what the page does not
    show to its readers.
    """

    links: bool = True
    images: bool = True
    tables: bool = True
    hidden: bool = False
