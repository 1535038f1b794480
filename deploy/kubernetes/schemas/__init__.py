"""What Kubernetes itself takes: the schemas of its interface, in the strict form that knows no
property but its own, shipped for machines that can ask no cluster.

`shipped` reads them; `renew`, as `python -m deploy.kubernetes.schemas.renew`, makes the files anew.
"""
