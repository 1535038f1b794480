"""The catalogue of texts: gathered from templates and code, and checked.

`python -m services.gateway.web.texts` brings every translation's list of texts up to date;
`--check` fails if one of them lacks a text, holds one that nobody says, or leaves a form empty.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from services.gateway.web.languages import FOLDER, LANGUAGES

HERE = Path(__file__).parent
METHODS = [("**.py", "python"), ("templates/**.html", "jinja2.ext:babel_extract")]
OPTIONS = {"templates/**.html": {"trimmed": "true", "silent": "false"}}
KEYWORDS = {
    "_": None,
    "_l": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}


def gathered() -> Catalog:
    """Every text that pages say."""
    catalog = Catalog(fuzzy=False)
    found = extract_from_dir(HERE, METHODS, OPTIONS, keywords=KEYWORDS)
    for file, _line, text, comments, context in found:
        catalog.add(text, None, [(file, 0)], auto_comments=comments, context=context)
    return catalog


def translation(language: str) -> Catalog:
    file = FOLDER / language / "messages.po"
    if not file.exists():
        return Catalog(locale=language)
    with file.open("rb") as source:
        return read_po(source, locale=language)


def faults(language: str, texts: Catalog) -> Iterator[str]:
    """What is wrong with a translation, one line each."""
    translated = translation(language)
    needed = {_key(message) for message in texts if message.id}
    known = {_key(message): message for message in translated if message.id}
    yield from (f"{language}: not translated: {key[0]}" for key in sorted(needed - set(known)))
    yield from (f"{language}: nobody says: {key[0]}" for key in sorted(set(known) - needed))
    for key, message in known.items():
        forms = message.string if isinstance(message.string, tuple | list) else [message.string]
        if not all(forms) or (message.pluralizable and len(forms) != translated.num_plurals):
            yield f"{language}: an empty form: {key[0]}"
        if message.fuzzy:
            yield f"{language}: fuzzy: {key[0]}"
        yield from (f"{language}: {key[0]}: {error}" for error in message.check(translated))


def bring_up_to_date(language: str) -> None:
    """Add what is missing, empty; drop what nobody says. Texts that stay keep their words."""
    catalog = translation(language)
    catalog.update(gathered(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    written = BytesIO()
    write_po(written, catalog, width=100, no_location=True, sort_output=True, omit_header=False)
    file = FOLDER / language / "messages.po"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(written.getvalue())


def main(arguments: list[str]) -> int:
    translations = LANGUAGES[1:]
    if "--check" not in arguments:
        for language in translations:
            bring_up_to_date(language)
    found = [fault for language in translations for fault in faults(language, gathered())]
    sys.stdout.writelines(f"{fault}\n" for fault in found)
    return 1 if found else 0


def _key(message: Message) -> tuple[str, str]:
    text = message.id if isinstance(message.id, str) else message.id[0]
    return text, message.context or ""


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
