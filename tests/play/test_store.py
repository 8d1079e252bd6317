"""The store keeps every move that it said it has, whatever happens to the program."""

import json
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from random import Random
from threading import Barrier

import pytest

from nutgames.games import imagine, new, random_move
from nutgames.play.match import Match, Player
from nutgames.play.records import RecordError, dumps
from nutgames.play.store import FILE, MIGRATIONS, Store, StoreError, standing
from nutgames.play.watching import store_to_read
from nutgames.play.when import when
from strategies import TABLES
from support import random_match


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


def test_of_two_windows_on_one_game_the_later_one_loses_nothing_of_the_other(store, tmp_path):
    def play(match, moves):
        for _ in range(moves):
            match.play(random_move(match.game, match.state, Random(1)))

    match = a_match("nut", 2, moves=12)
    keeper = store.begin(match)
    for path in (tmp_path / "home" / "locks").iterdir():
        path.unlink()  # so that nobody knows any more that the game is open
    with Store(tmp_path / "home") as other:
        theirs, their_keeper = other.resume(keeper.id)
        play(theirs, 1)
        their_keeper.keep(theirs)
        play(match, 2)
        for _ in range(2):
            with pytest.raises(StoreError, match="changed by another window"):
                keeper.keep(match)
        assert dumps(store.load(keeper.id)) == dumps(theirs)
        play(theirs, 1)
        their_keeper.keep(theirs)
        keeper.release()
        their_keeper.release()


def test_a_record_that_is_wrong_is_not_added(store):
    with pytest.raises(RecordError):
        store.add(b"{}")
    assert store.games() == []


def test_an_exported_game_imports_as_the_same(store):
    first = store.add(dumps(a_match(moves=30)).encode())
    second = store.add(dumps(store.load(first)).encode())
    assert second != first
    assert dumps(store.load(second)) == dumps(store.load(first))


# Abandoning


def test_an_abandoned_game_stays_and_is_not_played_on(store):
    match = a_match("hibernation", moves=9)
    keeper = store.begin(match)
    keeper.release()
    store.abandon(keeper.id)
    (saved,) = store.games()
    assert (saved.state, saved.is_abandoned, saved.moves) == ("abandoned", True, 9)
    assert saved.finished
    assert store.games(only_unfinished=True) == []
    assert store.load(keeper.id).is_abandoned
    with pytest.raises(StoreError, match="has been abandoned"):
        store.resume(keeper.id)
    with pytest.raises(StoreError, match="no unfinished game"):
        store.found(None)
    with pytest.raises(StoreError, match="has ended already"):
        store.abandon(keeper.id)
    store.delete(keeper.id)
    assert store.games() == []


def test_neither_a_finished_game_nor_one_that_is_played_is_abandoned(store, tmp_path):
    finished = store.add(dumps(a_match(moves=1000)).encode())
    before = dumps(store.load(finished))
    with pytest.raises(StoreError, match="has ended already"):
        store.abandon(finished)
    assert dumps(store.load(finished)) == before
    keeper = store.begin(a_match())
    with Store(tmp_path / "home") as other, pytest.raises(StoreError, match="open in another window"):
        other.abandon(keeper.id)
    assert not store.load(keeper.id).is_abandoned


# When and where


def test_what_is_played_comes_first(store):
    matches = [a_match(moves=3), a_match("nut", 2, moves=3), a_match(seed=2, moves=3)]
    keepers = [store.begin(match) for match in matches]
    assert [game.id for game in store.games()] == [keeper.id for keeper in reversed(keepers)]
    matches[1].play(random_move(matches[1].game, matches[1].state, Random(1)))
    keepers[1].keep(matches[1])
    assert store.found(None) == keepers[1].id
    assert [game.id for game in store.games()] == [keepers[each].id for each in (1, 2, 0)]
    keepers[0].release()
    store.abandon(keepers[0].id)
    assert store.games()[0].id == keepers[0].id, "that is a write, too"
    assert store.found(None) == keepers[1].id


