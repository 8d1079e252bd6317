"""Records: what is written is read back, byte for byte; what comes from anywhere is judged strictly."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nutgames.games import GAMES
from nutgames.play.match import Match
from nutgames.play.names import seated
from nutgames.play.records import LARGEST, RecordError, dumps, loads
from nutgames.play.store import Store
from support import TABLES, environment, random_match, talk

Tree = dict[str, Any]


def refusal(data: bytes) -> str:
    """The one printable line with which these bytes are refused."""
    with pytest.raises(RecordError) as caught:
        loads(data)
    line = str(caught.value)
    assert line, "a refusal without a word"
    assert line.isprintable(), line
    assert len(line) <= 200
    assert not {unicodedata.category(char) for char in line} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    return line


def written(match: Match) -> bytes:
    return dumps(match).encode()


def tree_of(match: Match) -> Tree:
    tree: Tree = json.loads(dumps(match))
    return tree


def as_bytes(tree: object) -> bytes:
    return json.dumps(tree).encode()


UNFINISHED = random_match("nutty-business", 3, seed=5, moves=12, first=2)
FINISHED = random_match("nutty-business", 2, seed=7)


# --- There and back ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 120))
def test_a_record_reads_back_byte_for_byte(name: str, seats: int, seed: int, moves: int) -> None:
    match = random_match(name, seats, seed, moves)
    again = loads(written(match))
    assert written(again) == written(match)
    assert again.players == match.players
    assert (again.started, again.finished) == (match.started, match.finished)
    assert [step for seat in range(seats + 1) for step in again.log(seat)] == [
        step for seat in range(seats + 1) for step in match.log(seat)
    ]
    assert again.state == match.state


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_whole_game_reads_back_byte_for_byte(name: str, seats: int) -> None:
    match = random_match(name, seats, seed=seats)
    assert written(loads(written(match))) == written(match)
    assert loads(written(match)).state == match.state


DIGEST = """
import sys, hashlib
from nutgames.play.records import dumps, loads
match = loads(sys.stdin.buffer.read())
text = dumps(match)
for step in match.log(0):
    text += repr(step)
state = match.game.start()
for move in match.moves:
    text += repr(state) + repr([str(each) for each in match.game.moves(state)])
    state = match.game.play(state, move)
