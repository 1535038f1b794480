"""The audit log: it only grows, and every line is a link of a chain."""

from collections.abc import Iterator, Sequence
from typing import Literal

from sqlalchemy import exists, insert, or_, select, update

from services.gateway.domain.audit_chain import (
    BEGINNING,
    Fault,
    Line,
    Link,
    answered_digest,
    entered_digest,
    faults,
)
from services.gateway.store.rows import add_if_missing
from services.gateway.tables.audit import AuditHeadRow, AuditLinkRow, AuditRow
from shared.unit_of_work import UnitOfWork


def enter(uow: UnitOfWork, row: AuditRow) -> None:
    uow.session.add(row)
    uow.session.flush()
    head = _lock_head(uow)
    _link(uow, head, "entered", row.id, entered_digest(head.digest, head.number + 1, _line(row)))


def answered(uow: UnitOfWork, entry_id: str, status: int) -> None:
    """Complete an entry with the status of the answer."""
    uow.session.execute(update(AuditRow).where(AuditRow.id == entry_id).values(status=status))
    head = _lock_head(uow)
    digest = answered_digest(head.digest, head.number + 1, entry_id, status)
    _link(uow, head, "answered", entry_id, digest)


def newest(
    uow: UnitOfWork,
    limit: int | None,
    before: str | None = None,
    account_id: str | None = None,
    about: str | None = None,
) -> Sequence[AuditRow]:
    """Acts that took effect, or whose answer never came, the latest first: those of an operator,
    and those to what has the id `about`.
    """
    took_effect = or_(AuditRow.status.is_(None), AuditRow.status.between(200, 299))
    query = select(AuditRow).where(took_effect).order_by(AuditRow.id.desc()).limit(limit)
    if before is not None:
        query = query.where(AuditRow.id < before)
    if account_id is not None:
        query = query.where(AuditRow.account_id == account_id)
    if about is not None:
        query = query.where(AuditRow.path.contains(about, autoescape=True))
    return uow.session.scalars(query).all()


def head(uow: UnitOfWork) -> tuple[int, str]:
    """The number and the digest of the chain's last link."""
    row = uow.session.get(AuditHeadRow, 1)
    return (row.number, row.digest) if row else (0, BEGINNING)


def digest_at(uow: UnitOfWork, number: int) -> str | None:
    """The digest of a link, to be compared with one that was written down."""
    row = uow.session.get(AuditLinkRow, number)
    return row.digest if row else None


def check(uow: UnitOfWork) -> Iterator[Fault]:
    """Everything that is wrong with the log: lines and links missing, changed or put in."""
    yield from faults(_links(uow), head(uow))
    linked = exists().where(AuditLinkRow.entry_id == AuditRow.id, AuditLinkRow.kind == "entered")
    status_linked = exists().where(
        AuditLinkRow.entry_id == AuditRow.id, AuditLinkRow.kind == "answered"
    )
    astray = or_(~linked, AuditRow.status.is_not(None) & ~status_linked)
    for entry_id in uow.session.scalars(select(AuditRow.id).where(astray).order_by(AuditRow.id)):
        yield Fault(0, entry_id, "line_not_linked")


def _links(uow: UnitOfWork) -> Iterator[Link]:
    asked = (
        select(AuditLinkRow, AuditRow)
        .outerjoin(AuditRow, AuditRow.id == AuditLinkRow.entry_id)
        .order_by(AuditLinkRow.number)
        .execution_options(yield_per=500)
    )
    for link, row in uow.session.execute(asked):
        kind: Literal["entered", "answered"] = "entered" if link.kind == "entered" else "answered"
        yield Link(link.number, kind, link.entry_id, link.digest, _line(row) if row else None)


def _lock_head(uow: UnitOfWork) -> AuditHeadRow:
    add_if_missing(uow, AuditHeadRow, id=1, number=0, digest=BEGINNING)
    return uow.session.get_one(AuditHeadRow, 1, with_for_update=True, populate_existing=True)


def _link(uow: UnitOfWork, head: AuditHeadRow, kind: str, entry_id: str, digest: str) -> None:
    number = head.number + 1
    values = {"number": number, "kind": kind, "entry_id": entry_id, "digest": digest}
    uow.session.execute(insert(AuditLinkRow).values(values))
    head.number, head.digest = number, digest


def _line(row: AuditRow) -> Line:
    return Line(
        row.id,
        row.at,
        row.account_id,
        row.method,
        row.path,
        row.reason,
        row.request_id,
        row.status,
    )
