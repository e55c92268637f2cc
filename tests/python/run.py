"""run.py TEST: runs a test of the Python module; 77 if the module is not built."""

import importlib.util
import sys
import unittest
from pathlib import Path

if importlib.util.find_spec("clausius") is None or importlib.util.find_spec("clausius._core") is None:
    print("the module is not built: ninja clausius_python")
    sys.exit(77)
sys.path.insert(0, str(Path(__file__).parent))
outcome = unittest.main(module=sys.argv[1], argv=sys.argv[:1], exit=False, verbosity=2).result
sys.exit(0 if outcome.wasSuccessful() and outcome.testsRun > 0 else 1)
