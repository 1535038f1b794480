"""The gateway's database: its migrations, and what is let go of."""

from datetime import timedelta

from sqlalchemy import func, select

from services.gateway.pruning import Pruning
from services.gateway.service import SERVICE
from services.gateway.tables.live import LiveEventRow
from services.gateway.tables.logins import LoginRow, RefreshTokenRow
from services.gateway.tables.mail import MailTokenRow
from shared.clock import real_now
from shared.events.catalogue import heard_by
from tests.service.gateway.announcing import solving
from tests.service.gateway.gateway_under_test import Gateway


def test_every_event_that_comes_here_is_heard() -> None:
    ours = {heard for heard in heard_by("gateway") if heard.producer != "*"}
    assert set(SERVICE.handlers) == ours


def _counts(gateway: Gateway) -> list[int]:
    tables = (LiveEventRow, LoginRow, RefreshTokenRow, MailTokenRow)
    with gateway.runtime.reading() as uow:
        return [uow.session.scalar(select(func.count()).select_from(t)) or 0 for t in tables]


def test_what_is_past_its_keeping_goes_and_nothing_sooner(gateway: Gateway) -> None:
    gateway.player("Ana")
    gateway.hear(solving(1))
    pruning = Pruning(gateway.runtime)
    assert _counts(gateway) == [2, 1, 1, 0]
    assert pruning.prune(real_now() + timedelta(hours=23)) == 0
    assert pruning.prune(real_now() + timedelta(hours=25)) == 2
    assert pruning.prune(real_now() + timedelta(days=36)) == 0
    # The login's refresh tokens go with it.
    assert pruning.prune(real_now() + timedelta(days=38)) == 1
    assert _counts(gateway) == [0, 0, 0, 0]
