"""What forms show: the fields of a choice alone, what is wrong by its own name, work that lasts."""

from playwright.sync_api import Browser, Route, expect

from tests.browser.addresses import open_match
from tests.browser.conftest import Reader, reading
from tests.browser.site import Site


def test_a_season_shows_the_fields_of_its_own_pace_without_scripts(
    browser: Browser, site: Site
) -> None:
    with reading(browser, site, java_script_enabled=False) as reader:
        page = reader.log_in("operator")
        reader.go("/operators/seasons/new")
        calendar = ("First day", "Days of rest between rounds")
        timed = ("Begins", "Seconds to prepare", "Seconds to solve", "Seconds between")
        for pace, shown, hidden in (
            ("calendar", calendar, timed),
            ("timed", timed, calendar),
            ("calendar", calendar, timed),
        ):
            page.get_by_label("Pace").select_option(pace)
            for name in shown:
                expect(page.get_by_label(name, exact=True)).to_be_visible()
            for name in hidden:
                expect(page.get_by_label(name, exact=True)).to_be_hidden()
        expect(page.get_by_label("Aura for each")).to_be_hidden()
        page.get_by_label("This season has clues").check()
        expect(page.get_by_label("Aura for each")).to_be_visible()
        page.get_by_label("System").select_option("double_round_robin")
        expect(page.get_by_label("Rounds", exact=True)).to_be_hidden()


def test_what_was_typed_for_another_pace_hinders_nothing(reader: Reader) -> None:
    page = reader.log_in("operator")
    reader.go("/operators/seasons/new")
    page.get_by_label("Name", exact=True).fill("Evening of minutes")
    page.get_by_label("Registration opens").fill("2030-06-01T12:00")
    page.get_by_label("Registration closes").fill("2030-06-10T12:00")
    page.get_by_label("First day").fill("2030-06-01")
    reader.see("It must come after registration closes.")
    page.get_by_label("Pace").select_option("timed")
    page.get_by_label("Begins").fill("2030-06-10T18:00")
    page.get_by_label("Seconds to prepare").fill("60")
    page.get_by_label("Seconds to solve").fill("120")
    page.get_by_role("button", name="Plan this season").click()
    reader.see("The season is planned.")


def test_an_empty_beginning_is_said_to_be_missing_together_with_all_else(reader: Reader) -> None:
    page = reader.log_in("operator")
    reader.go("/operators/seasons/new")
    page.get_by_label("Name", exact=True).fill("Evening of no time")
    page.get_by_label("Time zone", exact=True).fill("Madrid")
    page.get_by_label("Registration opens").fill("2030-06-01T12:00")
    page.get_by_label("Registration closes").fill("2030-06-10T12:00")
    page.get_by_label("Pace").select_option("timed")
    page.get_by_role("button", name="Plan this season").click()
    summary = page.locator("#summary")
    expect(summary).to_contain_text("Begins: This is needed.")
    expect(summary).to_contain_text("Time zone: It must be the IANA name")
    expect(summary).to_contain_text("Seconds to prepare: This is needed.")


def test_what_is_wrong_is_told_by_the_fields_own_name(browser: Browser, site: Site) -> None:
    with reading(browser, site, locale="es-ES") as reader:
        page = reader.log_in("operator")
        reader.go("/operators/seasons/new")
        page.get_by_label("Nombre", exact=True).fill("Liga de ninguna parte")
        page.get_by_label("Zona horaria", exact=True).fill("Europe/Nowhere")
        page.get_by_label("Se abre la inscripción").fill("2030-06-01T12:00")
        page.get_by_label("Se cierra la inscripción").fill("2030-06-10T12:00")
        page.locator("main button").last.click()
        page.locator("#summary a", has_text="Zona horaria: ").click()
        expect(page.get_by_label("Zona horaria", exact=True)).to_be_focused()


def test_an_unticked_box_comes_back_unticked(reader: Reader) -> None:
    page = reader.log_in("operator")
    reader.go("/operators/seasons/new")
    page.get_by_label("Name", exact=True).fill("x")
    page.get_by_label("Time zone", exact=True).fill("Europe/Nowhere")
    page.get_by_label("Registration opens").fill("2030-06-01T12:00")
    page.get_by_label("Registration closes").fill("2030-06-10T12:00")
    page.get_by_label("A symbol may come again").uncheck()
    page.get_by_role("button", name="Plan this season").click()
    expect(page.locator("#summary")).to_be_focused()
    expect(page.get_by_label("A symbol may come again")).not_to_be_checked()


def test_work_that_lasts_says_so_until_its_answer_comes(reader: Reader, site: Site) -> None:
    page = reader.log_in("Ana")
    reader.go(f"/duels/{open_match(site, 'Ana')}")
    held: list[Route] = []
    page.route("**/attempts", lambda route: held.append(route))
    page.get_by_label("Your attempt", exact=True).fill("1616")
    page.get_by_role("button", name="Try this code").click()
    expect(page.locator(".told-below")).to_have_text("Still at work …")
    expect(page.locator("#announcer")).to_have_text("Still at work …")
    held[0].abort()
    expect(page.locator(".told-below")).to_contain_text("That was not sent")
