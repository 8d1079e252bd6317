"""The games on a screen: Textual widgets that get views and give back moves."""

from nutgames.tui.terminal import tolerate_any_variable

tolerate_any_variable()