print(hashlib.sha256(text.encode()).hexdigest())
"""


@pytest.mark.parametrize("name", GAMES)
def test_a_record_replays_alike_whatever_strings_hash_to(name: str) -> None:
    data = written(random_match(name, GAMES[name].seats[-1], seed=3, moves=150))
    digests = {
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            input=data,
            capture_output=True,
            check=True,
            env=environment(PYTHONHASHSEED=hash_seed),
        ).stdout
        for hash_seed in ("0", "1", "4242")
    }
    assert len(digests) == 1


def test_the_layout_of_an_unfinished_game() -> None:
    match = random_match("nutty-business", 2, seed=1, moves=2, names=("Ana", "Čeněk"), first=2)
    first, second = match.moves
    assert dumps(match) == (
        f"""{{
  "format": 1,
  "game": "nutty-business",
  "rules": 1,
  "options": {{
    "first": 2,
    "bank_blocks_customs": true
  }},
  "deck": null,
  "seats": [
    {{
      "name": "Ana",
      "bot": null
    }},
    {{
      "name": "Čeněk",
      "bot": null
    }}
  ],
  "started": "{match.started:%Y-%m-%dT%H:%M:%SZ}",
  "finished": null,
  "moves": [
    "{first}",
    "{second}"
  ],
  "result": null
}}
"""
    )


def test_the_layout_of_a_finished_game() -> None:
    text = dumps(FINISHED)
    standings = FINISHED.game.standings(FINISHED.state)
    tree = json.loads(text)
    assert text == json.dumps(tree, indent=2, ensure_ascii=False) + "\n"
    assert list(tree) == (
        ["format", "game", "rules", "options", "deck", "seats", "started", "finished", "moves", "result"]
    )
    assert list(tree["result"]) == ["ranking", "places"]
    assert tree["result"] == {
        "ranking": [list(row) for row in standings.ranking],
        "places": list(standings.places),
    }
    for moment in ("started", "finished"):
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", tree[moment])


def test_a_loaded_game_can_be_played_on_to_its_end() -> None:
    match, rng = loads(written(UNFINISHED)), Random(1)
    while match.actor is not None:
        match.play(rng.choice(list(match.game.moves(match.state))))
    assert match.finished is not None
    assert written(loads(written(match))) == written(match)


def test_the_end_of_a_loaded_game_can_be_taken_back_and_played_again() -> None:
    match = loads(written(FINISHED))
    match.play(match.undo())
    assert match.finished is not None
    assert tree_of(match)["moves"] == tree_of(FINISHED)["moves"]
    assert written(loads(written(match))) == written(match)


# --- What is refused --------------------------------------------------------------------------------------


def changed(match: Match, change: Callable[[Tree], object]) -> bytes:
    tree = tree_of(match)
    change(tree)
    return as_bytes(tree)


def put(path: str, value: object) -> Callable[[Tree], object]:
    """A change of the value at a place such as `seats.0.name`."""

    def change(tree: Tree) -> None:
        *way, last = (int(part) if part.isdecimal() else part for part in path.split("."))
        inner: Any = tree
        for part in way:
            inner = inner[part]
        inner[last] = value

    return change


def drop(path: str) -> Callable[[Tree], object]:
    def change(tree: Tree) -> None:
        *way, last = (int(part) if part.isdecimal() else part for part in path.split("."))
        inner: Any = tree
        for part in way:
            inner = inner[part]
        del inner[last]

    return change


PLACES = [
    *("format", "game", "rules", "options", "deck", "seats", "started", "finished", "moves", "result"),
    *("options.first", "options.bank_blocks_customs"),
    *("seats.0", "seats.0.name", "seats.0.bot", "moves.3"),
    *("result.ranking", "result.places", "result.ranking.0", "result.ranking.0.0", "result.places.1"),
]
KEYS = [place for place in PLACES if not place.rsplit(".", 1)[-1].isdecimal()]


@pytest.mark.parametrize("place", KEYS)
def test_a_missing_key_is_named(place: str) -> None:
    assert place.rsplit(".", 1)[-1] in refusal(changed(FINISHED, drop(place)))


def test_a_byte_order_mark_is_none_of_a_persons_faults() -> None:
    assert written(loads(b"\xef\xbb\xbf" + written(FINISHED))) == written(FINISHED)


@pytest.mark.parametrize("place", ["", "options.", "seats.0.", "seats.1.", "result."])
@pytest.mark.parametrize("key", ["more", "", "Format", "name ", "deck\x00", "\x1b[31m", "seats", "first"])
def test_an_unknown_key_is_refused_at_every_level(place: str, key: str) -> None:
    tree = tree_of(FINISHED)
    change = put(place + "HERE", 1)
    change(tree)
    if json.dumps("HERE") not in json.dumps(tree):
        pytest.fail("the key was put nowhere")
    text = json.dumps(tree).replace('"HERE"', json.dumps(key))
    assert refusal(text.encode())


@pytest.mark.parametrize("key", ["seats", "name", "deck", "self", "game", "options"])
@pytest.mark.parametrize("value", [None, 3, "x", {}])
def test_an_option_is_never_taken_for_something_else(key: str, value: object) -> None:
    assert key in refusal(changed(FINISHED, put(f"options.{key}", value)))


@pytest.mark.parametrize("place", KEYS)
def test_a_key_that_stands_there_twice_is_named(place: str) -> None:
    key = place.rsplit(".", 1)[-1]
    text = re.sub(f'("{key}": )', r"\1null, \1", dumps(FINISHED), count=1)
    assert f"{key}: the key stands there twice" in refusal(text.encode())


WRONG = {
    "null": None,
    "true": True,
    "false": False,
    "an integer": 17,
    "zero": 0,
    "negative": -1,
    "a text": "x",
    "a number as text": "1",
    "no text": "",
    "a list": [],
    "a list of lists": [[[]]],
    "a list of texts": ["1"],
    "an object": {},
    "an object in a list": [{}],
    "a surrogate": "\ud800",
    "an escape sequence": "\x1b[2J\x9b\u202e",
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_value_is_refused_at_every_place(place: str, kind: str) -> None:
    value = WRONG[kind]
    if place.endswith("name") and isinstance(value, str) and kind != "a surrogate":
        return  # any text is a name, once it is cleaned
    if place == "options.bank_blocks_customs" and isinstance(value, bool):
        return  # the same moves may well lead to the same end
    inner: Any = tree_of(FINISHED)
    for part in place.split("."):
        inner = inner[int(part) if part.isdecimal() else part]
    if inner == value and type(inner) is type(value):
        return  # it stands there already
    reason = refusal(changed(FINISHED, put(place, value)))
    assert not re.search("input|instance|dictionary|pydantic", reason, re.IGNORECASE), "in plain words"


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "number",
    [
        *("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1.0", "1e0", "0.1", "-0"),
        *("9" * 10, "-" + "9" * 10, "1" * 400, "1" * 100_000),
    ],
)
def test_odd_numbers_are_refused_at_every_place(place: str, number: str) -> None:
    text = changed(FINISHED, put(place, "HERE")).decode().replace('"HERE"', number)
    if number == "-0" and json.loads(text) == tree_of(FINISHED):
        return
    refusal(text.encode())


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999", "1.0", "1" * 5000])
def test_odd_numbers_are_refused_wherever_they_hide(number: str) -> None:
    for place in ("deck", "more", "options.more"):
        refusal(changed(FINISHED, put(place, ["HERE"])).decode().replace('"HERE"', number).encode())


@pytest.mark.parametrize("place", ["", "seats.0.", "options.", "result."])
@pytest.mark.parametrize("escape", [r"\ud800", r"\udfff", r"a\udc80b", r"\udc00\ud800"])
def test_lone_surrogates_are_refused_as_keys(place: str, escape: str) -> None:
    text = changed(FINISHED, put(place + "HERE", 1)).decode().replace("HERE", escape)
    refusal(text.encode())


@pytest.mark.parametrize("place", ["game", "seats.1.name", "seats.0.bot", "moves.0", "started", "finished"])
@pytest.mark.parametrize("escape", [r"\ud800", r"Ana\udc80", r"\udfffx"])
def test_lone_surrogates_are_refused_as_values(place: str, escape: str) -> None:
    refusal(changed(FINISHED, put(place, "HERE")).decode().replace("HERE", escape).encode())


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not JSON"),
        (b" \n", "not JSON"),
        (b"{", "not JSON"),
        (b"null", "no record"),
        (b"[]", "no record"),
        (b"1", "no record"),
        (b'"format"', "no record"),
        (b"{}", "format"),
        (b"\x00", "not JSON"),
        (b"\xef\xbb\xbf" * 2 + written(FINISHED), "BOM"),
        (written(FINISHED).decode().encode("utf-16"), "not UTF-8"),
        (written(FINISHED).replace(b"Ana", b"An\xe1"), "not UTF-8"),
        (written(FINISHED).replace(b"Ana", b"\xed\xa0\x80"), "not UTF-8"),
        (written(FINISHED).replace(b"Ana", b"\xc0\x80"), "not UTF-8"),
        (written(FINISHED).replace(b"Ana", b"A\nna"), "not JSON"),
        (written(FINISHED) + b"{}", "not JSON"),
        (written(FINISHED)[:-3], "not JSON"),
        (written(FINISHED).replace(b'"format"', b"'format'"), "not JSON"),
        (b"[" * 100_000, "deep"),
        (b'{"a":' * 100_000, "deep"),
        (b"[" * 2_000 + b"]" * 2_000, "deep"),
        (written(FINISHED) + b" " * LARGEST, "larger than 1 MiB"),
        (b" " * (LARGEST + 1), "larger than 1 MiB"),
    ],
)
def test_what_is_no_json_is_refused(data: bytes, reason: str) -> None:
    assert reason in refusal(data)


def test_blanks_up_to_a_mebibyte_do_no_harm() -> None:
    data = written(FINISHED)
    assert written(loads(data + b" " * (LARGEST - len(data)))) == data


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (put("format", 2), "format 2 is newer than this program, which reads format 1: update nutgames"),
        (put("format", 0), "format"),
        (put("rules", 2), "rules: version 2 of nutty-business; this program plays version 1"),
        (put("rules", 0), "rules: version 0"),
        (put("game", "chess"), "game: there is no game 'chess'"),
        (put("game", "Nutty-Business"), "game: there is no game"),
        (put("seats", []), "2 to 5 players, not 0"),
        (put("seats", [{"name": "Ana", "bot": None}]), "2 to 5 players, not 1"),
        (put("seats", [{"name": "Ana", "bot": None}] * 6), "2 to 5 players, not 6"),
        (put("seats.0.bot", "genius"), "seats.0.bot"),
        (put("options.first", 3), "option first: there is no seat 3"),
        (put("options.first", 0), "option first"),
        (put("options.first", "1"), "first"),
        (put("options.bank_blocks_customs", 1), "bank_blocks_customs"),
        (put("options.bank_blocks_customs", "true"), "bank_blocks_customs"),
        (put("options.razzia", True), "unknown option 'razzia'"),
        (put("deck", {}), "deck"),
        (put("started", "2026-01-31 20:15:00Z"), "started"),
        (put("started", "2026-01-31T20:15:00+00:00"), "started"),
        (put("started", "2026-02-30T20:15:00Z"), "started"),
        (put("started", "2026-1-31T20:15:00Z"), "started"),
        (put("started", "2026-01-31T20:15:60Z"), "started"),
        (put("started", "٢٠٢٦-01-31T20:15:00Z"), "started"),
        (put("started", None), "started"),
        (put("moves.2", "play bank 3"), "move 3, 'play bank 3'"),
        (put("moves.0", "lay ?"), "move 1, 'lay ?': say which card is laid"),
        (put("moves.1", "lay  bank"), "move 2, 'lay bank': this is not how a move is written here"),
        (put("moves.1", "LAY BANK"), "move 2"),
        (put("moves.1", ""), "move 2, ''"),
        (put("moves.1", "x" * 100_000), "move 2, 'xxx"),
        (lambda tree: tree["moves"].append("rob"), "the game is over"),
        (lambda tree: tree["moves"].pop(), "result"),
        (put("moves", []), "result"),
        (put("finished", None), "finished: the moves end the game"),
        (put("result", None), "result"),
        (put("result.places", [1, 1]), "result"),
        (lambda tree: tree["result"]["ranking"].append([0, 0, 0]), "result"),
        (lambda tree: tree["result"]["ranking"].reverse(), "result"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(change: Callable[[Tree], object], reason: str) -> None:
    tree = tree_of(FINISHED)
    if tree["result"]["places"] == [1, 1]:
        pytest.fail("this game ends in a tie, which some of the changes take for granted not to be")
    assert reason in refusal(changed(FINISHED, change))


def test_how_large_a_number_may_be() -> None:
    assert "rules: version 999999999 of" in refusal(changed(FINISHED, put("rules", 10**9 - 1)))
    assert refusal(changed(FINISHED, put("rules", 10**9))) == "1000000000…: the number is too large"


def test_a_game_that_is_not_over_has_no_result() -> None:
    result = tree_of(FINISHED)["result"]
    assert "result" in refusal(changed(UNFINISHED, put("result", result)))
    ended = changed(UNFINISHED, put("finished", "2026-01-31T20:15:00Z"))
    assert "result" in refusal(as_bytes({**json.loads(ended), "result": result}))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_an_abandoned_game_has_an_end_and_no_result(name: str, seats: int) -> None:
    match = random_match(name, seats, seed=seats, moves=7)
    match.abandon()
    tree = tree_of(match)
    assert tree["finished"] is not None
    assert tree["result"] is None
    again = loads(written(match))
    assert again.is_abandoned
    assert dumps(again) == dumps(match)
    del tree["result"]
    assert "result" in refusal(as_bytes(tree)), "a key is never left out"


HOSTILE = [
    "\x1b[2J\x1b[31mred",
    "a\u202eb",
    "\x9b31m",
    "x\n\ry\tz",
    "e" + "\u0301" * 500,
    "\u0301" * 1_000 + "\u0316" * 1_000,
    "👩\u200d👩\u200d👧",
    "日本" * 500,
    "[red]x[/]",
    "",
    " \u0301",
    "\u3164",
    "A" * 10_000,
]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_cleaned(name: str) -> None:
    match = loads(changed(FINISHED, put("seats.0.name", name)))
    assert match.names == seated((name, "Ben"))
    assert written(loads(written(match))) == written(match)


def test_names_that_are_alike_get_numbers() -> None:
    match = loads(changed(FINISHED, put("seats.1.name", "ANA")))
    assert match.names == ("Ana", "ANA 2")


# --- Mutations --------------------------------------------------------------------------------------------

ODDITIES: list[Any] = [
    *(None, True, False, 0, 1, 2, -1, 10**8, "", "1", "x", "\x1b[31m", "\ud800", "\u202e"),
    *([], {}, [[]], [{}], {"a": 1}, "lay ?", "rob", "lay bank", "hard", "2026-01-31T20:15:00Z"),
]


def judged(data: bytes) -> bool:
    """Whether these bytes are taken for a record; refused they are in one printable line, else a fault."""
    try:
        match = loads(data)
    except RecordError:
        refusal(data)
        return False
    assert match.game.actor(match.state) == match.actor
    assert written(loads(written(match))) == written(match)
    return True


@contextmanager
def cheaply(seconds: float = 2, mebibytes: float = 200) -> Iterator[None]:
    """What happens within takes no more time of the processor and no more memory."""
    start, before = time.process_time(), memory("VmRSS")
    if PEAK.exists():
        PEAK.write_text("5")  # the peak is what is used now
    yield
    assert time.process_time() - start < seconds
    assert memory("VmHWM") - before < mebibytes


PEAK = Path("/proc/self/clear_refs")


def memory(figure: str) -> float:
    """Mebibytes that this process takes; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    return int(re.search(rf"{figure}:\s*(\d+)", status.read_text())[1]) / 1024 if status.exists() else 0  # type: ignore[index]