def test_the_match_that_was_played_last(store):
    assert store.latest("nut") is None
    first = store.add(dumps(random_match("nut", 2, 1, names=("Ana", "Ben"))).encode())
    store.add(dumps(random_match("nut", 3, 1, moves=4, first=3)).encode())
    store.add(dumps(a_match()).encode())
    latest = store.latest("nut")
    assert latest.names == ("Ana", "Ben", "Cid")
    assert latest.game.options.first == 3
    assert store.latest("nut-job") is None
    store._db.execute("UPDATE games SET options = '[]' WHERE id <> ? AND game = 'nut'", (first,))
    assert store.latest("nut").names == ("Ana", "Ben"), "the last one that can be read"


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_moment_of_a_game_is_what_everybody_may_know(store, name, seats):
    names = [f"Player {seat}" for seat in range(1, seats + 1)]
    match, rng = a_match(name, seats), Random(seats)
    keeper = store.begin(match)
    for _ in range(25):
        keeper.keep(match)
        (saved,) = store.games()
        truth = imagine(match.game, match.view(0), 0, rng)
        other = Match(match.game, match.players)
        other._states, other.moves = [truth], list(match.moves)
        store.write(keeper.id, other, len(other.moves), standing(match))
        assert store.games()[0].moment == saved.moment, "another truth that all took for possible"
        seat = match.actor
        turn = f"{names[seat - 1]}'s turn" if seat else ""
        assert turn in saved.moment or name in ("nut", "hibernation")
        match.play(random_move(match.game, match.state, rng))


def test_moments_are_told_in_words(store):
    for name, moment in {"nut": "round 1 of 15", "hibernation": "month 1, Player 2's turn"}.items():
        match = a_match(name, 2)
        while not match.actor:
            match.play(random_move(match.game, match.state, Random(0)))
        if name == "hibernation":
            match.play(next(iter(match.game.moves(match.state))))
            while match.view(0).turn != 2:
                match.play(list(match.game.moves(match.state))[-1])
        store.begin(match)
        assert store.games()[0].moment == moment


# The file of the first version


FIRST_VERSION = MIGRATIONS[0]


def a_file_of_the_first_version(folder, records):
    """What the program wrote before games had a `played` and a `moment`."""
    folder.mkdir()
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        for statement in FIRST_VERSION:
            db.execute(statement)
        db.execute("PRAGMA user_version = 1")
        for number, text in records.items():
            tree = json.loads(text)
            db.execute(
                "INSERT INTO games (id, game, rules, options, deck, started, finished, result)"
                " VALUES (?, ?, ?, ?, NULL, ?, ?, ?)",
                (
                    *(number, tree["game"], tree["rules"], json.dumps(tree["options"])),
                    *(tree["started"], tree["finished"], tree["result"] and json.dumps(tree["result"])),
                ),
            )
            db.executemany(
                "INSERT INTO seats VALUES (?, ?, ?, ?)",
                [(number, seat, each["name"], each["bot"]) for seat, each in enumerate(tree["seats"], 1)],
            )
            db.executemany(
                "INSERT INTO moves VALUES (?, ?, ?)",
                [(number, place, move) for place, move in enumerate(tree["moves"], 1)],
            )


def test_a_file_of_the_first_version_is_brought_up_to_date(tmp_path):
    started = {"aaaaaa": "2025-11-27T20:15:00Z", "bbbbbb": "2025-12-01T20:15:00Z"}
    texts = {"aaaaaa": dumps(a_match("nut", 2, moves=9)), "bbbbbb": dumps(a_match(moves=1000))}
    for number, text in texts.items():
        texts[number] = text.replace(json.loads(text)["started"], started[number], 1)
    a_file_of_the_first_version(tmp_path / "home", texts)
    for _ in range(2):  # it is as good the second time
        with Store(tmp_path / "home") as store:
            assert [(game.id, game.played, game.moment) for game in store.games()] == [
                ("bbbbbb", started["bbbbbb"], ""),
                ("aaaaaa", started["aaaaaa"], ""),
            ]
            for number, text in texts.items():
                assert dumps(store.load(number)) == text
            assert store.is_intact()
    with Store(tmp_path / "home") as store:
        match, keeper = store.resume(store.found(None))
        match.play(random_move(match.game, match.state, Random(1)))
        keeper.keep(match)
        assert [game.id for game in store.games()] == ["aaaaaa", "bbbbbb"]
        assert store.games()[0].moment.startswith("round 3")


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
    (tmp_path / FILE).write_bytes(b"not a database, whatever it is called" * 100)
    with pytest.raises(StoreError) as error:
        Store(tmp_path)
    assert "cannot be opened" in one_line(error)


