"""Known faults of the packages that Justa stands on, shipped for machines that can ask nobody.

`known` says what an advisory is and whom it concerns; `shipped` reads and writes `shipped.json`;
`renew`, as `python -m deploy.advisories.renew`, makes that file anew from a checkout of advisories.
"""
