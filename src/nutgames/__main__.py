"""The program's way in: `nutgames`, or `python -m nutgames`."""

import sys


def main() -> None:
    """Runs the command line. The version is answered before anything is imported.

    A failure of our own is one line, a report and exit code 1.
    """
    if sys.argv[1:] == ["--version"]:
        from nutgames import __version__

        try:
            print(f"nutgames {__version__}", flush=True)
            return
        except OSError:
            pass  # what it is, is told below, as for every command
    try:
        from nutgames.cli import run

        sys.exit(run())
    except KeyboardInterrupt:
        if sys.stderr is not None and sys.stderr.isatty():
            print(file=sys.stderr)  # the terminal has written ^C
        sys.exit(130)
    except Exception as error:
        from nutgames import crash

        sys.exit(crash.told(error))


if __name__ == "__main__":
    main()
