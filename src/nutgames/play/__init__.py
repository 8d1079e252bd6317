"""A game in progress: the players, the log, undo, and what is written down of it."""
