"""The gateway's own endpoints, one blueprint a subject."""

from services.gateway.api.accounts import blp as accounts
from services.gateway.api.admin import blp as admin
from services.gateway.api.clock import blp as clock
from services.gateway.api.events import blp as events
from services.gateway.api.keys import blp as keys
from services.gateway.api.me import blp as me
from services.gateway.api.sessions import blp as sessions

BLUEPRINTS = (accounts, sessions, me, keys, events, clock, admin)
