"""Every sentence that a person may see in a refusal has been said in Spanish."""

import ast
from collections.abc import Iterator
from pathlib import Path

import marshmallow as ma
import pytest
from flask import Flask
from marshmallow import fields, validate

from services.app.composition import SERVICES
from services.app.interface.problems import kinds
from services.gateway.domain.errors import UnderMaintenance
from shared.errors import BadRequest, NotFound, Problem, invalid_field
from shared.web.problems import problem_response
from shared.web.spanish_sentences import in_spanish

ROOT = Path(__file__).parents[3]
# Where the sentence stands among the arguments of what tells it; of a refusal that is its detail.
TELLERS = {"invalid_field": 1, "refuse": 1, "ValidationError": 0}
TELLERS |= {kind.__name__: 0 for kind in kinds(Problem)}


def _texts(node: ast.expr, constants: dict[str, ast.expr]) -> Iterator[str]:
    """The sentences that an expression may come to, a number in place of what varies."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(p.value if isinstance(p, ast.Constant) else "7" for p in parts)
        case ast.IfExp():
            yield from _texts(node.body, constants)
            yield from _texts(node.orelse, constants)
        case ast.Name(id=name) if name in constants:
            yield from _texts(constants[name], constants)


def _sentences(file: Path) -> Iterator[str]:
    tree = ast.parse(file.read_text())
    constants = {
        target.id: statement.value
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in TELLERS and len(node.args) > TELLERS[name]:
            yield from _texts(node.args[TELLERS[name]], constants)
        for keyword in node.keywords:
            if keyword.arg == "error":
                yield from _texts(keyword.value, constants)


def _own() -> list[str]:
    files = [file for room in ("services", "shared") for file in (ROOT / room).rglob("*.py")]
    return sorted({text for file in files for text in _sentences(file)})


def _schemas_own() -> Iterator[str]:
    kinds = ("String", "Integer", "Boolean", "List", "Nested", "Dict", "UUID", "Date", "Float")
    for kind in kinds:
        for ancestor in getattr(fields, kind).__mro__:
            yield from getattr(ancestor, "default_error_messages", {}).values()
    yield from ma.Schema._default_error_messages.values()


def test_our_own_sentences_are_found_at_all() -> None:
    assert len(SERVICES) == 5
    assert {"There is no such season", "A name stands twice in one object"} < set(_own())
    assert len(_own()) > 70


@pytest.mark.parametrize("sentence", _own())
def test_each_of_ours_is_said_in_spanish(sentence: str) -> None:
    assert in_spanish(sentence) != sentence


@pytest.mark.parametrize(
    "sentence", sorted({text for text in _schemas_own() if "{" not in text}), ids=str
)
def test_each_of_the_schemas_is_said_in_spanish(sentence: str) -> None:
    assert in_spanish(sentence) != sentence


@pytest.mark.parametrize(
    ("rule", "value", "spanish"),
    [
        (validate.Length(1, 40), "", "Debe tener entre 1 y 40 caracteres o elementos."),
        (validate.Length(max=3), "abcd", "Debe tener como mucho 3 caracteres o elementos."),
        (validate.Range(1, 200), 0, "Debe estar entre 1 y 200."),
        (validate.Range(min=1), 0, "Debe ser al menos 1."),
        (validate.OneOf(["a", "b"]), "c", "Debe ser uno de: a, b."),
        (validate.Equal(True), False, "Debe ser True."),
        (validate.Regexp("x"), "y", "No tiene la forma esperada."),
    ],
)
def test_what_varies_is_kept(rule: validate.Validator, value: object, spanish: str) -> None:
    with pytest.raises(ma.ValidationError) as refused:
        rule(value)
    assert in_spanish(str(refused.value.messages[0])) == spanish


def test_a_refusal_tells_its_fields_in_the_language_asked_for() -> None:
    problem = invalid_field("password", "It must have 8 to 200 characters.")
    app = Flask(__name__)
    for language, text in (
        ("en", "It must have 8 to 200 characters."),
        ("es", "Debe tener de 8 a 200 caracteres."),
    ):
        with app.test_request_context(headers={"Accept-Language": language}):
            assert problem_response(problem).json["errors"] == {"password": [text]}


@pytest.mark.parametrize(
    ("problem", "title", "detail"),
    [
        (
            BadRequest("An idempotency key has at most 255 characters"),
            "No se entiende la petición",
            "Una clave de idempotencia tiene como mucho 255 caracteres",
        ),
        (NotFound(), "Eso no existe", "Eso no existe"),
        # What an operator wrote is told to everybody as it was written.
        (
            UnderMaintenance("Back at nine"),
            "Justa está en mantenimiento; ahora mismo no se puede cambiar nada",
            "Back at nine",
        ),
    ],
)
def test_a_refusal_says_in_spanish_as_much_as_in_english(
    problem: Problem, title: str, detail: str
) -> None:
    told = problem_response(problem, "es").json
    assert (told["title"], told["detail"]) == (title, detail)