def test_a_store_of_a_newer_program(tmp_path):
    with Store(tmp_path) as store:
        store._db.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError) as error:
        Store(tmp_path)
    assert "newer nutgames" in one_line(error)


@pytest.mark.parametrize(
    "damage",
    [
        "PRAGMA user_version = 0",
        "PRAGMA user_version = -1",
        "DROP TABLE games",
        "DROP TABLE moves",
        "ALTER TABLE games DROP COLUMN started",
        "ALTER TABLE seats RENAME TO chairs",
    ],
)
@pytest.mark.parametrize("way", [Store, store_to_read])
def test_a_file_that_we_have_not_made_like_this(store, damage, way):
    """Whatever is done with it, somebody is told what to do; nothing is made worse."""
    store.add(dumps(a_match(moves=3)).encode())
    store._db.execute("PRAGMA foreign_keys = OFF")
    store._db.execute(damage)
    store.close()

    def looked_at():
        with way() as again:
            again.games()
            again.load(again.numbers()[0])

    with pytest.raises(StoreError) as error:
        looked_at()
    assert "once it is moved away, games are kept in a new one" in one_line(error)


def test_a_file_that_is_still_empty_holds_no_games(tmp_path):
    (tmp_path / FILE).touch()
    with pytest.raises(StoreError) as error:
        Store(tmp_path, read_only=True)
    assert "no games" in one_line(error)
    with Store(tmp_path) as store:
        assert store.games() == []


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
                keeper.release()
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
    keeper.release()


# A file that somebody has written into: SQLite takes it, we must not


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE seats SET name = x'ff00'",
        "UPDATE seats SET name = char(27) || ']0;evil' || char(7)",
        "UPDATE games SET game = x'ff00'",
        "UPDATE games SET started = 'x'",
        "UPDATE games SET played = '9999-12-31T23:59:59Z', started = played",
        "UPDATE games SET played = x'ff00', moment = char(27) || '[2J'",
        "UPDATE games SET finished = 'x', result = '[]'",
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
    for text in (*saved[0].seats, saved[0].game, saved[0].started, saved[0].played, saved[0].moment):
        assert text.isprintable()
        assert not text.startswith("b'"), "bytes are not shown as Python writes them"
    assert when(saved[0].played).isprintable()
    store.ended()
    with suppress(StoreError):  # one line, as elsewhere; never anything else
        store.load(number)


@pytest.mark.parametrize(
    "result",
    [
        *("1", "'{}'", "'[' || replace(hex(zeroblob(100000)), '00', '[')", "x'ff'"),
        """'{"ranking": [[1], [2]], "places": [2, 1]}'""",  # for three players
        """'{"ranking": [[1], [2], []], "places": [2, 1, 3]}'""",
        """'{"ranking": [[1], [2], [3]], "places": [2, 2, 3]}'""",
        """'{"ranking": [[1], [2], [3]], "places": [0, 1, 3]}'""",
        """'{"ranking": [[1], [2.5], [3]], "places": [1, 2, 3]}'""",
    ],
)
def test_a_result_that_is_none_is_not_counted(store, result):
    number = store.add(dumps(a_match(moves=1000)).encode())
    other = store.add(dumps(a_match(seed=2, moves=1000)).encode())
    ended, damaged = store.ended()
    assert (len(ended), damaged) == (2, [])
    store._db.execute(f"UPDATE games SET result = {result} WHERE id = '{number}'")
    assert store.ended() == ([store.ended()[0][0]], [number])
    with pytest.raises(StoreError) as error:
        store.load(number)
    assert f"`nutgames saves delete {number}` forgets it" in one_line(error)
    assert store.load(other)


def test_windows_that_open_at_the_same_time_make_one_store(tmp_path, count):
    """None of them takes what another one has half made for something strange."""
    for number in range(count(dev=20, ci=20, nightly=200)):
        together = Barrier(4)

        def opened(folder=tmp_path / str(number), together=together):
            together.wait()
            with Store(folder) as store:
                return store.numbers()

        with ThreadPoolExecutor(4) as pool:
            assert [window.result() for window in [pool.submit(opened) for _ in range(4)]] == [[]] * 4
