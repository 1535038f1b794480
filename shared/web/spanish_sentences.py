# ruff: noqa: E501 (one sentence a line)
"""Spanish for what refusals say in particular, of a field or as `detail`: by the English sentence,
`{}` for what varies in it.
"""

import re
from functools import cache

SENTENCES: dict[str, str] = {
    # The schemas' own.
    "Missing data for required field.": "Falta este dato.",
    "Field may not be null.": "No puede ser nulo.",
    "Unknown field.": "Campo desconocido.",
    "Invalid input type.": "No es del tipo esperado.",
    "Invalid input.": "No es válido.",
    "Invalid type.": "No es del tipo esperado.",
    "Invalid value.": "No es un valor válido.",
    "Not a valid string.": "Debe ser texto.",
    "Not a valid utf-8 string.": "Debe ser texto en UTF-8.",
    "Not a valid integer.": "Debe ser un número entero.",
    "Not a valid number.": "Debe ser un número.",
    "Number too large.": "El número es demasiado grande.",
    "Special numeric values (nan or infinity) are not permitted.": "Debe ser un número finito.",
    "Not a valid boolean.": "Debe ser verdadero o falso.",
    "Not a valid UUID.": "Debe ser un identificador UUID.",
    "Not a valid list.": "Debe ser una lista.",
    "Not a valid mapping type.": "Debe ser un objeto.",
    "Not a valid date.": "Debe ser una fecha.",
    "Not a valid aware datetime.": "Debe ser un instante con su diferencia horaria.",
    "Not a valid datetime.": "Debe ser un instante.",
    "Not a valid {}.": "No es válido.",
    "Length must be between {} and {}.": "Debe tener entre {} y {} caracteres o elementos.",
    "Length must be {}.": "Debe tener {} caracteres o elementos.",
    "Shorter than minimum length {}.": "Debe tener al menos {} caracteres o elementos.",
    "Longer than maximum length {}.": "Debe tener como mucho {} caracteres o elementos.",
    "Must be greater than or equal to {} and less than or equal to {}.": "Debe estar entre {} y {}.",
    "Must be greater than or equal to {}.": "Debe ser al menos {}.",
    "Must be less than or equal to {}.": "Debe ser como mucho {}.",
    "Must be greater than {}.": "Debe ser mayor que {}.",
    "Must be less than {}.": "Debe ser menor que {}.",
    "Must be equal to {}.": "Debe ser {}.",
    "Must be one of: {}.": "Debe ser uno de: {}.",
    "String does not match expected pattern.": "No tiene la forma esperada.",
    # Ours.
    "This is needed.": "Falta este dato.",
    "It must be an object.": "Debe ser un objeto.",
    "It must be text.": "Debe ser texto.",
    "It must be text, and not blank.": "Debe ser texto, y no estar en blanco.",
    "It must not be blank.": "No puede estar en blanco.",
    "It must be a date.": "Debe ser una fecha.",
    "It must be an instant with its offset from UTC.": "Debe ser un instante con su diferencia horaria.",
    "It must be true or false.": "Debe ser verdadero o falso.",
    "It must be a whole number from {} to {}.": "Debe ser un número entero de {} a {}.",
    "a whole number from 1 to {}": "un número entero de 1 a {}",
    "It must be one of {}.": "Debe ser uno de {}.",
    "Give either account_id or guest.": "Indica o bien account_id o bien guest.",
    "There is no such account.": "No existe esa cuenta.",
    "It must lie between {} and {}.": "Debe estar entre {} y {}.",
    "It holds half a character or NUL.": "Contiene medio carácter o NUL.",
    "not a cursor of this list": "no es un cursor de esta lista",
    "Say why.": "Di por qué.",
    "Not 0.": "No puede ser 0.",
    "This act needs it.": "Este acto lo necesita.",
    "Give either annul or outcome.": "Indica o bien annul o bien outcome.",
    "Must be from {} to {}.": "Debe estar entre {} y {}.",
    "Must be {} symbols out of {}, each at most once.": "Deben ser {} símbolos de {}, cada uno una vez.",
    "Must be {} symbols out of {}.": "Deben ser {} símbolos de {}.",
    "Too few for a code without repeats.": "Son muy pocos para un código sin repeticiones.",
    "It is not your present password.": "No es tu contraseña actual.",
    "It must have {} to {} characters.": "Debe tener de {} a {} caracteres.",
    "It is not an e-mail address.": "No es una dirección de correo electrónico.",
    "It must not hold control or invisible characters.": "No puede tener caracteres de control ni "
    "invisibles.",
    "That code is unknown, used or too old": "Ese código no existe, ya se usó o es demasiado antiguo",
    "The clock never goes back": "El reloj nunca va hacia atrás",
    "A season must end after its start.": "Una temporada debe acabar después de empezar.",
    "The floor must not lie above the points at the start.": "El suelo no puede estar por encima de "
    "los puntos iniciales.",
    "Two brackets start from the same points.": "Dos tramos empiezan en los mismos puntos.",
    "More points must not make a loss cheaper.": "Con más puntos, perder no puede costar menos.",
    "That account does not take part in this season.": "Esa cuenta no participa en esta temporada.",
    "A season of {} cadence is postponed by {}.": "Una temporada de cadencia {} se aplaza por {}.",
    "The deadline at which the season is held would still be past.": "El plazo en el que la temporada "
    "está detenida seguiría pasado.",
    "No season goes beyond {}.": "Ninguna temporada va más allá de {}.",
    "On that day the clock jumps over the time of registration.": "Ese día el reloj salta la hora de "
    "la inscripción.",
    "It must be the IANA name of a time zone, as Europe/Madrid.": "Debe ser el nombre IANA de una zona "
    "horaria, como Europe/Madrid.",
    "A draw must not be worth more than a win.": "Un empate no puede valer más que una victoria.",
    "A loss must not be worth more than a draw.": "Una derrota no puede valer más que un empate.",
    "Without repeats there must be a symbol for every position.": "Sin repeticiones hace falta un "
    "símbolo para cada posición.",
    "A {} cadence has no such field.": "La cadencia {} no tiene ese campo.",
    "A season by the calendar starts on a date: starts_on.": "Una temporada por calendario empieza en "
    "una fecha: starts_on.",
    "A timed season starts at an instant: starts_at.": "Una temporada cronometrada empieza en un "
    "instante: starts_at.",
    "Only a Swiss has them; a round robin follows from its size.": "Solo las tiene un suizo; las de "
    "una liguilla resultan de su tamaño.",
    "Registration must open before it closes.": "La inscripción debe abrirse antes de cerrarse.",
    "That date does not exist in the season's time zone.": "Esa fecha no existe en la zona horaria de "
    "la temporada.",
    "Registration must close by the start of round 1.": "La inscripción debe cerrarse antes de que "
    "empiece la ronda 1.",
    # Details.
    "There is no such incident": "No hay tal incidencia",
    "There is no open table under that invite code": "No hay ninguna mesa abierta con ese código de invitación",
    "That table is not out yet.": "Esa tabla todavía no está publicada",
    "There is no such revision of that table": "No hay tal revisión de esa tabla",
    "There is no such match in that season.": "No hay tal partida en esa temporada",
    "There is no such season": "No hay tal temporada",
    "It is decided, but not in force everywhere yet. Ask again.": "Está decidido, pero aún no rige en todas partes. Pregunta otra vez.",
    "That account has been deleted": "Esa cuenta se ha borrado",
    "There is no such ladder season": "No hay tal temporada clasificatoria",
    "There is no such ladder game": "No hay tal partida de la clasificatoria",
    "There is no such revision of that ranking": "No hay tal revisión de esa clasificación",
    "That account has not played in this ladder season": "Esa cuenta no ha jugado en esta temporada clasificatoria",
    "The provider has not verified your e-mail address": "El proveedor no ha confirmado tu correo",
    "The OpenID provider has to be asked by https": "Al proveedor OpenID hay que preguntarle por https",
    "The OpenID provider describes itself wrongly": "El proveedor OpenID se describe mal a sí mismo",
    "Too many log in just now": "Ahora mismo inicia sesión demasiada gente",
    "Too many listen already; try again soon": "Ya escucha demasiada gente; vuelve a intentarlo pronto",
    "There is no such login": "No hay tal sesión",
    "Whoever comes by a key has no login to end": "Quien viene con una clave no tiene sesión que cerrar",
    "There is no such account": "No hay tal cuenta",
    "There is no such signal": "No hay tal señal",
    "There is no such key": "No hay tal clave",
    "A text holds NUL": "Un texto contiene NUL",
    "A header holds what none may hold": "Una cabecera contiene lo que ninguna puede contener",
    "The length of the body is no number": "La longitud del cuerpo no es un número",
    'It would share days or hours with "{}".': 'Compartiría días u horas con "{}".',
    "No ladder season is on": "No hay ninguna temporada clasificatoria en curso",
    "The calendar of {} has no {}.": "El calendario de {} no tiene el {}.",
    "No round is to be paired now.": "Ahora no hay ninguna ronda por emparejar.",
    "No round is open.": "No hay ninguna ronda abierta.",
    "No table is out yet.": "Todavía no hay ninguna tabla publicada.",
    "There is no table before registration has closed.": "No hay tabla antes de que cierre la inscripción.",
    "{} is more than the {} the format holds.": "{} es más que los {} que caben en el formato.",
    "Call through the gateway": "Llama a través de la puerta de entrada",
    "An idempotency key has at most {} characters": "Una clave de idempotencia tiene como mucho {} caracteres",
    "The request is nested too deeply": "La petición está anidada demasiado a fondo",
    "JSON knows no {}": "JSON no conoce {}",
    "JSON is sent in UTF-8, without NUL": "El JSON se envía en UTF-8, sin NUL",
    "JSON is sent in UTF-8": "El JSON se envía en UTF-8",
    "A name stands twice in one object": "Un nombre aparece dos veces en un objeto",
    "A number is too long": "Un número es demasiado largo",
}


def in_spanish(english: str) -> str:
    """The sentence in Spanish; as it is if nobody has said it in Spanish yet."""
    if english in SENTENCES:
        return SENTENCES[english]
    for pattern, spanish in _patterns():
        if found := pattern.fullmatch(english):
            return spanish.format(*found.groups()[: spanish.count("{}")])
    return english


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The sentences in which something varies, the most particular ones first."""
    varying = sorted((text for text in SENTENCES if "{}" in text), key=len, reverse=True)
    return tuple(
        (re.compile(re.escape(text).replace(r"\{\}", "(.+?)"), re.DOTALL), SENTENCES[text])
        for text in varying
    )
