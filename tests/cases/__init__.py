"""Cases that people met in other programs, each by its number, which stands behind the first line of the test that holds it.

TE-01 to TE-40 are on training and encoding, FI-01 to FI-14 on files of texts, IX-01 to IX-18 on files of tokenizers; the
window's, UI-01 to UI-18, are in `tests/app`.
"""
