"""Alembic's entrance; everything is in the kit."""

from shared.migrate import run_environment

run_environment()