def test_what_costs_too_much_would_be_noticed() -> None:
    with pytest.raises(AssertionError), cheaply(seconds=0.01):
        sum(range(3_000_000))
    if PEAK.exists():
        with pytest.raises(AssertionError), cheaply(mebibytes=50):
            bytearray(100 * 2**20)


def other_bytes(data: bytes, rng: Random) -> bytes:
    """Some bytes changed, dropped, doubled or moved."""
    changing = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        start = rng.randrange(len(changing))
        end = min(start + rng.choice((1, 1, 2, 10, 100)), len(changing))
        match rng.randrange(5):
            case 0:
                changing[start] = rng.randrange(256)
            case 1:
                changing[start] ^= 1 << rng.randrange(8)
            case 2:
                del changing[start:end]
            case 3:
                changing[start:start] = changing[start:end]
            case 4:
                changing[start:start] = rng.choice((b"{", b"[", b'"', b"\\u", b",", b"1e9", b"\xff", b"\x00"))
        if not changing:
            break
    return bytes(changing)


def places_of(tree: Any) -> list[tuple[Any, Any]]:
    """Every place in a tree: the list or object, and the index or key."""
    keys = list(tree) if isinstance(tree, dict) else list(range(len(tree))) if isinstance(tree, list) else []
    return [(tree, key) for key in keys] + [place for key in keys for place in places_of(tree[key])]


