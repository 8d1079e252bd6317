"""The games on a screen: Textual widgets that get views and give back moves."""
