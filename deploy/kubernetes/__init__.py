"""The deployment in a Kubernetes cluster.

`compose` reads what the processes are from the Compose file, `manifests` makes their manifests of
that and of the forms in `kinds`, and `python -m deploy.kubernetes` writes them into `base`. What
every cluster says in its own way is an overlay, as `example` is one. `schemas` holds what
Kubernetes itself takes, for the tests.
"""
