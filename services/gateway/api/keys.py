"""Keys of game servers."""

from typing import Any

from services.gateway import usecases, views
from services.gateway.schemas.api_keys import ApiKeyIn, ApiKeyMade, ApiKeysOut
from shared.web.blueprint import Blueprint
from shared.web.edge import caller, needs, secret_answer, uow
from shared.web.paging import asked_page

blp = Blueprint("api_keys", __name__, url_prefix="/api/v1/api-keys", description="Game servers")


@blp.post("")
@needs("operator")
@secret_answer
@blp.arguments(ApiKeyIn)
@blp.response(201, ApiKeyMade)
def create(body: dict[str, Any]) -> Any:
    """Make a key; it is shown this once."""
    return usecases.api_keys.create(uow(), caller(), body)


@blp.get("")
@needs("operator")
@blp.response(200, ApiKeysOut)
def list_keys() -> Any:
    """All keys, without what opens, the newest first."""
    return views.accounts.page_of_keys(uow(), asked_page())


@blp.delete("/<key_id>")
@needs("operator")
@blp.response(204)
def revoke(key_id: str) -> None:
    """Revoke a key."""
    usecases.api_keys.revoke(uow(), key_id)
