"""What stays, and why? Evidence to decision to `Document`; each paper's rule as a method."""

from sitesieve.cleaning import methods
from sitesieve.cleaning.block import Block
from sitesieve.cleaning.document import Document
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.output import OutputOptions
from sitesieve.cleaning.page_type import PageType
from sitesieve.cleaning.posts import Post

__all__ = ["Block", "Document", "Kind", "OutputOptions", "PageType", "Post", "methods"]
