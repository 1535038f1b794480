"""Which language and which time zone a page speaks; texts are read from the catalogues at start.

English is the language of the texts themselves. A third one, for trying the pages alone, says
everything 40 % longer.
"""

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, g, has_request_context, request
from flask_babel import Babel, Domain
from flask_babel import gettext as _gettext
from flask_babel import ngettext as _ngettext

from shared.web.problems import spoken_language

FOLDER = Path(__file__).parent / "translations"
LANGUAGES = ("en", "es")
PSEUDO = "en-XA"
COOKIE = "justa_language"
ZONE_COOKIE = "justa_zone"
A_YEAR = 365 * 24 * 3600


class Texts(Domain):  # type: ignore[misc]  # flask-babel carries no types
    """The one catalogue of all pages."""

    def get_translations(self) -> NullTranslations:
        return catalogue(language())


TEXTS = Texts()


def install(app: Flask) -> None:
    """Let templates and code of `app` say `_('…')` in the reader's language."""
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    Babel(app, locale_selector=_locale, timezone_selector=lambda: "UTC")


def gettext(text: str, **values: Any) -> str:
    """`text` in the reader's language."""
    return str(_gettext(text, **values))


def ngettext(one: str, many: str, count: int, **values: Any) -> str:
    """The form that `count` wants; it stands in it as `%(num)s`."""
    return str(_ngettext(one, many, count, **values))


def language() -> str:
    """Chosen by a cookie, else what the browser asks for, else English."""
    if not has_request_context():
        return LANGUAGES[0]
    if "language" not in g:
        chosen = request.cookies.get(COOKIE, "")
        known = chosen in (*LANGUAGES, PSEUDO)
        g.language = chosen if known else spoken_language(request.accept_languages)
    return cast(str, g.language)


def own_zone() -> str | None:
    """The reader's own time zone, if their browser or they themselves said which."""
    chosen = request.cookies.get(ZONE_COOKIE, "")
    return chosen if is_zone(chosen) else None


def is_zone(name: str) -> bool:
    return name in zone_names()


@cache
def zone_names() -> frozenset[str]:
    return frozenset(available_timezones())


@cache
def zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


@cache
def catalogue(name: str) -> NullTranslations:
    """The translations into a language; English needs none."""
    if name == PSEUDO:
        return cast(NullTranslations, Pseudo())
    file = FOLDER / name / "messages.po"
    if not file.exists():
        return NullTranslations()
    with file.open("rb") as source:
        texts = read_po(source, locale=name)
    compiled = BytesIO()
    write_mo(compiled, texts)
    compiled.seek(0)
    return cast(NullTranslations, Translations(compiled))


class Pseudo(NullTranslations):
    """English, 40 % longer and with signs that no text has: what overflows or is not translatable
    shows.
    """

    def gettext(self, message: str) -> str:
        return _longer(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _longer(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002
        return _longer(message)

    ugettext, ungettext, upgettext = gettext, ngettext, pgettext


_ACCENTS = str.maketrans("aeiounAEIOU", "áéíóúñÁÉÍÓÚ")
_KEPT = re.compile(r"(%\(\w+\)[sd]|%%|<[^>]*>|&\w+;)")


def _longer(message: str) -> str:
    parts = _KEPT.split(message)
    told = "".join(p if number % 2 else p.translate(_ACCENTS) for number, p in enumerate(parts))
    letters = sum(len(part) for part in parts[::2])
    return f"[{told}{''.join(_filling(round(letters * 0.4)))}]"


def _filling(length: int) -> Iterator[str]:
    for number in range(max(0, length - 2)):
        yield " " if number % 6 == 0 else "~"


def _locale() -> Any:
    chosen = language()
    return Locale.parse(LANGUAGES[0] if chosen == PSEUDO else chosen)
