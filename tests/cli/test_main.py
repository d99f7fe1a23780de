"""How the command ends."""

from pydantic import BaseModel, field_serializer

from workbench.cli.main import interrupted


class Slow(BaseModel):
    """A record whose user loses patience while it is written."""

    figure: int = 1

    @field_serializer("figure")
    def _written(self, _: int) -> int:
        raise KeyboardInterrupt


def raised(record: BaseModel) -> Exception:
    try:
        record.model_dump_json()
    except Exception as error:  # noqa: BLE001 - whatever the library makes of it
        return error
    raise AssertionError("nothing was raised")


def test_an_interruption_while_json_is_written_is_known_for_what_it_is() -> None:
    assert interrupted(raised(Slow()))
    assert not interrupted(ValueError("the note says KeyboardInterrupt: why?"))