def other_structure(tree: Tree, rng: Random) -> None:
    """A value replaced, dropped, moved or added anywhere."""
    inner, key = rng.choice(places_of(tree))
    match rng.randrange(5):
        case 0:
            inner[key] = rng.choice(ODDITIES)
        case 1:
            del inner[key]
        case 2:
            elsewhere, there = rng.choice(places_of(tree))
            inner[key], elsewhere[there] = json.loads(json.dumps([elsewhere[there], inner[key]]))
        case 3 if isinstance(inner, list):
            inner.insert(key, rng.choice(ODDITIES))
        case _ if isinstance(inner, dict):
            inner[str(rng.choice(ODDITIES))] = rng.choice(ODDITIES)


def other_meaning(tree: Tree, rng: Random) -> None:
    """A record of the right form that tells something else."""
    moves = tree["moves"]
    match rng.randrange(7):
        case 0 if moves:
            moves[rng.randrange(len(moves))] = rng.choice(moves)
        case 1 if moves:
            del moves[rng.randrange(len(moves)) :]
        case 2 if moves:
            one, other = rng.randrange(len(moves)), rng.randrange(len(moves))
            moves[one], moves[other] = moves[other], moves[one]
        case 3:
            tree["seats"] = [{"name": rng.choice(HOSTILE), "bot": None} for _ in range(rng.randrange(8))]
        case 4:
            tree["options"][rng.choice(list(tree["options"]))] = rng.choice((True, False, 1, 2, 3, 4, 5, 6))
        case 5:
            tree["finished"] = rng.choice((None, tree["started"], tree["finished"]))
        case 6 if moves:
            word = rng.randrange(len(moves))
            moves[word] = rng.choice(("{} 1", "{}:", "{}9", " {}", "{}\n", "{}\u0661")).format(moves[word])
        case _:
            tree["result"] = rng.choice((None, {"ranking": [[1]], "places": [1]}))


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("kind", ["bytes", "structure", "meaning"])
def test_a_mutated_record_is_a_game_or_one_line(kind: str, part: int, count: Callable[..., int]) -> None:
    rng = Random(f"{kind} {part}")
    sample = count(dev=150, ci=400, nightly=5_000) // 4
    matches = [
        random_match(name, seats, seed=part, moves=moves) for name, seats in TABLES for moves in (20, 10_000)
    ]
    originals = [match for match in matches if len(match.moves) < 300] or matches[:1]
    taken = 0
    for _ in range(sample):
        original = rng.choice(originals)
        if kind == "bytes":
            data = other_bytes(written(original), rng)
        else:
            tree = tree_of(original)
            for _ in range(rng.choice((1, 1, 2, 4))):
                (other_structure if kind == "structure" else other_meaning)(tree, rng)
            data = as_bytes(tree)
        try:
            with cheaply():
                taken += judged(data)
        except Exception as error:
            raise AssertionError(f"not even refused: {data!r}") from error
    assert taken < sample, "nothing was ever refused"
    if kind == "meaning":
        assert taken, "nothing was ever taken"


