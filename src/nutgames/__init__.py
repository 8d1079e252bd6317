"""nutgames: four nut-themed tabletop games for friends at one keyboard."""

__version__ = "0.1.0"
