"""What stays, and why? Evidence to decision to `Document`; each paper's rule as a method."""

from sitesieve.clean import methods
from sitesieve.clean.document import Block, Document
from sitesieve.clean.kinds import Kind
from sitesieve.clean.output import OutputOptions
from sitesieve.clean.page_type import PageType

__all__ = ["Block", "Document", "Kind", "OutputOptions", "PageType", "methods"]
