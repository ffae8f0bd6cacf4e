"""`python -m scripts.wasm [PART ...]` builds the portable engines, in a process that Numba finds as it must be."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SETTINGS = {
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "TISCHLEIN_WAY": "numba",
    "PYTHONHASHSEED": "0",
    "PYTHONWARNINGS": "ignore",  # Numba cannot cache unoptimised code, and need not
}
"""What Numba must know before it is imported."""

with tempfile.TemporaryDirectory() as cache:
    environment = {**os.environ, **SETTINGS, "NUMBA_CACHE_DIR": cache}
    command = [sys.executable, "-m", "scripts.wasm.build", *sys.argv[1:]]
    sys.exit(subprocess.run(command, cwd=Path(__file__).parents[2], env=environment, check=False).returncode)
