"""The least that Flask can answer, under the same server: what everything else is compared with."""

from flask import Flask, Response


def make(body: bytes) -> Flask:
    app = Flask(__name__)

    @app.get("/")
    def answer() -> Response:
        return Response(body, mimetype="application/json")

    return app


app = make(b'{"hello":"world"}')
