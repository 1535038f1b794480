"""Every text that a page says is there in every language, in all its forms."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from babel.messages import Catalog

from services.gateway.domain import passwords
from services.gateway.web import texts
from services.gateway.web.languages import LANGUAGES, Pseudo


@pytest.fixture(scope="module")
def gathered() -> Catalog:
    return texts.gathered()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_text_and_no_form_is_missing(gathered: Catalog, language: str) -> None:
    assert list(texts.faults(language, gathered)) == []


def test_spanish_has_three_forms_and_each_empty_one_is_found(
    gathered: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    spanish = texts.translation("es")
    assert spanish.num_plurals == 3
    plural = next(message for message in spanish if message.pluralizable)
    plural.string = (*plural.string[:2], "")  # type: ignore[assignment]
    monkeypatch.setattr(texts, "translation", lambda _language: spanish)
    found = list(texts.faults("es", gathered))
    assert len(found) == 1
    assert "an empty form" in found[0]


def test_the_pseudo_language_is_two_fifths_longer_and_keeps_what_is_filled_in() -> None:
    said = Pseudo().gettext("Round %(number)s of <b>%(rounds)s</b> is over and out")
    assert "%(number)s" in said
    assert "<b>%(rounds)s</b>" in said
    assert len(said) >= 1.4 * len("Round of is over and out")


@dataclass
class _Budget:
    kind: str
    most: int


@pytest.mark.parametrize("budget", [_Budget("css", 25_000), _Budget("js", 40_000)])
def test_styles_and_scripts_stay_small(budget: _Budget) -> None:
    folder = Path(texts.HERE) / "static" / budget.kind
    assert 0 < sum(file.stat().st_size for file in folder.iterdir()) <= budget.most


def test_nothing_is_inline_and_nothing_comes_from_elsewhere() -> None:
    for file in (Path(texts.HERE) / "templates").rglob("*.html"):
        text = file.read_text()
        assert " style=" not in text, file
        assert "<style" not in text, file
        assert " onclick" not in text, file
        assert "https://" not in text, file
        assert text.count("<script") == (1 if file.name == "base.html" else 0), file


def test_what_codes_are_made_of_has_one_name(gathered: Catalog) -> None:
    """The interface's own word: a symbol, "símbolo"."""
    wrong = re.compile(r"\b(signs?|signos?)\b", re.IGNORECASE)
    said = [(message.id, message.string) for message in texts.translation("es")]
    said += [(message.id, "") for message in gathered]
    assert [one for one in said if wrong.search(f"{one}")] == []


def test_the_hint_at_a_password_names_the_length_that_is_asked(gathered: Catalog) -> None:
    hints = [message.id for message in gathered if "a sentence is fine" in str(message.id)]
    assert hints == [f"At least {passwords.SHORTEST} characters; a sentence is fine."]
    spanish = texts.translation("es")[hints[0]].string
    assert f"{passwords.SHORTEST} caracteres" in spanish
