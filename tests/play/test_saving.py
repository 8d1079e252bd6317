"""A game on its way to the disk, and people who leave meanwhile."""

from threading import Event, Thread

import pytest

from nutgames.games import new
from nutgames.play.match import Match, Player
from nutgames.play.saving import Saving
from nutgames.play.store import Store


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
