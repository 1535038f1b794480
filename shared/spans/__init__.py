"""The spans of `shared.tracing` where tracing is on; nobody else knows OpenTelemetry.

`collector` is where they begin and leave, `doing` what is done just now, `contexts` how a trace is
written down and read; `requests`, `asking` and `handing` are the spans of requests, of statements
and of events, `wording` what is told of a statement.
"""
