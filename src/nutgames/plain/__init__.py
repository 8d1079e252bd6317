"""The games as lines of text: for pipes, scripts, screen readers and terminals that cannot do more."""
