"""`justa audit verify`: whether the audit log is as it was written, in plain words."""

from services.gateway.domain.audit_chain import Fault
from services.gateway.store import audit
from shared.settings import BadSetting
from shared.unit_of_work import UnitOfWork

_WORDS = {
    "link_missing": "link {number} is missing",
    "line_missing": "link {number}: its line {entry_id} is missing",
    "line_changed": "link {number}: line {entry_id} or the link itself was changed",
    "line_not_linked": "line {entry_id} is not linked as it stands",
    "end_missing": "the end is missing: what should be link {number} and beyond",
    "other_past": "link {number} is another one than it was, or gone",
}


def broken(uow: UnitOfWork, since: str | None) -> list[str]:
    """What is wrong, one sentence each; `since` is NUMBER:DIGEST of an earlier summary.

    Raises `BadSetting` if it is none.
    """
    earlier = [] if since is None else _since(uow, since)
    return [
        _WORDS[fault.what].format(number=fault.number, entry_id=fault.entry_id)
        for fault in (*earlier, *audit.check(uow))
    ]


def summary(uow: UnitOfWork) -> str:
    """The last link, to be written down where nobody who reaches the database reaches it."""
    number, digest = audit.head(uow)
    return f"{number} links; write down for the next time: --since {number}:{digest}"


def _since(uow: UnitOfWork, text: str) -> list[Fault]:
    number, _, digest = text.partition(":")
    if not (number.isascii() and number.isdigit()):
        raise BadSetting("--since wants NUMBER:DIGEST, as this command said it earlier")
    known = audit.digest_at(uow, int(number)) if int(number) else ""
    return [] if known == digest else [Fault(int(number), "", "other_past")]
