"""`python -m services.app` is the command `justa`."""

from services.app.cli import main

main(prog_name="justa")
