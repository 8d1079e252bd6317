"""A match at one keyboard, in lines."""

from __future__ import annotations

from difflib import get_close_matches
from random import Random
from time import monotonic
from typing import Any

from rich.cells import cell_len, set_cell_size

from nutgames.games.core import CHANCE, GAMES, IllegalMove, name_of
from nutgames.plain.lines import EndOfInput, Lines
from nutgames.play import windows
from nutgames.play.match import Match, UndoRefused
from nutgames.play.names import clean, letter
from nutgames.play.rulebook import section, sections
from nutgames.play.saving import Saving
from nutgames.play.store import Busy, DiskError, StoreError
from nutgames.play.words import Choice, Window, Words, words_for

HELP = """\
a number    take that choice
a move      the same, as the rules page writes it
{enter}
a letter    where the whole table is asked: that player looks in private
h           what is not possible now, and why; hints
i           what lies open and is not seen at once
e           everything that has happened
r, r WORDS  the rules: this moment, or a section: r end
u           take back the last decision
q           leave"""

ENTER = {
    True: "Enter       the choice, when there is only one",
    False: "empty line  the choice, one at random when there are several",
}
"""What an empty line means, by whether it comes from people."""

PLAY_ON = "Enter tries once more, p plays on without keeping the game, q leaves: "


class Left(Exception):
    """The players have left the table."""


