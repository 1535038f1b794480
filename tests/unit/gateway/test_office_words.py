"""Words of operators' pages: none may be missing for what the services can tell."""

from collections.abc import Iterator

import pytest
from flask import Flask

from services.gateway.domain.incidents import ACTS as DECIDED
from services.gateway.domain.incidents import State
from services.gateway.routes import ACTS, BASE
from services.gateway.schemas.fair_play import SIGNAL_KINDS
from services.gateway.web import languages, office_words


@pytest.fixture(params=["en", "es"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    app = Flask("pages")
    languages.install(app)
    with app.test_request_context(headers={"Accept-Language": request.param}):
        languages.TEXTS.as_default()
        yield request.param


@pytest.mark.parametrize(("method", "pattern"), [one for one in ACTS if "{...}" not in one[1]])
def test_every_act_of_an_operator_has_words(method: str, pattern: str) -> None:
    named = [shape.pattern for acts, shape, _, _ in office_words._SHAPES if acts == method]
    assert office_words._shape(pattern).pattern in named


def test_an_act_leads_to_what_it_was_done_to(language: str) -> None:
    told = office_words.told({"method": "POST", "path": f"{BASE}/matches/7/annul"})
    assert told.page == "/operators/matches/7"
    assert told.text == {"en": "annulled a match", "es": "anuló una partida"}[language]


@pytest.mark.usefixtures("language")
def test_an_act_without_words_is_told_as_it_was_called() -> None:
    told = office_words.told({"method": "POST", "path": f"{BASE}/admin/novelties"})
    assert told.page == ""
    assert "POST /admin/novelties" in told.text


def test_what_incidents_and_signals_can_be_has_words() -> None:
    assert set(office_words.DECISIONS) == set(DECIDED)
    assert set(office_words.INCIDENT_STATES) == set(State)
    assert set(office_words.SIGNALS) == set(SIGNAL_KINDS)


def test_a_signal_tells_its_figures(language: str) -> None:
    quick = {"kind": "quick_answers", "details": {"median_milliseconds": 1500}}
    told = {"en": "1.5 s between two", "es": "1,5 s entre dos"}[language]
    assert office_words.signal(quick).endswith(told)
    pair = {"kind": "lop_sided_pair", "details": {"winner": "Ana", "matches": 6}}
    assert office_words.signal(pair).endswith({"en": "6 matches", "es": "6 partidas"}[language])
