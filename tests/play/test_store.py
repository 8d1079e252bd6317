"""The store keeps every move that it said it has, whatever happens to the program."""

import json
import time
from contextlib import suppress
from random import Random

import pytest

from nutgames.games import new, random_move
from nutgames.play import store as store_module
from nutgames.play.match import Match, Player
from nutgames.play.records import RecordError, dumps
from nutgames.play.store import Store, StoreError
from nutgames.tui.screens.home import about
from strategies import TABLES


def a_match(name="nutty-business", seats=3, seed=1, moves=0):
    match = Match(new(name, seats), [Player(f"Player {seat}") for seat in range(1, seats + 1)])
    rng = Random(seed)
    for _ in range(moves):
        if match.actor is None:
            break
        match.play(random_move(match.game, match.state, rng))
    return match


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "home") as store:
        yield store


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_game_comes_back_as_it_was(store, name, seats):
    match, rng = a_match(name, seats), Random(5)
    keeper = store.begin(match)
    for _ in range(60):
        if match.actor is None:
            break
        match.play(random_move(match.game, match.state, rng))
        keeper.keep(match)
        if rng.random() < 0.3 and not match.why_no_undo():
            match.undo()
            keeper.keep(match)
    keeper.release()
    again, _ = store.resume(keeper.id)
    assert dumps(again) == dumps(match)
    assert again.state == match.state
    assert store.export(keeper.id) == dumps(match)


def test_what_is_undone_and_played_otherwise_is_kept(store):
    match = a_match()
    keeper = store.begin(match)
    for text in ("lay bank", "lay raid", "lay customs", "play robbery 1", "rob"):
        match.play(match.game.parse(text))
    keeper.keep(match)
    match.undo()
    match.undo()
    match.play(match.game.parse("play hideout 2"))
    keeper.keep(match)
    assert [str(move) for move in store.load(keeper.id).moves][-1] == "play hideout 2"


def test_lists(store):
    finished, fresh = a_match(moves=1000), a_match("nut", 2, moves=3)
    one = store.add(dumps(finished).encode())
    two = store.begin(fresh).id
    assert [game.id for game in store.games()] == [two, one]
    assert [game.id for game in store.games(only_unfinished=True)] == [two]
    saved = store.games()[1]
    assert saved.seats == ("Player 1", "Player 2", "Player 3")
    assert saved.moves == len(finished.moves)
    assert saved.finished == json.loads(dumps(finished))["finished"]
    assert store.found(None) == two
    assert store.found(one[:5]) == one
    for wrong in ("", " ", "zzzzzz", "%", "' OR 1"):
        with pytest.raises(StoreError, match="no game has the ID"):
            store.found(wrong)


def test_a_game_that_is_open_elsewhere_is_neither_resumed_nor_deleted(store, tmp_path):
    keeper = store.begin(a_match())
    with Store(tmp_path / "home") as other:
        for refused in (other.resume, other.delete):
            with pytest.raises(StoreError, match="open in another window"):
                refused(keeper.id)
        assert other.load(keeper.id).moves == [], "it can still be looked at"
        keeper.release()
        other.delete(keeper.id)
        assert other.games() == []
        with pytest.raises(StoreError, match="is gone"):
            store.load(keeper.id)


def test_a_record_that_is_wrong_is_not_added(store):
    with pytest.raises(RecordError):
        store.add(b"{}")
    assert store.games() == []


def test_an_exported_game_imports_as_the_same(store):
    first = store.add(dumps(a_match(moves=30)).encode())
    second = store.add(store.export(first).encode())
    assert second != first
    assert store.export(second) == store.export(first)


# What can go wrong


def one_line(error):
    text = str(error.value)
    assert text
    assert text.isprintable()
    return text


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError) as error:
        Store(tmp_path / "file" / "home")
    assert "cannot be kept" in one_line(error)


def test_a_file_that_is_no_store(tmp_path):
    (tmp_path / store_module.FILE).write_bytes(b"not a database, whatever it is called" * 100)
    with pytest.raises(StoreError) as error:
        Store(tmp_path)
    assert "cannot be opened" in one_line(error)


def test_a_store_of_a_newer_program(tmp_path):
    with Store(tmp_path) as store:
        store._db.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError) as error:
        Store(tmp_path)
    assert "newer nutgames" in one_line(error)


def test_a_full_disk_loses_nothing_that_was_kept(store):
    match = a_match(moves=10)
    keeper = store.begin(match)
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    rng, kept = Random(3), len(match.moves)

    def play_on():
        nonlocal match, keeper, kept
        while True:
            if match.actor is None:
                match = a_match("nut-job", 2)
                keeper, kept = store.begin(match), 0
            match.play(random_move(match.game, match.state, rng))
            keeper.keep(match)
            kept = len(match.moves)

    with pytest.raises(StoreError) as error:
        play_on()
    assert "full" in one_line(error)
    store._db.execute("PRAGMA max_page_count = 1000000")
    assert store.is_intact()
    assert len(store.load(keeper.id).moves) == kept
    keeper.keep(match)
    assert dumps(store.load(keeper.id)) == dumps(match), "what could not be kept is kept with the next move"


# A file that somebody has written into: SQLite takes it, we must not


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE seats SET name = x'ff00'",
        "UPDATE seats SET name = char(27) || ']0;evil' || char(7)",
        "UPDATE games SET game = x'ff00'",
        "UPDATE games SET started = 'x'",
        "UPDATE games SET started = '9999-12-31T23:59:59Z'",
        "UPDATE games SET options = '[' || replace(hex(zeroblob(100000)), '00', '[')",
        "UPDATE games SET options = '[]'",
        "UPDATE moves SET move = 'rob' || char(27)",
        "UPDATE moves SET number = number + 700",
    ],
)
def test_a_damaged_store_is_told_in_words(store, monkeypatch, damage):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    number = store.add(dumps(a_match(moves=12)).encode())
    store._db.execute(damage)
    saved = store.games()
    assert len(saved) == 1
    for text in (*saved[0].seats, saved[0].game, saved[0].started):
        assert text.isprintable()
    assert about(saved[0]).isprintable()
    with suppress(StoreError):  # one line, as elsewhere; never anything else
        store.load(number)


def test_a_record_from_the_end_of_time_can_be_listed(store):
    record = dumps(a_match(moves=3))
    started = json.loads(record)["started"]
    store.add(record.replace(started, "9999-12-31T23:59:59Z").encode())
    assert "9999" in about(store.games()[0]) or "Dec 31" in about(store.games()[0])
