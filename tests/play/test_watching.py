"""Watching a stored game: every change arrives once, nothing is written, and nothing is missed."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random

import pytest

from nutgames.games import random_move
from nutgames.play import watching
from nutgames.play.records import dumps
from nutgames.play.store import FILE, DiskError, Store, StoreError, Taken
from nutgames.play.watching import Watch
from support import random_match


@pytest.fixture
def store() -> Store:
    return Store()


@pytest.mark.parametrize("name", ["nutty-business", "hibernation"])
def test_what_is_played_elsewhere_arrives_once(store: Store, name: str) -> None:
    match, rng = random_match(name, 3, seed=2, moves=5), Random(3)
    keeper = store.begin(match)
    watch = Watch(keeper.id)
    seen = watch.news()
    assert seen is not None
    assert dumps(seen) == dumps(match)
    assert watch.news() is None
    while match.actor is not None and len(match.moves) < 60:
        if rng.random() < 0.2 and not match.why_no_undo():
            match.undo()
        else:
            match.play(random_move(match.game, match.state, rng))
        keeper.keep(match)
        seen = watch.news()
        assert seen is not None
        assert dumps(seen) == dumps(match)
        assert watch.news() is None
    watch.close()


def test_whoever_watches_writes_nothing_and_is_in_nobodys_way(store: Store, tmp_path: Path) -> None:
    match = random_match("nut", 2, seed=1, moves=10)
    keeper = store.begin(match)
    watch = Watch(keeper.id)
    watch.news()
    with sqlite3.connect(store.folder / FILE) as other:
        before = list(other.iterdump())
        watch.news()
        assert list(other.iterdump()) == before
    with pytest.raises(Taken, match="open in another window"):
        Store().resume(keeper.id)
    keeper.release()
    Store().resume(keeper.id)[1].release()  # a watch has no claim
    watch.close()


def test_a_game_that_is_deleted_is_told_in_one_line(store: Store) -> None:
    keeper = store.begin(random_match("nut", 2, seed=1, moves=10))
    keeper.release()
    watch = Watch(keeper.id)
    watch.news()
    Store().delete(keeper.id)
    with pytest.raises(StoreError, match=f"the game {keeper.id} is gone"):
        watch.news()
    with pytest.raises(StoreError, match="is gone"):
        watch.news()  # and it remains so
    watch.close()


def test_after_closing_there_is_no_news(store: Store) -> None:
    keeper = store.begin(random_match("nut", 2, seed=1, moves=10))
    watch = Watch(keeper.id)
    watch.close()
    assert watch.news() is None
    watch.close()


def test_closing_does_not_wait_for_what_is_being_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(store.begin(random_match("nut", 2, seed=1, moves=10)).id)
    load = watch._store.load

    def slow(number: str):
        watch.close()  # from the app, while the thread is here
        return load(number)

    monkeypatch.setattr(watch._store, "load", slow)
    assert watch.news() is not None
    with pytest.raises(sqlite3.ProgrammingError):
        watch._store._db.execute("SELECT 1")


def test_where_nothing_can_be_written_a_game_is_looked_at_all_the_same(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = random_match("nut", 2, seed=1)
    number = store.add(dumps(match).encode())
    store.close()

    def on_a_disk_that_is_full(read_only: bool = False) -> Store:
        if not read_only:
            raise DiskError("the disk is full")
        return Store(read_only=True)

    monkeypatch.setattr(watching, "Store", on_a_disk_that_is_full)
    watch = Watch(number)
    seen = watch.news()
    assert seen is not None
    assert dumps(seen) == dumps(match)
    watch.close()
    (store.folder / FILE).unlink()
    with pytest.raises(DiskError, match="the disk is full"):
        Watch(number)