def test_an_import_that_is_refused_is_one_line_and_leaves_nothing(
    tmp_path: Path, count: Callable[..., int]
) -> None:
    rng, file, kept = Random("import"), tmp_path / "game.json", 0
    refused = 0
    for _ in range(count(dev=20, ci=60, nightly=1_000)):
        tree = tree_of(rng.choice((FINISHED, UNFINISHED)))
        rng.choice((other_structure, other_meaning))(tree, rng)
        file.write_bytes(other_bytes(as_bytes(tree), rng) if rng.random() < 0.3 else as_bytes(tree))
        ran = talk("saves", "import", str(file))
        if ran.code == 0:
            kept += 1
            assert re.fullmatch(r"\w{6}\n", ran.out)
        else:
            refused += 1
            assert (ran.code, ran.out) == (2, "")
            assert ran.err.count("\n") == 1
            assert ran.err[:-1].isprintable()
        with Store() as store:
            assert len(store.numbers()) == kept
    assert kept
    assert refused


# --- A mebibyte -------------------------------------------------------------------------------------------


def filled(part: str, between: str = ",", room: int = LARGEST - 4_000) -> str:
    """As many of one thing as go into a mebibyte."""
    return between.join([part] * (room // (len(part.encode()) + len(between))))


def numbered(template: str, room: int = LARGEST - 200_000) -> str:
    return ",".join(template.format(number) for number in range(room // (len(template) + 6)))


def inserted(place: str, text: str) -> bytes:
    """A finished game's record with this JSON at a place."""
    return changed(FINISHED, put(place, "HERE")).decode().replace('"HERE"', text).encode()


def listed(part: str, between: str = ",") -> str:
    return "[" + filled(part, between) + "]"


def text_of(part: str, before: str = "", between: str = "") -> str:
    return '"' + before + filled(part, between) + '"'


MANY_KEYS = "{" + numbered('"k{0}":0') + "}"
FULL = "{" + ",".join(f'"{number}":0' for number in range(290)) + "}"

SHAPES: dict[str, bytes] = {
    "many unknown keys": MANY_KEYS.encode(),
    "many unknown keys of a seat": inserted("seats.0", MANY_KEYS),
    "many unknown options": inserted("options", MANY_KEYS),
    "many objects with keys": inserted("deck", listed('{"a":0}')),
    "many full objects": inserted("deck", listed(FULL)),
    "many keys twice": b"{" + filled('"k":0').encode() + b"}",
    "many moves": inserted("moves", listed('"rob"')),
    "many empty moves": inserted("moves", listed('""')),
    "many numbers for moves": inserted("moves", listed("1")),
    "many seats": inserted("seats", listed('{"name":"A","bot":null}')),
    "many wrong seats": inserted("seats", listed("{}")),
    "many rows": inserted("result.ranking", listed("[]")),
    "many numbers in a row": inserted("result.ranking", "[" + listed("1") + "]"),
    "many texts in a row": inserted("result.ranking", "[" + listed('""') + "]"),
    "many rows of texts": inserted("result.ranking", listed('["",""]')),
    "many wrong places": inserted("result.places", listed('""')),
    "many lists": listed("[]").encode(),
    "deep lists": ("[" * (LARGEST // 2) + "]" * (LARGEST // 2)).encode(),
    "deep objects": ('{"a":' * (LARGEST // 6) + "0" + "}" * (LARGEST // 6)).encode(),
    "half-deep lists": inserted("deck", listed("[" * 400 + "]" * 400)),
    "a long name": inserted("seats.0.name", text_of("x")),
    "a name of marks": inserted("seats.0.name", text_of("\u0316\u0301", before="a")),
    "a name of escapes": inserted("seats.0.name", text_of(r"\u001b")),
    "a name of surrogates": inserted("seats.0.name", text_of(r"\ud800")),
    "a name of wide letters": inserted("seats.0.name", text_of("日")),
    "a name of blanks": inserted("seats.0.name", text_of(" ")),
    "a long move": inserted("moves", "[" + text_of("x", before="lay ") + "]"),
    "a long payment": inserted("moves", "[" + text_of("1:1", before="collect 5 pay ", between=" ") + "]"),
    "a move with a huge number": inserted("moves", "[" + text_of("9", before="collect ") + "]"),
    "a long game": inserted("game", text_of("x")),
    "a long option": inserted("options", "{" + text_of("x") + ":1}"),
    "a long value": inserted("options.first", text_of("9")),
    "a long moment": inserted("started", text_of("2")),
    "a long key": b"{" + text_of("x").encode() + b":1}",
    "a huge number": inserted("rules", filled("9", "")),
    "a huge fraction": inserted("rules", "1." + filled("9", "")),
    "a huge exponent": inserted("rules", "1e" + filled("9", "")),
    "a long nothing": filled(" ", "").encode(),
    "no UTF-8": b"\xff" * LARGEST,
}

MEASURED = """
import re, resource, sys, time
from pathlib import Path
from nutgames.play.records import RecordError, loads
from nutgames.games import GAMES
for entry in GAMES.values():
    entry.Options
data = sys.stdin.buffer.read()
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
start = time.process_time()
try:
    loads(data)
    said = "taken"
except RecordError as reason:
    said = str(reason)
cpu = time.process_time() - start
assert said.isprintable()
if sys.platform == "linux":  # where ru_maxrss would count what the parent had, too
    peak = int(re.search("VmHWM:[^0-9]*([0-9]+)", Path("/proc/self/status").read_text())[1]) / 2**10
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
print(cpu, peak, said)
"""


@pytest.mark.parametrize("shape", SHAPES)
def test_a_mebibyte_of_malice_costs_little(shape: str) -> None:
    data = SHAPES[shape]
    assert LARGEST * 0.5 < len(data) <= LARGEST, f"{len(data)} bytes"
    done = subprocess.run(
        [sys.executable, "-c", MEASURED], input=data, capture_output=True, env=environment(), check=False
    )
    assert done.returncode == 0, done.stderr.decode()[-2_000:]
    cpu, peak, said = done.stdout.decode().split(" ", 2)
    assert float(cpu) < 2, f"{cpu} s of CPU for: {said}"
    assert float(peak) < 200, f"{peak} MiB for: {said}"


def test_the_versions_of_the_rules_are_whole_numbers() -> None:
    assert all(type(entry.rules) is int for entry in GAMES.values())
