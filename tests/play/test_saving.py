"""A game on its way to the disk, and people who leave meanwhile."""

from threading import Event, Thread

import pytest

from nutgames.games import new
from nutgames.play.match import Match, Player
from nutgames.play.saving import Saving
from nutgames.play.store import DiskError, Store


@pytest.fixture
def slow(monkeypatch):
    """A disk that writes when it is told to."""
    started, go = Event(), Event()
    write = Store.write

    def wait(self, *arguments):
        started.set()
        assert go.wait(10)
        write(self, *arguments)

    monkeypatch.setattr(Store, "write", wait)
    return started, go


def test_who_leaves_while_the_disk_is_busy_loses_nothing(slow):
    started, go = slow
    match = Match(new("nutty-business", 2), [Player("Ana"), Player("Ben")])
    saving = Saving()
    saving.keep(match)
    match.play(match.game.parse("lay bank"))
    thread = Thread(target=saving.keep, args=(match,))
    thread.start()
    assert started.wait(10)
    saving.release()  # the store must not be closed under the hands of the thread that writes
    go.set()
    thread.join(10)
    assert not thread.is_alive()
    with Store() as store:
        number = store.found(None)
        assert saving.farewell == f"The game is kept: nutgames resume {number} goes on."
        assert [str(move) for move in store.load(number).moves] == ["lay bank"]
        store.resume(number)  # and nobody holds it any more


def test_what_is_not_kept_is_not_said_to_be():
    saving = Saving(is_on=False)
    saving.keep(Match(new("nut", 2), [Player("Ana"), Player("Ben")]))
    assert "not kept" in saving.farewell


def business(*moves):
    """A game of two."""
    match = Match(new("nutty-business", 2), [Player("Ana"), Player("Ben")])
    for move in moves:
        match.play(match.game.parse(move))
    return match


def lost_and_found(folder, meanwhile):
    """A game whose folder goes away and comes back; the IDs before and after, and what is kept then."""
    match, saving = business(), Saving()
    saving.keep(match)
    before = saving.id
    folder.rename(folder.with_name("unplugged"))
    match.play(match.game.parse("lay bank"))
    with pytest.raises(DiskError):
        saving.keep(match)
    assert saving.id == ""
    folder.with_name("unplugged").rename(folder)
    meanwhile(before)
    saving.keep(match)
    saving.release()
    with Store() as store:
        return (
            before,
            saving.id,
            {game.id: list(map(str, store.load(game.id).moves)) for game in store.games()},
        )


def test_a_store_that_is_there_again_goes_on_with_the_same_game(tmp_path):
    before, after, kept = lost_and_found(tmp_path / "home", lambda _: None)
    assert after == before
    assert kept == {before: ["lay bank"]}


def test_what_somebody_else_has_played_on_with_is_theirs(tmp_path):
    def play_on(number):
        match, theirs = Saving.resumed(number)
        match.play(match.game.parse("lay hideout"))
        theirs.keep(match)
        theirs.release()

    before, after, kept = lost_and_found(tmp_path / "home", play_on)
    assert after != before
    assert kept == {before: ["lay bank", "lay hideout"], after: ["lay bank"]}


def test_what_somebody_else_has_open_is_theirs(tmp_path):
    held = []
    before, after, kept = lost_and_found(
        tmp_path / "home", lambda number: held.append(Saving.resumed(number))
    )
    assert after != before
    assert kept == {before: ["lay bank"], after: ["lay bank"]}
    held[0][1].release()