class Table:
    """Plays a match to its end by asking whoever sits at the keyboard."""

    def __init__(
        self, match: Match, lines: Lines, deals: Random, choices: Random, saving: Saving | None = None
    ) -> None:
        """`deals` draws for chance, `choices` decides for a pipe; without `saving` nothing is kept."""
        self.match = match
        self.lines = lines
        self.deals = deals
        self.choices = choices
        self.game = name_of(match.game)
        self.words = words_for(match.game, match.names)
        self.saving = saving or Saving(is_on=False)
        self.is_unkept = False
        """Whether the disk has failed, and is tried with every move."""
        self.known = windows.caught_up(match, self.words)
        """How many moves each seat has been told of in private."""
        self.told = min(self.known[1:])
        """How many moves have been told of. Who takes a game up hears what anybody may have missed."""
        self.reaction_seconds = 0
        """How long people at a terminal have at least to step in."""
        self._asked: tuple[Any, float] = (None, 0.0)
        """The state in which the whole table was asked last, and when."""

    def play(self) -> None:
        """The whole match. Raises Left or EndOfInput."""
        self.lines.say(f"{GAMES[self.game].title}. ? tells what can be typed.")
        while True:
            self.keep()
            if self.match.actor == CHANCE:
                self.pause()
                self.match.deal(self.deals)
            if self.match.play_forced():
                continue
            seat = self.match.actor
            window = self.words.window(self.match.view(0))
            if seat is None:
                self.end()
                if not self.lines.asks_people or not self._stays():
                    return
            elif window:
                self.ask_around(window)
            elif not self.match.is_private():
                self.decide(onlooker=0)
            elif self.hand_over(seat):
                try:
                    self.decide(onlooker=seat)
                finally:
                    self.lines.cover()

    def keep(self) -> None:
        """What has happened is safe before anybody is shown it, or they agree to less. Raises Left."""
        while True:
            try:
                self.saving.keep(self.match)
            except StoreError as error:
                if self.is_unkept:
                    return
                self.lines.say(f"✗ {error}")
                is_hopeless = isinstance(error, Busy) or not isinstance(error, DiskError)
            else:
                if self.is_unkept:
                    self.lines.say("The game is kept again.")
                    self.is_unkept = False
                return
            if not self.lines.asks_people and not is_hopeless:
                self.lines.say("The game goes on, and is kept as soon as that is possible.")
                self.is_unkept = True
                return
            answer = self.lines.ask(PLAY_ON).casefold() if self.lines.asks_people else "p"
            if answer == "q":
                raise Left
            if answer == "p":
                self.saving.release()

    # A decision

    def decide(self, onlooker: int, window: Window | None = None) -> None:
        """One decision of the actor; `onlooker` is the seat that may look, 0 for everybody.

        In a window the seat that looks decides, whoever it is that the rules would ask first.
        """
        before = len(self.match.moves)
        view = windows.asked(self.match, window, onlooker) if window else self.match.view(onlooker)
        choices = self.words.choices(view)
        if self.words.shows_effects(view):
            choices = [choice._replace(effect="") for choice in choices]
        if self.words.forgets:
            self.lines.clear()  # above stands how the table lay a moment ago
        self.tell(onlooker)
        self.show(view)
        self._list(choices)
        while True:
            answer = self.lines.ask()
            if self._service(answer, onlooker, view):
                if len(self.match.moves) != before:
                    return
                self._ask_again(view, choices)
                continue
            move = self._move(answer, choices)
            if move is None:
                continue
            try:
                if window:
                    windows.step_in(self.match, window, onlooker, move)
                else:
                    self.match.play(move)
            except IllegalMove as reason:
                self._refuse(self.words.named(str(reason)))
                continue
            return

    def show(self, view: Any) -> None:
        """The table as it lies, and what is asked."""
        moment = self.words.moment(view)
        self.lines.heading(f"{GAMES[self.game].title} · {moment}" if moment else GAMES[self.game].title)
        for number, grid in enumerate(self.words.tables(view)):
            if number:
                self.lines.say()
            self.lines.grid(grid)
        self.lines.say()
        self.lines.say(self.words.question(view))

    def tell(self, onlooker: int) -> None:
        """What has happened since it was last told: to everybody, and then what only one may know."""
        self._say_news(self.words.log(self.match, 0, self.told))
        self.told = len(self.match.moves)
        if onlooker:
            secrets = self.words.secrets(self.match, onlooker, self.known[onlooker])
            self.known[onlooker] = self.told
            self._say_news(secrets, f"Only {self.words.name(onlooker)} may know:")

    def _say_news(self, news: list[str], heading: str = "") -> None:
        if news:
            self.lines.say()
            if heading:
                self.lines.say(heading)
        for line in news:
            self.lines.say(f"• {line}", indent=2)

    def pause(self) -> None:
        """What everybody looks at when a part of the game has ended."""
        step = next(self.match.log(0, len(self.match.moves) - 1), None) if self.match.moves else None
        interlude = self.words.interlude(step) if step else None
        if interlude:
            self.tell(0)
            self.lines.heading(interlude.title)
            self.lines.grid(interlude.grid)
            self.lines.say()
            for line in interlude.lines:
                self.lines.say(line)

    def _ask_again(self, view: Any, choices: list[Choice]) -> None:
        """The question once more, after something else was read."""
        self.lines.say()
        self.lines.say(self.words.question(view))
        self._list(choices)

    def _list(self, choices: list[Choice]) -> None:
        """The choices with their numbers and what each would do; where nothing is to be told, in columns."""
        if not any(choice.effect for choice in choices):
            self.lines.columns(
                [f"{number:>3}  {choice.what}" for number, choice in enumerate(choices, start=1)]
            )
            return
        widest = max((cell_len(choice.what) for choice in choices), default=0)
        for number, choice in enumerate(choices, start=1):
            what = set_cell_size(choice.what, widest)
            self.lines.say(f"{number:>3}  {what}  {choice.effect}".rstrip(), indent=min(widest + 7, 40))

    def _move(self, answer: str, choices: list[Choice]) -> Any:
        """The move that an answer means, or None after saying why it means none."""
        if not answer:
            if len(choices) == 1:
                return choices[0].move
            if not self.lines.asks_people:
                choice = self.choices.choice(choices)
                self.lines.say(f"  {choice.move}")
                return choice.move
            self._list(choices)
            return None
        if answer.isdecimal():
            if answer.isascii() and len(answer) < 5 and 1 <= int(answer) <= len(choices):
                return choices[int(answer) - 1].move
            self._refuse(f"choose a number from 1 to {len(choices)}")
            return None
        try:
            return self.match.game.parse(answer)
        except IllegalMove:
            texts = [str(choice.move) for choice in choices]
            close = get_close_matches(answer, texts, 1)
            hint = (
                f"did you mean “{close[0]}”?" if close else f"type a number, a move like “{texts[0]}”, or ?"
            )
            self._refuse(f"“{clean(answer)}” is no move here: {hint}")
            return None

    def _refuse(self, reason: str) -> None:
        self.lines.say(f"✗ {reason}", indent=2)

    # The whole table

    def ask_around(self, window: Window) -> None:
        """Everybody is asked at once whether to step in; whoever wants to looks in private before."""
        self.tell(0)
        self.lines.heading(window.question)
        self.lines.say(f"{window.happened}: {window.means}.")
        names = ", ".join(map(self.words.label, sorted(window.seats)))
        how = f"{names}: type your letter to look at your hand in private."
        self.lines.say(how)
        if self._asked[0] is not self.match.state:
            self._asked = self.match.state, monotonic()
        self.lines.forget_keys()
        while True:
            answer = self.lines.ask("Your letter, or Enter for nobody: ")
            before = len(self.match.moves)
            seat = self._seat(answer)
            if not answer or answer == str(window.passing):
                if self._is_early():
                    self._refuse(
                        f"everybody has {self.reaction_seconds} seconds to think; then Enter: nobody"
                    )
                    self.lines.forget_keys()
                    continue
                windows.close(self.match, window)
                return
            if seat in window.seats:
                self.look(seat, window)
                return
            if seat:
                self._refuse(f"{self.words.name(seat)} is not asked")
            elif not self._service(answer, 0, self.match.view(0)):
                letters = ", ".join(map(letter, sorted(window.seats)))
                self._refuse(f"“{clean(answer)}”? Type a letter ({letters}), or Enter: nobody")
            elif len(self.match.moves) != before:
                return
            else:
                self.lines.say()
                self.lines.say(how)

    def _is_early(self) -> bool:
        """Whether people have had too little time to step in; a look before does not make them wait anew."""
        return self.lines.asks_people and monotonic() - self._asked[1] < self.reaction_seconds

    def _seat(self, answer: str) -> int:
        """The seat whose letter is typed, 0 for none: letters of seats win over all other keys."""
        seats = range(1, self.match.game.seats + 1)
        return next((seat for seat in seats if answer.upper() == letter(seat)), 0)

    def look(self, seat: int, window: Window) -> None:
        """A player looks at the own hand, and steps in or does not."""
        if self.hand_over(seat):
            try:
                self.decide(seat, window)
            finally:
                self.lines.cover()

    # Curtain

    def hand_over(self, seat: int) -> bool:
        """Nobody but one player looks from here on. False when something else was done instead."""
        if sum(player.bot is None for player in self.match.players) > 1:
            self.tell(0)
            self.lines.say()
            self.lines.say(f"Pass the keyboard to {self.words.label(seat)}. Nobody else looks now.")
            self.lines.forget_keys()
            answer = self.lines.ask("Enter when you are ready: ")
            if answer and self._service(answer, 0, self.match.view(0)):
                return False
        return True

    # What is always there

    def _service(self, answer: str, onlooker: int, view: Any) -> bool:
        """Does what an answer asks for if it is no move; whether it was one of these."""
        word, _, rest = answer.partition(" ")
        match word.casefold():
            case "?":
                self._help()
            case "h":
                self._why_not(view)
            case "i":
                self._inspect(view)
            case "e":
                for line in self.words.log(self.match, onlooker):
                    self.lines.say(f"• {line}", indent=2)
            case "r":
                self._rules(rest, view)
            case "u":
                self._undo()
            case "q":
                raise Left
            case _:
                return False
        return True

    def _help(self) -> None:
        """What can be typed."""
        for line in HELP.format(enter=ENTER[self.lines.asks_people]).splitlines():
            self.lines.say(line, indent=12)

    def _why_not(self, view: Any) -> None:
        """What cannot be done, with the reasons; and hints."""
        refusals = self.words.refusals(view)
        for refusal in refusals:
            self.lines.say(f"✗ {refusal.what}: {refusal.reason}", indent=2)
        if not refusals:
            self.lines.say("Everything that could be done is among the choices.")
        for choice in self.words.choices(view):
            if hint := self.words.hint(view, choice.move):
                self.lines.say(f"▸ {choice.what}: {hint}", indent=2)

    def _inspect(self, view: Any) -> None:
        """What lies open and is not on the table's first sight."""
        for line in self.words.inspected(view):
            self.lines.say(line, indent=2)

    def _rules(self, wanted: str, view: Any) -> None:
        """A section of the rules, or all titles."""
        from nutgames.play.pages import plain

        wanted = wanted or self.words.section(view)
        try:
            if wanted:
                lines = plain(section(self.game, wanted).text, self.lines.width)
                self.lines.target.write("\n" + "\n".join(lines) + "\n\n")
            titles = ", ".join(each.title for each in sections(self.game)[1:])
        except ValueError as error:
            self._refuse(clean(str(error), 500))
        else:
            self.lines.say(f"Sections: {titles}.")

    def _undo(self) -> None:
        """Takes back the last decision, or says why it stands."""
        try:
            windows.undo(self.match, self.words)
        except UndoRefused as reason:
            self._refuse(f"no undo: {self.words.named(str(reason))}")
            return
        moves = len(self.match.moves)
        self.told = min(self.told, moves)
        self.known = [min(known, moves) for known in self.known]
        self.lines.say("The last decision is taken back.")

    # The end

    def end(self) -> None:
        """Who won, and why."""
        view = self.match.view(0)
        self.tell(0)
        self.show(view)
        final_places(self.match, self.words, self.lines)

    def _stays(self) -> bool:
        """Whether the last decision was taken back, so that the game goes on."""
        self.lines.say()
        self.lines.forget_keys()
        while True:
            try:
                answer = self.lines.ask("Enter leaves; u takes back the last decision, e tells everything: ")
            except EndOfInput:
                return False
            if not answer or answer.casefold() == "q":
                return False
            if not self._service(answer, 0, self.match.view(0)):
                self._refuse("the game is over")
            if self.match.actor is not None:
                return True


def final_places(match: Match, words: Words, lines: Lines) -> None:
    """Who has which place in a game that is over, and why."""
    view = match.view(0)
    lines.heading("Final places")
    lines.grid(words.score(view))
    lines.say()
    earned = {seat: words.earned(match, seat) for seat in range(1, match.game.seats + 1)}
    for seat, sources in earned.items():
        if sources:
            lines.say(f"{words.label(seat)}: {sources}", indent=2)
    if any(earned.values()):
        lines.say()
    for line in words.verdict(view):
        lines.say(line)
