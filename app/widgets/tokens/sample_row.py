"""The texts that one can begin with, as buttons under an empty view."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from app.look.theme import Appearance
from app.translation import later, translate
from app.widgets.basics.controls import Label, Panel, PushButton
from app.widgets.basics.flow_row import FlowRow
from engine.parallel import udhr

SAMPLES = {
    later("sample_row", "English"): "Alice was beginning to get very tired of sitting by her sister on the bank.",
    "Six scripts": (
        "Alice was beginning to get very tired of sitting by her sister on the bank.\n"
        "for i in range(1275):\n    print(i % 15 == 0)\n"
        "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।\n"
        "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.\n"
        "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกัน\n"
        "人人生而自由，在尊严和权利上一律平等。 👩‍🚀 🇫🇷 naïve café"
    ),
    "Numbers": "7 42 365 1024 65536 3.14159 1,000,000\n2026-11-30  +49 30 1234567\n1275 + 8990 = 10265",
    "Code": 'def greet(name: str) -> str:\n    """Say hello."""\n    return f"Hello, {name}!"\n\n\nprint(greet("Alice"))\n',
    "strawberry": "strawberry Strawberry STRAWBERRY  strawberry\nHow many r are in strawberry?",
}

ARTICLE = later("sample_row", "One article in six languages")
_LANGUAGES = ("eng", "fra", "hin", "arb", "tha", "cmn_hans")


def article() -> str:
    """The first article of the declaration: its lines have a known language."""
    texts = udhr().texts
    return "\n".join(texts[code][0].strip() for code in _LANGUAGES if code in texts)


class SampleRow(Panel):
    """`text_wanted(text)` when one is chosen."""

    text_wanted = Signal(str)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        row = FlowRow(appearance, (3, 1, 3, 2), 2)
        row.addWidget(Label(appearance, self.tr("Or take a sample:"), second=True))
        for name, text in SAMPLES.items():
            button = PushButton(appearance, translate("sample_row", name))
            button.clicked.connect(partial(self.text_wanted.emit, text))
            row.addWidget(button)
        several = PushButton(appearance, translate("sample_row", ARTICLE))
        several.clicked.connect(lambda: self.text_wanted.emit(article()))
        row.addWidget(several)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row)
