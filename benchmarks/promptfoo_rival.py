"""The eight checks as assertions of promptfoo: `-m ... CASES PROMPTFOO SCRATCH`.

Its echo provider answers with the recorded case, of which every assertion reads its part. What it
keeps from run to run is left in SCRATCH.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.eight_checks import Case, read_cases

_READ = "const c = JSON.parse(output);\n"
_REPLY = "c.transcript.turns.at(-1).content"
_NAMES = "c.transcript.turns.flatMap(t => (t.tool_calls ?? []).map(one => one.name))"


def _assertions(case: Case) -> list[dict[str, Any]]:
    """Return the eight, each in its own words; promptfoo reads tool calls through JavaScript."""
    expect = case["expect"]
    fields = [
        f"(c.transcript.outcome.{path}).toLowerCase() === {json.dumps(value.lower())}"
        for path, value in expect["fields"].items()
    ]
    tools = expect["tools"]
    said = json.dumps(expect["must_contain"][0].lower())
    says = [
        *fields,
        f"{_REPLY}.toLowerCase().includes({said})",
        f"new RegExp({json.dumps(expect['patterns'][0])}).test({_REPLY})",
        f"{json.dumps(tools['required'])}.every(name => {_NAMES}.includes(name))",
        f"!{json.dumps(tools['forbidden'])}.some(name => {_NAMES}.includes(name))",
        f"(it => {json.dumps(tools['order'])}.every(w => {{ for (const n of it) if (n === w) "
        f"return true; return false; }}))({_NAMES}.values())",
        f"{_NAMES}.length <= {tools['max_calls']}",
    ]
    return [{"type": "javascript", "value": f"{_READ}return {one};"} for one in says]


def main() -> int:
    """Evaluate the recorded cases; return 1 where one fails."""
    path, promptfoo, scratch = sys.argv[1:]
    cases = read_cases(path)
    tests = [{"vars": {"case": json.dumps(case)}, "assert": _assertions(case)} for case in cases]
    config = {"prompts": ["{{case | safe}}"], "providers": ["echo"], "tests": tests}
    folder = Path(scratch)
    (folder / "promptfooconfig.json").write_text(json.dumps(config), encoding="utf-8")
    told = [
        "-c",
        "promptfooconfig.json",
        "--no-cache",
        "--no-table",
        "--no-write",
        "-o",
        "out.json",
    ]
    quiet = {"PROMPTFOO_DISABLE_TELEMETRY": "1", "PROMPTFOO_DISABLE_UPDATE": "1"}
    subprocess.run(
        [promptfoo, "eval", *told],
        cwd=folder,
        env=os.environ | quiet | {"PROMPTFOO_CONFIG_DIR": str(folder / "promptfoo")},
        check=False,
    )
    stats = json.loads((folder / "out.json").read_text(encoding="utf-8"))["results"]["stats"]
    return int(stats["successes"] != len(cases))


if __name__ == "__main__":
    sys.exit(main())
