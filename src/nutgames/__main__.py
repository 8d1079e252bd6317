"""The program's way in: `nutgames`, or `python -m nutgames`."""

import sys


def main() -> None:
    """Runs the command line. The version is answered before anything is imported."""
    if sys.argv[1:] == ["--version"]:
        from nutgames import __version__

        print(f"nutgames {__version__}")
        return
    from nutgames.cli import run

    sys.exit(run())


if __name__ == "__main__":
    main()
