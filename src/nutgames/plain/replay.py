"""A game told again from its first move, in lines."""

from __future__ import annotations

from nutgames.games.core import GAMES, name_of
from nutgames.plain.lines import Lines
from nutgames.plain.table import final_places
from nutgames.play.replay import ONLOOKER, OPEN, Replay


def tell(replay: Replay, lines: Lines) -> None:
    """All that happened, everything open, and the final places; of an unfinished game what all may know."""
    game = replay.match.game
    players = ", ".join(replay.words.label(seat) for seat in range(1, game.seats + 1))
    lines.say(f"{GAMES[name_of(game)].title}: {players}.")
    is_open = replay.why_closed() is None
    if is_open:
        replay.open()
    elif replay.is_over:
        lines.say("The game still stands open in another window, so this is what all may know.")
    else:
        state = "was abandoned" if replay.match.is_abandoned else "is not over"
        lines.say(f"The game {state}, so this is what all may know.")
    lines.say()
    for line in replay.log(replay.end, OPEN if is_open else ONLOOKER):
        lines.say(f"• {line}", indent=2)
    if replay.is_over:
        final_places(replay.match, replay.words, lines)
