"""What is kept of a page, written: as plain text, as HTML, as Markdown."""
