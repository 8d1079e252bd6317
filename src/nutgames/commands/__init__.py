"""The commands by what they are about: playing, the stored games, the lab."""
