"""The program: python3 -m clausius run relaxation."""

import sys

from . import _core


def main() -> int:
    """Carries out the command line as the program `clausius` does; the exit code."""
    # Signals are the program's.
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _core.carry_out(["clausius", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
