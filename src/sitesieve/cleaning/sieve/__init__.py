"""The default cleaner: paragraphs, their evidence, a trained decision."""
