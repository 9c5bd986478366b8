"""A text as tokens: the document, its layout, its painting, and an editor that changes no glyph."""
