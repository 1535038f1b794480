"""Acts of operators: by themselves, or as the decision of an incident."""

from collections.abc import Mapping
from typing import Any

from flask import request

from services.gateway.web import forms
from services.gateway.web.visitor import interface


def decide(
    act: str,
    path: str,
    about: Mapping[str, str],
    *,
    names: tuple[str, ...] = (),
    to: str,
    said: str,
) -> Any:
    """Do what the form sent asks for, with its reason, and go on to the page `to`.

    `about` is what the act is done to, as incidents' decisions name it; what `names` lists of it
    goes into the body of the act's own call. A form that names an incident decides that one.
    """
    incident, key = request.form.get("incident", ""), request.form.get("key", "")
    reason: dict[str, Any] = forms.filled("reason")
    if not incident:
        sent = {name: about[name] for name in names} | reason
        interface().send("POST", path, sent, key=key)
        return forms.done(to, said)
    sent = {"act": act, **about, **reason}
    interface().send("POST", f"/admin/incidents/{incident}/decisions", sent, key=key)
    return forms.done(f"/operators/incidents/{incident}", said)
