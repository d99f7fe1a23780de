"""The published schemas are what the models say, and describe the files that we read and write."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from pydantic import ValidationError

from workbench import schemas
from workbench.domain.record import Record
from workbench.store.yamlfile import read_yaml, validated

PUBLISHED = Path(schemas.__file__).parent
EXAMPLES = Path(__file__).parent / "examples"


def accepts(name: str, document: Any) -> bool:
    schema = json.loads((PUBLISHED / f"{name}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    valid: bool = jsonschema.Draft202012Validator(schema).is_valid(document)
    return valid


def example(stem: str) -> Path:
    (path,) = (path for path in EXAMPLES.iterdir() if path.stem == stem)
    return path


def document(path: Path) -> Any:
    """Read a file as a validator of JSON does: keys are text."""
    if path.suffix == ".json":
        return json.loads(path.read_text(encoding="utf-8"))
    return json.loads(json.dumps(read_yaml(path, path.name).tree))


def loaded(path: Path, model: type[Record]) -> Record | None:
    """Read a file as the workbench does."""
    if path.suffix == ".yaml":
        return validated(read_yaml(path, path.name), model)
    try:
        return model.from_line(path.read_bytes())
    except ValidationError:
        return None


def test_the_published_schemas_are_those_of_the_models() -> None:
    published = {path.name: path.read_text(encoding="utf-8") for path in PUBLISHED.glob("*.json")}

    assert published == schemas.texts(), "run `python -m workbench.schemas`"


def test_every_schema_has_an_example_and_a_counterexample() -> None:
    stems = {path.stem for path in EXAMPLES.iterdir()}

    assert stems == {f"{name}{kind}" for name in schemas.MODELS for kind in ("", ".refused")}


@pytest.mark.parametrize(("name", "model"), schemas.MODELS.items())
def test_the_example_is_valid_and_loads(name: str, model: type[Record]) -> None:
    path = example(name)

    assert accepts(name, document(path))
    assert loaded(path, model) is not None


@pytest.mark.parametrize(("name", "model"), schemas.MODELS.items())
def test_the_counterexample_is_neither_valid_nor_loaded(name: str, model: type[Record]) -> None:
    path = example(f"{name}.refused")

    assert not accepts(name, document(path))
    assert loaded(path, model) is None


def test_a_written_record_is_valid() -> None:
    record = schemas.MODELS["label"].from_line(example("label").read_bytes())

    assert accepts("label", json.loads(record.line()))


def test_the_command_writes_every_schema(tmp_path: Path) -> None:
    schemas.write(tmp_path)

    assert {path.name for path in tmp_path.iterdir()} == set(schemas.texts())
