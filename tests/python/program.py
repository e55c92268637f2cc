"""The program beside which the module is tested."""

import os
import subprocess
from typing import Any

PROGRAM = os.environ["CLAUSIUS"]


def run_program(*arguments: str, **options: Any) -> "subprocess.CompletedProcess[bytes]":
    """Runs the program, which has its own sanitizers, unlike Python, for which they are loaded."""
    alone = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
    return subprocess.run([PROGRAM, *arguments], env=alone, timeout=500, **options)
