"""From the announcement of a season to the close of its registration."""

import hashlib
from datetime import timedelta
from random import Random
from uuid import uuid4

from tests.reference import log
from tests.reference.calling import Caller, Client
from tests.reference.compare import same
from tests.reference.plan import ROUND_ROBIN
from tests.reference.play import Play, Player, read_clock, set_clock
from tests.reference.scenario import Scenario, announcement, habits, plan_of
from tests.reference.season import Season
from tests.reference.views import participants_view, season_view

PASSWORD = "nine plain words"
NAMES = ("Ana", "Bea", "Carla", "Dario", "Elsa", "Fabio", "Gema", "Hugo", "Iris", "Julio")


def announce(client: Client, email: str | None, password: str | None, drawn: Scenario) -> Play:
    """A new season at a whole second of the platform's clock."""
    rng = Random(f"play {drawn.seed} {drawn.format} {drawn.players}")
    operator = Caller(client, email, password)
    operator.log_in()
    now = read_clock(operator).replace(microsecond=0) + timedelta(seconds=rng.randint(1, 99))
    set_clock(operator, now)
    plan = plan_of(drawn, now, rng)
    body = operator.post("/seasons", announcement(plan, rng), 201)
    play = Play(drawn, rng, operator, Caller(client), Season(plan), body["id"], now)
    shown = {**season_view(play.season), "state": body["state"]}
    same(shown, body, "season announced")
    assert len(body["draw_commitment"]) == 64
    return play


def new_player(play: Play) -> Player:
    """Someone with an account of their own."""
    tag = uuid4().hex[:10]
    email = f"player-{tag}@example.org"
    name = f"{play.rng.choice(NAMES)} {tag}"
    caller = Caller(play.anyone.client, email, PASSWORD)
    body = caller.post(
        "/accounts",
        {"email": email, "password": PASSWORD, "display_name": name, "accept_rules": True},
        201,
    )
    same({"display_name": name}, body, "account")
    caller.log_in()
    return Player(caller, body["id"], name, habits(play.rng))


def open_registration(play: Play) -> None:
    """By the clock, by an operator, or because its time was past when it was announced."""
    by_hand = play.scenario.opening == "operator"
    if play.scenario.opening != "past":
        early = new_player(play)
        asked = early.caller.ask("POST", f"{play.path}/registration")
        asked.refused(409, "registration_not_open")
    if by_hand:
        play.operator.post(f"{play.path}/open-registration", {"reason": "everyone is here"})
    elif play.scenario.opening == "clock":
        play.move(play.season.plan.registration_opens_at)
    play.record(log.RegistrationOpened(play.now, by_hand))
    play.settle()
    same(season_view(play.season), play.anyone.get(play.path), "season open")
    late = play.operator.ask("PATCH", play.path, {"name": "Another"})
    late.refused(409, "season_settings_fixed")


def register(play: Play, player: Player) -> None:
    """Twice, as an impatient client would."""
    first = player.caller.post(f"{play.path}/registration", None, 201)
    expected = {
        "account_id": player.account_id,
        "display_name": player.name,
        "registered_at": play.now,
    }
    same(expected, first, "registration")
    again = player.caller.post(f"{play.path}/registration", None, 200)
    assert again == first, f"registering again gave {again}, not {first}"
    play.players[player.account_id] = player
    play.record(log.Registered(play.now, player.account_id, player.name))


def fill(play: Play) -> None:
    """Everyone registers, and someone thinks better of it."""
    for _ in range(play.scenario.players):
        register(play, new_player(play))
    if play.rng.random() < 0.5:
        hesitant = new_player(play)
        register(play, hesitant)
        hesitant.caller.ask("DELETE", f"{play.path}/registration").expect(204)
        play.record(log.Unregistered(play.now, hesitant.account_id))
        del play.players[hesitant.account_id]
    guest = Caller(play.anyone.client)
    guest.token = guest.post("/guests", {"display_name": "Passer-by"}, 201)["access_token"]
    refused = guest.ask("POST", f"{play.path}/registration")
    assert refused.status == 403, refused
    _check_list(play)


def _check_list(play: Play) -> None:
    same(season_view(play.season), play.anyone.get(play.path), "season in registration")
    listed = play.anyone.items(f"{play.path}/participants", play.rng.choice((None, 3, 200)))
    same(participants_view(play.season), {p["account_id"]: p for p in listed}, "participants")
    assert len(listed) == len(play.players)
    assert play.anyone.items(f"{play.path}/rounds") == []


def close_registration(play: Play) -> None:
    """By the clock or by an operator; then the lot can be checked by anyone."""
    by_hand = play.scenario.closes_by_hand
    if by_hand:
        play.operator.post(f"{play.path}/close-registration", {"reason": "the list is full"})
        play.settle()
    else:
        play.move(play.season.plan.registration_closes_at - timedelta(seconds=1))
        _check_list(play)
        play.move(play.season.plan.registration_closes_at)
    shown = play.anyone.get(play.path)
    seed = shown["draw_seed"]
    assert seed is not None, f"registration has closed and the season says {shown}"
    assert hashlib.sha256(seed.encode()).hexdigest() == shown["draw_commitment"]
    play.record(log.RegistrationClosed(play.now, seed, by_hand))
    late = new_player(play).caller.ask("POST", f"{play.path}/registration")
    late.refused(409, "registration_not_open")
    _learn_first_pairings(play)


def _learn_first_pairings(play: Play) -> None:
    assert play.season.total is not None
    whole = play.season.plan.format == ROUND_ROBIN
    for number in range(1, play.season.total + 1 if whole else 2):
        play.learn_pairing(number)
