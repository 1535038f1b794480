"""What endpoints take from the present request: the caller and the unit of work."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from flask import current_app, g, request

from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller, vouched_for

if TYPE_CHECKING:
    from shared.runtime import Runtime

F = TypeVar("F", bound=Callable[..., Any])


def runtime() -> "Runtime":
    return cast("Runtime", current_app.extensions["justa"])


def caller() -> Caller:
    """Who the gateway says is calling; raises `Unauthorized` if it does not say."""
    if "caller" not in g:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        g.caller = vouched_for(token, runtime().settings.secrets, runtime().name)
    return cast(Caller, g.caller)


def uow() -> UnitOfWork:
    """The request's one transaction."""
    return cast(UnitOfWork, g.uow)


def needs(*roles: str) -> Callable[[F], F]:
    """Let only callers with one of `roles` in (none named: any login); before the body is read."""

    def guard(view: F) -> F:
        @wraps(view)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            caller().require(*roles)
            return view(*args, **kwargs)

        guarded.justa_roles = roles  # type: ignore[attr-defined]  # a mark, read by the document
        return cast(F, guarded)

    return guard


def takes_form(view: F) -> F:
    """Mark a view that mail programs call with a form's body, which it does not read."""
    view.justa_form = True  # type: ignore[attr-defined]  # a mark, read by the app
    return view


def awaited_again(wait: Callable[..., None]) -> Callable[[F], F]:
    """Mark a view whose answer waits for others: a repeat that gets the stored answer calls `wait`
    with the address's parts, and so comes no sooner than the first would have.
    """

    def mark(view: F) -> F:
        view.justa_wait = wait  # type: ignore[attr-defined]  # a mark, read by the app
        return view

    return mark


def asks_first(question: Callable[..., Any]) -> Callable[[F], F]:
    """Mark a view that has to know what others say: `question` is called with the address's parts
    before its transaction begins, for callers whom `needs` lets in; `asked()` is what it returned.
    """

    def mark(view: F) -> F:
        view.justa_question = question  # type: ignore[attr-defined]  # a mark, read by the app
        return view

    return mark


def asked() -> Any:
    """What the present request's view had asked before (`asks_first`)."""
    return g.asked


def done_apart(view: F) -> F:
    """Mark a view at whose work no transaction may be open, and whose work, done again, changes
    nothing more: its idempotency key is entered before and its answer stored after, and the first
    answer that is stored is everybody's.
    """
    view.justa_apart = True  # type: ignore[attr-defined]  # a mark, read by the app
    return view


def secret_answer(view: F) -> F:
    """Mark a view whose answer holds a secret: it is never stored for an idempotency key."""
    view.justa_secret = True  # type: ignore[attr-defined]  # a mark, read by the app
    return view
