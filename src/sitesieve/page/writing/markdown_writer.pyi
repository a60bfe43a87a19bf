from sitesieve.page.writing.markup_writer import Writer

class MarkdownWriter(Writer):
    def add_note(self, label: str, text: str) -> None: ...
