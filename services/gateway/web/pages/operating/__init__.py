"""Operators' pages, one module a subject."""

from services.gateway.web.pages.operating.accounts import pages as accounts
from services.gateway.web.pages.operating.incidents import pages as incidents
from services.gateway.web.pages.operating.ladder import pages as ladder
from services.gateway.web.pages.operating.machine import pages as machine
from services.gateway.web.pages.operating.matches import pages as matches
from services.gateway.web.pages.operating.seasons import pages as seasons
from services.gateway.web.pages.operating.signals import pages as signals

BLUEPRINTS = (machine, seasons, matches, accounts, incidents, ladder, signals)
