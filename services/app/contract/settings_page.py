"""docs/settings.md, written from the declaration of the settings."""

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from typing import Any

from shared.settings import FILE, PREFIX, Settings

_HEAD = f"""# Settings

<!-- Written by `make docs` from shared/settings.py; `make check` fails if it is stale. -->

Environment variables. `justa up --help` lists those that the command line can overrule; `justa
doctor` finds misspelt ones. What is secret can come in a file instead, named by the same variable
with `{FILE}` behind it, or for one service alone: `JUSTA_DATABASE_PASSWORD_MATCH`. In URLs and
names of files `{{service}}` stands for the service's name.

| variable | default | meaning |
| --- | --- | --- |
"""
_NAMES = {True: "on", False: "off", None: "none"}


def settings_page() -> str:
    return _HEAD + "\n".join(_rows()) + "\n"


def _rows() -> Iterator[str]:
    for setting in fields(Settings):
        told = setting.metadata["meaning"] + (" (secret)" if setting.metadata.get("secret") else "")
        yield f"| `{PREFIX}{setting.name.upper()}` | {_default(setting)} | {told} |"


def _default(setting: Field[Any]) -> str:
    if setting.default is MISSING:
        return "`data`" if setting.name == "data" else "made at the first start"
    if setting.default is None or isinstance(setting.default, bool):
        return _NAMES[setting.default]
    if isinstance(setting.default, tuple):
        return f"`{','.join(f'{part:g}' for part in setting.default)}`"
    if isinstance(setting.default, float):
        return f"`{setting.default:g}`"
    return f"`{setting.default}`"
