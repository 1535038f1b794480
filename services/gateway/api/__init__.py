"""The gateway's own endpoints, one blueprint a subject."""

from services.gateway.api import accounts, admin, events, keys, me, sessions

BLUEPRINTS = (accounts.blp, sessions.blp, me.blp, keys.blp, events.blp, admin.blp)
