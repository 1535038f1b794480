"""What the platform's e-mails say."""

from dataclasses import dataclass

from services.gateway.domain.reminding import CODE, DEADLINE, LADDER_ENDING, SOLVING
from services.gateway.usecases.mail import ADDRESS_MOVED, PASSWORD_RESET, VERIFICATION


@dataclass(frozen=True)
class Text:
    """`{token}` stands for the code, `{address}` for where people find the platform."""

    subject: str
    body: str


_TEXTS: dict[tuple[str, str], Text] = {
    (VERIFICATION, "en"): Text(
        "Justa: confirm your e-mail address",
        "Somebody, most likely you, gave this address to Justa ({address}).\n\n"
        "To confirm it, enter this code at {address}/verify within two days:\n\n"
        "    {token}\n\n"
        "If it was not you, just leave it.\n",
    ),
    (VERIFICATION, "es"): Text(
        "Justa: confirma tu correo electrónico",
        "Alguien, seguramente tú, ha dado esta dirección a Justa ({address}).\n\n"
        "Para confirmarla, introduce este código en {address}/verify en los próximos dos días:\n\n"
        "    {token}\n\n"
        "Si no has sido tú, no hagas nada.\n",
    ),
    (PASSWORD_RESET, "en"): Text(
        "Justa: choose a new password",
        "Somebody, most likely you, asked for a new password on Justa ({address}).\n\n"
        "To choose one, enter this code at {address}/password-reset/confirm within an hour:\n\n"
        "    {token}\n\n"
        "If it was not you, just leave it: your password stays as it is.\n",
    ),
    (PASSWORD_RESET, "es"): Text(
        "Justa: elige una contraseña nueva",
        "Alguien, seguramente tú, ha pedido una contraseña nueva en Justa ({address}).\n\n"
        "Para elegirla, introduce este código en {address}/password-reset/confirm en la próxima\n"
        "hora:\n\n    {token}\n\n"
        "Si no has sido tú, no hagas nada: tu contraseña no cambia.\n",
    ),
    (ADDRESS_MOVED, "en"): Text(
        "Justa: your account has another e-mail address",
        "An account on Justa ({address}) had this address until now and has another one.\n\n"
        "If it was not you, choose a new password at once at {address}/password-reset\n"
        "and write to the operators.\n",
    ),
    (ADDRESS_MOVED, "es"): Text(
        "Justa: tu cuenta tiene otro correo electrónico",
        "Una cuenta de Justa ({address}) tenía hasta ahora esta dirección y ya tiene otra.\n\n"
        "Si no has sido tú, elige enseguida otra contraseña en {address}/password-reset\n"
        "y escribe a quienes organizan.\n",
    ),
}


_FOOT = {
    "en": "\n\nNo more reminders: {off}\n",
    "es": "\n\nNo más recordatorios: {off}\n",
}
_REMINDERS: dict[tuple[str, str], Text] = {
    (CODE, "en"): Text(
        "Justa: your code is not confirmed yet",
        "You have a match and no confirmed code. At {until} preparing ends; without a code of\n"
        "yours one is drawn for you.\n\n    {address}/duels/{about}",
    ),
    (CODE, "es"): Text(
        "Justa: tu código aún no está confirmado",
        "Tienes una partida y ningún código confirmado. A las {until} termina la preparación;\n"
        "si no hay código tuyo, se sortea uno.\n\n    {address}/duels/{about}",
    ),
    (SOLVING, "en"): Text(
        "Justa: you can look for the other code now",
        "Solving has begun and lasts until {until}.\n\n    {address}/duels/{about}",
    ),
    (SOLVING, "es"): Text(
        "Justa: ya puedes buscar el código rival",
        "Ha empezado la fase de resolución; dura hasta las {until}.\n\n    {address}/duels/{about}",
    ),
    (DEADLINE, "en"): Text(
        "Justa: your match closes soon",
        "You have not found the code yet, and have attempts left. The match closes at {until}.\n\n"
        "    {address}/duels/{about}",
    ),
    (DEADLINE, "es"): Text(
        "Justa: tu partida se cierra pronto",
        "Aún no has encontrado el código y te quedan intentos. La partida se cierra a las\n"
        "{until}.\n\n    {address}/duels/{about}",
    ),
    (LADDER_ENDING, "en"): Text(
        "Justa: the ladder season ends soon",
        "The ladder season in which you play ends at {until}.\n\n    {address}",
    ),
    (LADDER_ENDING, "es"): Text(
        "Justa: la temporada de la clasificatoria termina pronto",
        "La temporada en la que juegas termina a las {until}.\n\n    {address}",
    ),
}
_OFF = {
    ("en", False): ("Reminders", "You get reminders from Justa by e-mail.", "No more reminders"),
    ("es", False): ("Recordatorios", "Justa te recuerda cosas por correo.", "No quiero más"),
    ("en", True): ("Reminders", "You get no more reminders. You can switch them on again.", ""),
    ("es", True): (
        "Recordatorios",
        "No recibirás más. Puedes volver a pedirlos.",
        "",
    ),
}


def reminder_text(kind: str, language: str) -> Text:
    """The text of a reminder in `language`, or in English where there is none."""
    spoken = language if (kind, language) in _REMINDERS else "en"
    text = _REMINDERS[kind, spoken]
    return Text(text.subject, text.body + _FOOT[spoken])


def off_page(language: str, *, done: bool) -> str:
    """The page behind a mail's link: one button, or that it is done."""
    title, said, button = _OFF[language, done]
    form = f'<form method="post"><button>{button}</button></form>' if button else ""
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f"<title>Justa: {title}</title><h1>{title}</h1><p>{said}</p>{form}</html>"
    )


def text_for(purpose: str, language: str) -> Text:
    """The text in `language`, or in English where there is none."""
    return _TEXTS.get((purpose, language), _TEXTS[purpose, "en"])
