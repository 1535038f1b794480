"""What goes by e-mail: proving that an address is one's own, and a new password.

A request is answered alike for every address. Whether anybody has it is found out later, by the
mailer; so neither the answer nor the time it takes tells.
"""

from datetime import datetime, timedelta
from typing import Any

from services.gateway.callers.hashing import hash_password
from services.gateway.callers.opaque_tokens import digest, fresh
from services.gateway.domain.errors import MailTokenRefused
from services.gateway.store import accounts, logins, mail
from services.gateway.store.mail import Proof
from services.gateway.tables.mail import MailRow, MailTokenRow
from shared.clock import real_now
from shared.unit_of_work import UnitOfWork

VERIFICATION = "verification"
PASSWORD_RESET = "password_reset"
ADDRESS_MOVED = "address_moved"
LIFETIMES = {VERIFICATION: timedelta(days=2), PASSWORD_RESET: timedelta(hours=1)}


def ask(uow: UnitOfWork, purpose: str, email_key: str, language: str) -> None:
    """Note that somebody asks for a message to an address that may or may not be known."""
    mail.add(
        uow,
        MailRow(
            id=uow.new_id(),
            purpose=purpose,
            email_key=email_key,
            language=language,
            attempts=0,
            try_after=real_now(),
        ),
    )


def issue_token(uow: UnitOfWork, row: MailRow, now: datetime) -> tuple[str, str] | None:
    """Address and token for a message that is to be sent; None if nobody has the address.

    A message that asks for nothing goes to whoever has the address now, and has no token.
    """
    if row.purpose not in LIFETIMES:
        return row.email_key, ""
    account = accounts.by_email(uow, row.email_key)
    if account is None or account.email is None:
        return None
    token = fresh()
    proof = MailTokenRow(
        digest=digest(token),
        account_id=account.id,
        purpose=row.purpose,
        email=account.email,
        expires_at=now + LIFETIMES[row.purpose],
    )
    mail.add_token(uow, proof)
    return account.email, token


def confirm_address(uow: UnitOfWork, token: str) -> None:
    """Raises `MailTokenRefused`."""
    proof = _proof(uow, VERIFICATION, token)
    accounts.save(uow, accounts.lock(uow, proof.account_id).verified(proof.email))


def reset_password(uow: UnitOfWork, body: dict[str, Any]) -> None:
    """A new password for who reads the account's mail; ends all logins and other such tokens."""
    password_hash = hash_password(body["password"])
    proof = _proof(uow, PASSWORD_RESET, body["token"])
    account = accounts.lock(uow, proof.account_id)
    if account.email != proof.email:
        raise _refusal()
    accounts.save(uow, account.verified(proof.email).with_password(password_hash))
    logins.end_all(uow, account.id, real_now())
    mail.forget_tokens(uow, account.id)


def _proof(uow: UnitOfWork, purpose: str, token: str) -> Proof:
    proof = mail.use_token(uow, digest(token), purpose, real_now())
    if proof is None:
        raise _refusal()
    return proof


def _refusal() -> MailTokenRefused:
    return MailTokenRefused(errors={"token": [MailTokenRefused.title]})
