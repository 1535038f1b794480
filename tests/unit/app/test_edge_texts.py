"""The edge refuses some requests by itself: in the words that the services use."""

import re
from pathlib import Path

from services.app.interface.problems import all_refusals

NGINX = Path(__file__).parents[3] / "deploy" / "nginx"
_WORDS = re.compile(r'map \$edge_language \$says_(\w+) {\s+default "(.+)";\s+es "(.+)";\s+}')
_ANSWER = re.compile(r"return (\d+) '(.+)';")


def test_the_edge_says_what_the_services_say_in_both_languages() -> None:
    known = all_refusals()
    words = _WORDS.findall((NGINX / "nginx.conf").read_text())
    assert len(words) == 7
    for code, english, spanish in words:
        assert (english, spanish) == (known[code].title, known[code].spanish)


def test_the_edge_refuses_with_the_codes_and_statuses_of_the_services() -> None:
    known = all_refusals()
    answers = [
        (int(status), body)
        for status, body in _ANSWER.findall((NGINX / "justa.conf").read_text())
        if "urn:justa" in body
    ]
    assert len(answers) == 7
    for status, body in answers:
        (code,) = re.findall(r'"code":"(\w+)"', body)
        assert known[code].status == status
        members = {"type": f"urn:justa:problem:{code}", "title": f"$says_{code}"}
        assert all(f'"{name}":"{said}"' in body for name, said in members.items())
