"""The gateway's own endpoints, one blueprint a subject."""

from services.gateway.api.accounts import blp as accounts
from services.gateway.api.admin import blp as admin
from services.gateway.api.clock import blp as clock
from services.gateway.api.dead_letters import blp as dead_letters
from services.gateway.api.docs import blp as docs
from services.gateway.api.events import blp as events
from services.gateway.api.exports import blp as exports
from services.gateway.api.fair_play import blp as fair_play
from services.gateway.api.keys import blp as keys
from services.gateway.api.mail import blp as mail
from services.gateway.api.me import blp as me
from services.gateway.api.openid import blp as openid
from services.gateway.api.sessions import blp as sessions

BLUEPRINTS = (
    accounts,
    sessions,
    openid,
    me,
    mail,
    keys,
    events,
    clock,
    admin,
    dead_letters,
    fair_play,
    exports,
    docs,
)
