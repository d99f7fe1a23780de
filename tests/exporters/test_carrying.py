"""The copied code asks and reads as the workbench does, with the standard library alone."""

from pathlib import Path
from typing import Any

import pytest

from tests.exporters.building import alone, certified, exported
from tests.judges.replying import TURNS, nominal, rubric, verdict
from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript
from workbench.exporters.carrying import PACKAGE, carried
from workbench.judges.answer import Answer
from workbench.judges.call import Completion
from workbench.judges.prompt import render
from workbench.judges.question import Question
from workbench.judges.redaction import Redactor
from workbench.judges.reply import read_reply
from workbench.judges.template import default_template
from workbench.store.workspace import Workspace

PROMPTS = """
from pathlib import Path
from calibrated_judges.question import Question
from calibrated_judges.records import Transcript
import judge_tone_strict
judge, sent = judge_tone_strict.JUDGE, []
(examiner,) = judge.examiners.values()
for line in Path(given).read_text(encoding="utf-8").splitlines():
    about = Question(rubric=judge.rubric, transcript=Transcript.from_line(line))
    prompt = examiner.prompt(about)
    sent.append([prompt.system, prompt.user, prompt.schema])
print(json.dumps(sent))
"""
REPLIES = """
from calibrated_judges.answer import Answer
from calibrated_judges.call import Completion
from calibrated_judges.records import Rubric
from calibrated_judges.reply import read_reply
shown = {int(turn): text for turn, text in given["shown"].items()}
found = []
for fields, mode, completion in given["asked"]:
    ordinal = fields.get("scale") != "nominal"
    anchors = {int(k) if ordinal else k: text for k, text in fields["anchors"].items()}
    scale = Rubric(**{**fields, "anchors": anchors})
    read = read_reply(Completion(**completion), scale, shown, mode)
    found.append(["level", read.level] if isinstance(read, Answer) else ["fault", read.kind])
print(json.dumps(found))
"""
LEVELS: list[object] = [
    1, 4, 5, 0, -1, 3.0, 3.5, "3", "3.0", " 4 ", "3/4", "3/5", "three", "³", "", None, True, False,
    [3], {"level": 3}, 10**30, "money back", "refund",
]  # fmt: skip
TEXTS = [
    *(verdict(level) for level in LEVELS),
    verdict(None, not_applicable=True),
    verdict(None, not_applicable="yes"),
    verdict(2, not_applicable=True),
    verdict(2, evidence=[]),
    verdict(2, evidence=[{"turn": 5, "quote": "Never said."}]),
    verdict(2, evidence=[{"turn": 9, "quote": "Yes."}]),
    verdict(2, evidence=[4]),
    verdict(2, evidence="Yes."),
    verdict(2, justification=""),
    "",
    "I am sorry, I cannot judge this.",
    "A 3 out of 4.",
    f"```json\n{verdict(2)}\n```",
    f"<think>{verdict(1)}</think>{verdict(4)}",
    f"{verdict(1)} or rather {verdict(4)}",
    '{"level": 3,}',
    '{"level": 3, // fine\n "justification": "Yes.", "evidence": [5]}',
    '{"level": NaN, "justification": "No."}',
    '{"level": 2, "level": 3, "justification": "No."}',
    '{"level": 3, "justification": "No.',
    '{"order": {"id": 7}}',
]
SCALES = [
    rubric(),
    rubric(5, not_applicable="Nobody speaks."),
    nominal("refund", "money back", "3"),
]


def test_the_copied_code_needs_nothing_but_the_standard_library(tmp_path: Path) -> None:
    write(tmp_path)

    loaded = alone(
        tmp_path,
        "import importlib\n"
        "for name in given: importlib.import_module(name)\n"
        "print(json.dumps([name for name in sys.modules if name.startswith('workbench')]))",
        [name.removesuffix(".py").replace("/", ".") for name in carried()],
    )

    assert loaded == []


@pytest.mark.parametrize(
    "policy", ["", "redaction: {enabled: [email, card], words: [refund], patterns: {id: 'O-\\d+'}}"]
)
def test_its_prompts_are_ours_byte_for_byte(
    tmp_path: Path, project_root: Path, policy: str
) -> None:
    sample = project_root / "transcripts" / "support.jsonl"
    made = certified(tmp_path / "workspace", policy=policy)
    folder = exported(made, "python").directory
    redactor = Redactor.under(Workspace(made.root).policy.redaction)

    sent = alone(folder, PROMPTS, str(sample))

    transcripts = [Transcript.from_line(line) for line in sample.read_bytes().splitlines()]
    ours = [
        render(Question(rubric=made.rubric, transcript=one), default_template(), redactor)
        for one in transcripts
    ]
    assert sent == [[prompt.system, prompt.user, prompt.schema] for prompt in ours]


def test_it_reads_every_reply_as_we_do(tmp_path: Path) -> None:
    write(tmp_path)
    completions: list[dict[str, Any]] = [
        *({"text": text, "finish_reason": "stop"} for text in TEXTS),
        {"text": None},
        {"text": verdict(), "finish_reason": "length"},
        {"text": verdict(), "finish_reason": "content_filter"},
        {"text": verdict(), "refusal": "No."},
    ]
    asked = [
        (scale, mode, completion)
        for scale in SCALES
        for mode in ("required", "advisory")
        for completion in completions
    ]

    found = alone(
        tmp_path,
        REPLIES,
        {
            "shown": TURNS,
            "asked": [(scale.to_json(), mode, completion) for scale, mode, completion in asked],
        },
    )

    assert found == [ours(scale, mode, completion) for scale, mode, completion in asked]
    assert {kind for kind, _ in found} == {"level", "fault"}


def ours(scale: Rubric, mode: Any, completion: dict[str, Any]) -> list[object]:
    read = read_reply(Completion(**completion), scale, TURNS, mode)
    return ["level", read.level] if isinstance(read, Answer) else ["fault", read.kind]


def write(folder: Path) -> None:
    for name, text in carried().items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert (folder / PACKAGE / "records.py").exists()
