"""Pin every dependency, with the hashes of all its files, for every platform and Python >= 3.11.

`python -m tools.lock` writes requirements.txt (to run the bot) and requirements-dev.txt (to
work on it), the same versions in both. Neither names the registry: pip's own setting decides.
"""

import subprocess
import sys
from pathlib import Path

_COMPILE = (
    *(sys.executable, "-m", "uv", "--no-config", "pip", "compile", "--quiet", "--universal"),
    *("--python-version", "3.11", "--generate-hashes", "--no-annotate", "--no-emit-index-url"),
    *("--no-header", "--upgrade", "pyproject.toml"),
)
_HEADER = "# {purpose}; written by `make lock`. pip install --require-hashes -r {name}\n"


def main() -> None:
    """Write both files anew."""
    _write("requirements.txt", "What running the bot takes")
    everything = (
        "--extra=demo",
        "--extra=dev",
        "--constraint=requirements.txt",
    )
    _write("requirements-dev.txt", "What working on Cardroom takes", *everything)


def _write(name: str, purpose: str, *more: str) -> None:
    """Pin what the arguments ask for, into the named file."""
    run = subprocess.run([*_COMPILE, *more], check=True, capture_output=True, text=True)  # noqa: S603
    Path(name).write_text(_HEADER.format(purpose=purpose, name=name) + run.stdout, encoding="utf-8")


if __name__ == "__main__":
    main()
