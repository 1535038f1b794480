"""The pages, one module a subject."""

from services.gateway.web.pages.account import pages as account
from services.gateway.web.pages.duels import pages as duels
from services.gateway.web.pages.home import pages as home
from services.gateway.web.pages.ladder import pages as ladder
from services.gateway.web.pages.live import pages as live
from services.gateway.web.pages.logins import pages as logins
from services.gateway.web.pages.openid import pages as openid
from services.gateway.web.pages.operating import BLUEPRINTS as OPERATORS
from services.gateway.web.pages.play import pages as play
from services.gateway.web.pages.players import pages as players
from services.gateway.web.pages.seasons import pages as seasons
from services.gateway.web.pages.tables import pages as tables

BLUEPRINTS = (
    home,
    logins,
    openid,
    account,
    seasons,
    tables,
    duels,
    ladder,
    play,
    players,
    live,
    *OPERATORS,
)
