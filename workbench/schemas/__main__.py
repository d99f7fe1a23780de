"""``python -m workbench.schemas`` writes the schemas beside this file."""

from pathlib import Path

from workbench.schemas import write

if __name__ == "__main__":
    write(Path(__file__).parent)
