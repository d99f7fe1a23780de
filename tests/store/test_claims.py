"""Claims: what one process is at work on, another leaves alone, and no longer than it works."""

from pathlib import Path

import pytest

from tests.store.processes import python
from workbench.errors import DataError
from workbench.store.claims import Claims

HOLD = """
import sys
from pathlib import Path
from workbench.store.claims import Claims
claims = Claims(Path(sys.argv[1]))
print(claims.take("a"), claims.take("b"), flush=True)
for line in sys.stdin:
    claims.give_back(line.strip())
    print("given back", flush=True)
"""


def test_what_another_process_claimed_is_left_alone_until_it_is_given_back(tmp_path: Path) -> None:
    path = tmp_path / "claims" / "strict"
    with python(HOLD, path) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == "True True\n"
        claims = Claims(path)

        assert [claims.take(name) for name in ("a", "b", "c")] == [False, False, True]

        other.stdin.write("a\n")
        other.stdin.flush()
        other.stdout.readline()
        assert [claims.take(name) for name in ("a", "b")] == [True, False]

        other.kill()
        other.wait()
        assert claims.take("b")
        claims.close()


def test_a_claim_of_one_s_own_can_be_taken_and_given_back_at_will(tmp_path: Path) -> None:
    claims = Claims(tmp_path / "strict")

    assert claims.take("a")
    assert claims.take("a")
    claims.give_back("a")
    claims.give_back("never taken")
    claims.close()


def test_where_nothing_can_be_written_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "claims").write_text("a file, no folder", encoding="utf-8")

    with pytest.raises(DataError, match="cannot be written"):
        Claims(tmp_path / "claims" / "strict")
