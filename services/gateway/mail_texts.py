"""What the platform's e-mails say."""

from dataclasses import dataclass

from services.gateway.usecases.mail import PASSWORD_RESET, VERIFICATION


@dataclass(frozen=True)
class Text:
    """`{token}` stands for the code, `{address}` for where people find the platform."""

    subject: str
    body: str


_TEXTS: dict[tuple[str, str], Text] = {
    (VERIFICATION, "en"): Text(
        "Justa: confirm your e-mail address",
        "Somebody, most likely you, gave this address to Justa ({address}).\n\n"
        "To confirm it, enter this code there within two days:\n\n    {token}\n\n"
        "If it was not you, just leave it.\n",
    ),
    (VERIFICATION, "es"): Text(
        "Justa: confirma tu correo electrónico",
        "Alguien, seguramente tú, ha dado esta dirección a Justa ({address}).\n\n"
        "Para confirmarla, introduce allí este código en los próximos dos días:\n\n    {token}\n\n"
        "Si no has sido tú, no hagas nada.\n",
    ),
    (PASSWORD_RESET, "en"): Text(
        "Justa: choose a new password",
        "Somebody, most likely you, asked for a new password on Justa ({address}).\n\n"
        "To choose one, enter this code there within an hour:\n\n    {token}\n\n"
        "If it was not you, just leave it: your password stays as it is.\n",
    ),
    (PASSWORD_RESET, "es"): Text(
        "Justa: elige una contraseña nueva",
        "Alguien, seguramente tú, ha pedido una contraseña nueva en Justa ({address}).\n\n"
        "Para elegirla, introduce allí este código en la próxima hora:\n\n    {token}\n\n"
        "Si no has sido tú, no hagas nada: tu contraseña no cambia.\n",
    ),
}


def text_for(purpose: str, language: str) -> Text:
    """The text in `language`, or in English where there is none."""
    return _TEXTS.get((purpose, language), _TEXTS[purpose, "en"])
