"""Codes by which a user may call a language that the declaration calls otherwise, or has no text of.

    usual_code   of several codes that mean one language, the one that the tables have
    wider_one    a macrolanguage of ISO 639-3: its name, and the language of it that stands for it
    other_name   a language without a declaration that collections of parallel texts often have

The declaration itself (`engine.parallel.udhr`) knows most languages by name; these are what it cannot know.
"""

from __future__ import annotations

from typing import NamedTuple


class WiderLanguage(NamedTuple):
    """A macrolanguage, and the ISO 639-3 code of the one language whose declaration stands for all of it."""

    name: str
    member: str


_SAME = (
    # ISO 639-2, bibliographic -> terminological
    "alb sqi arm hye baq eus bur mya chi zho cze ces dut nld fre fra geo kat ger deu gre ell ice isl mac mkd mao mri "
    "may msa per fas rum ron slo slk tib bod wel cym "
    # tags that are out of use, and Filipino, which is Tagalog by its standard
    "in ind iw heb ji yid mo ron sh hbs "
    # tags of languages that the tables have by three letters
    "as asm ba bak ff ful ki kik ks kas li lim ms msa no nor or ori sd snd sq sqi"
)
_WIDER = """
aka twi Akan
ara arb Arabic
aym ayr Aymara
aze azj Azerbaijani
est ekk Estonian
fas pes Persian
ful fuv Fulah
grn gug Guarani
hbs srp Serbo-Croatian
hmn hea Hmong
iku ike Inuktitut
kon kng Kongo
kur kmr Kurdish
lav lvs Latvian
mlg plt Malagasy
mon khk Mongolian
msa zlm Malay
nep npi Nepali
nor nob Norwegian
oji ojb Ojibwa
orm gaz Oromo
pus pbu Pashto
que quy Quechua
rom rmn Romany
sqi als Albanian
srd src Sardinian
swa swh Swahili
uzb uzn Uzbek
yid ydd Yiddish
zha zyb Zhuang
zho cmn Chinese
"""
_OTHERS = """
acm Arabic, Mesopotamian
acq Arabic, Ta'izzi-Adeni
aeb Arabic, Tunisian
ajp Arabic, South Levantine
apc Arabic, Levantine
ars Arabic, Najdi
ary Arabic, Moroccan
arz Arabic, Egyptian
asm Assamese
awa Awadhi
bak Bashkir
che Chechen
chv Chuvash
dik Dinka, Southwestern
din Dinka
fil Filipino
hne Chhattisgarhi
kac Jingpho
kam Kamba
kas Kashmiri
kik Kikuyu
lim Limburgish
lmo Lombard
ltg Latgalian
luo Luo
mni Meitei
nus Nuer
ori Odia
ory Odia
pag Pangasinan
pbt Pashto, Southern
sat Santali
scn Sicilian
snd Sindhi
szl Silesian
taq Tamasheq
tum Tumbuka
zsm Malay, Standard
"""
_USUAL = dict(zip(_SAME.split()[::2], _SAME.split()[1::2], strict=True))
MACROLANGUAGES = {
    code: WiderLanguage(name, member)
    for code, member, name in (line.split(maxsplit=2) for line in _WIDER.strip().splitlines())
}
_NAMES = dict(line.split(maxsplit=1) for line in _OTHERS.strip().splitlines())


def usual_code(code: str) -> str:
    """What the tables call the language of this code.

    >>> usual_code("ger"), usual_code("iw"), usual_code("fra")
    ('deu', 'heb', 'fra')
    """
    return _USUAL.get(code, code)


def wider_one(code: str) -> WiderLanguage | None:
    """The macrolanguage of this code; None for a language that is only itself.

    >>> wider_one("zho")
    WiderLanguage(name='Chinese', member='cmn')
    """
    return MACROLANGUAGES.get(code)


def other_name(code: str) -> str:
    """The name of a language that has no declaration; "" for a code that is not known.

    >>> other_name("scn"), other_name("eng")
    ('Sicilian', '')
    """
    return _NAMES.get(code, "")
