"""Logging in elsewhere, with a real browser: its own rules of forms and cookies let it through."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from werkzeug.serving import make_server

from tests.servers import free_port
from tests.service.gateway.gateway_under_test import Gateway
from tests.service.gateway.small_provider import CLIENT_ID, CLIENT_SECRET, small_provider


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A gateway with a provider; its own site is another one than the provider's."""
    port = free_port()
    address = f"http://localhost:{port}"
    with small_provider() as provider:
        gateway = Gateway(
            tmp_path,
            openid_issuer=provider.issuer,
            openid_client_id=CLIENT_ID,
            openid_client_secret=CLIENT_SECRET,
            public_url=address,
        )
        server = make_server("127.0.0.1", port, gateway.edge, threaded=True)
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield address
        server.shutdown()
        serving.join()
        gateway.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_press_and_one_is_back_and_logged_in(
    browser: Browser, address: str, scripts: bool
) -> None:
    context = browser.new_context(java_script_enabled=scripts, locale="en")
    page = context.new_page()
    page.goto(f"{address}/login?to=/register")
    page.get_by_role("button", name="Log in at 127.0.0.1").click()
    page.wait_for_url(f"{address}/register")
    assert page.locator("header").get_by_text("Ana").count() == 1
    kept = {cookie["name"] for cookie in context.cookies()}
    assert "justa_web" in kept
    assert "justa_openid" not in kept
    context.close()
