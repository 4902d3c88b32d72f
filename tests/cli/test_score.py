# SPDX-License-Identifier: MIT
"""`companion score`: what it takes, what it refuses, and how it says so."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from companion.i18n.translate import LANGUAGES
from companion.services.match_file import BIGGEST
from tests.cli._run import inside, match, program, refused, score, texts, written

HALF = "\ud800"  # half of a surrogate pair: JSON can carry it, UTF-8 cannot


def points(*entered: Any) -> dict[str, Any]:
    return {"score": {"seats": [{"points": number} for number in entered]}}


def raw_points(number: str) -> bytes:
    """Return a file in which Ada's points are written just so."""
    return written(match(rounds=[points(0, 4)])).replace(b": 0}", b": " + number.encode() + b"}")


# What is printed


def test_a_file_is_scored_by_the_program_as_by_the_function(tmp_path: Path) -> None:
    file = tmp_path / "night.json"
    file.write_bytes(written(match()))

    done = program("score", str(file))

    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == score(match())


def test_the_score_of_a_round_in_public_keys() -> None:
    assert score(match()) == {
        "format": "companion-score/1",
        "game": "any_game",
        "version": 1,
        "rounds": [
            {
                "number": 1,
                "dealer": 0,
                "starter": None,
                "pass": None,
                "points": [7, 4],
                "totals": [7, 4],
                "lines": [
                    [{"points": 7, "why": "Points", "rule": "points"}],
                    [{"points": 4, "why": "Points", "rule": "points"}],
                ],
                "carry": {},
                "problems": [],
            }
        ],
        "totals": [7, 4],
        "ranks": [1, 2],
        "winners": [],
        "over": False,
        "problems": [],
        "next": {
            "round": 2,
            "dealer": 1,
            "starter": None,
            "pass": None,
            "steps": ["Ben deals."],
        },
    }


def test_standard_input_is_read_for_a_dash() -> None:
    done = program("score", "-", entered=written(match()))

    assert done.returncode == 0
    assert json.loads(done.stdout)["totals"] == [7, 4]


def test_a_file_without_rounds_waits_for_the_first() -> None:
    found = score(match(rounds=None, dealer=None))

    assert (found["rounds"], found["totals"], found["next"]["round"]) == ([], [0, 0], 1)


def test_next_is_null_and_somebody_won_when_the_game_is_over() -> None:
    found = score(match(options={"rounds": 1}))

    assert (found["over"], found["winners"], found["next"]) == (True, [0], None)


def test_several_share_a_win() -> None:
    found = score(match(options={"rounds": 1}, rounds=[points(4, 4)]))

    assert (found["ranks"], found["winners"]) == ([1, 1], [0, 1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_changes_words_and_no_number(language: str) -> None:
    found, english = score(match(), "--lang", language), score(match())

    assert [found[key] for key in ("totals", "ranks")] == [english["totals"], english["ranks"]]
    assert all(line["why"] for mine in found["rounds"][0]["lines"] for line in mine)


def test_another_language_is_a_wrong_call() -> None:
    assert "fr" in refused(inside("score", "-", "--lang", "fr", entered=written(match())))


@pytest.mark.parametrize(
    "settings",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "utf-16"},
    ],
)
def test_the_json_is_utf_8_whatever_the_terminal_speaks(settings: dict[str, str]) -> None:
    file = written(match(seats=["Žofie", "秀子"]))

    done = program("score", "-", entered=file, settings=settings)

    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode("utf-8"))["next"]["steps"] == ["秀子 deals."]


def test_a_refusal_is_said_on_a_terminal_that_lacks_its_letters() -> None:
    done = program("score", "-", entered=b"[]", settings={"PYTHONIOENCODING": "ascii"})
    fancy = program(
        "score", "-", entered=written(match(game="秀")), settings={"PYTHONIOENCODING": "latin-1"}
    )

    assert refused(done) == "A match file is one JSON object."
    assert (fancy.returncode, fancy.stderr.count(b"\n")) == (64, 1)


# Names


@pytest.mark.parametrize("name", ["{who}", "{0}", "%s %(n)s", "{", "", "a\nb", "\x1b[2J", "<b>"])
def test_a_name_may_be_anything_and_stays_as_it_is(name: str) -> None:
    assert score(match(seats=["Ada", name]))["next"]["steps"] == [f"{name} deals."]


def test_half_a_surrogate_pair_is_carried_through_as_an_escape() -> None:
    done = inside("score", "-", entered=written(match(seats=["Ada", HALF])))

    assert done.exit_code == 0
    assert json.loads(done.stdout)["next"]["steps"] == [f"{HALF} deals."]
    assert "\\ud800 deals" in done.stdout


@pytest.mark.parametrize(
    "changes",
    [
        {"options": {HALF: 1}},
        {"options": {"best": HALF}},
        {"dealer": HALF},
        {"starter": HALF},
        {"opening": {HALF: [1, 2]}},
        {"opening": {"totals": [HALF, 1]}},
        {"rounds": [{HALF: 1, "score": {}}]},
        {"rounds": [points(HALF, 1)]},
        {HALF: 1},
    ],
)
def test_half_a_surrogate_pair_anywhere_else_is_an_error_with_json(changes: Any) -> None:
    assert texts(score(match(**changes), status=2)["problems"])


@pytest.mark.parametrize("changes", [{"format": HALF}, {"game": HALF}])
def test_half_a_surrogate_pair_at_the_top_is_refused_in_one_line(changes: Any) -> None:
    refused(program("score", "-", entered=written(match(**changes))))


# Files that cannot be taken at all: 64


def test_a_missing_file_is_named() -> None:
    assert "'none.json' cannot be read: No such file" in refused(program("score", "none.json"))


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert "cannot be read: " in refused(program("score", str(tmp_path)))


def test_a_file_that_may_not_be_read_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbidden)

    assert refused(inside("score", "f.json")) == "'f.json' cannot be read: Permission denied."


@pytest.mark.parametrize("name", ["a\nb.json", "a\0b.json", "\x1b[2J", HALF, "x" * 5000])
def test_an_impossible_file_name_is_said_in_one_line(name: str) -> None:
    assert "cannot be read: " in refused(inside("score", name))


def test_a_closed_standard_input_is_said() -> None:
    code = "import os, sys; os.close(0); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    done = subprocess.run(
        [sys.executable, "-c", code, "-m", "companion", "score", "-"],
        capture_output=True,
        check=False,
    )

    assert refused(done) == "Standard input is closed."


SOUND = written(match())

UNREADABLE = {
    "empty": b"",
    "blank": b" \n",
    "Latin-1": '{"format": "é"}'.encode("latin-1"),
    "UTF-16": SOUND.decode().encode("utf-16"),
    "UTF-16 without a mark": SOUND.decode().encode("utf-16-le"),
    "UTF-32": SOUND.decode().encode("utf-32"),
    "cut in a letter": '"é'.encode()[:-1],
    "no JSON": b"Ada 7, Ben 4",
    "cut off": SOUND[:-1],
    "two values": SOUND + SOUND,
    "a comma too many": b'{"format": 1,}',
    "single quotes": b"{'format': 1}",
    "a list": b"[]",
    "a number": b"3",
    "a text": b'"companion-match/1"',
    "null": b"null",
    "true": b"true",
    "not a number": b'{"format": NaN}',
    "infinity": b'{"format": Infinity}',
    "minus infinity": b"-Infinity",
    "not a number deep inside": raw_points("NaN"),
    "an open list 500,000 deep": b"[" * 500_000,
    "a list 500,000 deep": b"[" * 500_000 + b"]" * 500_000,
    "objects 100,000 deep": b'{"a":' * 100_000,
    "closed before it opens": b"]" * 1_000 + b"[" * 1_000,
    "one byte too many": SOUND + b" " * (BIGGEST + 1 - len(SOUND)),
    "10 MB": SOUND + b" " * 10_000_000,
    "10 MB of digits": b"9" * 10_000_000,
    "a control character": b'"\x01"',
    "NUL": b"\0",
    "twice the same key": b'{"format": "companion-match/1", ' + SOUND[1:],
    "twice the same key deep inside": raw_points('1, "points": 2'),
}


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=UNREADABLE)
def test_what_is_no_match_file_is_refused_in_one_line(content: bytes) -> None:
    refused(inside("score", "-", entered=content))


@pytest.mark.parametrize(
    "changes",
    [
        {"format": None},
        {"format": "companion-match/2"},
        {"format": 1},
        {"format": ["companion-match/1"]},
        {"game": None},
        {"game": "chess"},
        {"game": ""},
        {"game": 3},
        {"game": ["any_game"]},
        {"game": {"any_game": 1}},
        {"game": "any_game\n"},
        {"game": "a\nb\x1b[2J\u2028c"},
        {"game": "g" * 500_000},
        {"game": "{slug}"},
        {"seats": None},
        {"seats": []},
        {"seats": ["Ada"] * 13},
        {"seats": ["Ada", 2]},
        {"seats": ["Ada", None]},
        {"seats": ["Ada", ["Ben"]]},
        {"seats": "Ada"},
        {"seats": {"0": "Ada"}},
        {"seats": 2},
        {"options": []},
        {"options": "best"},
        {"options": 1},
        {"options": False},
        {"rounds": {}},
        {"rounds": "none"},
        {"rounds": 0},
        {"rounds": False},
        {"opening": []},
        {"opening": [1, 2]},
        {"opening": "totals"},
        {"opening": 0},
    ],
)
def test_a_wrong_type_at_the_top_is_refused_in_one_line(changes: Any) -> None:
    refused(inside("score", "-", entered=written(match(**changes))))


@pytest.mark.parametrize(
    "game, fewest, most", [("witches", 3, 6), ("tien", 1, 5), ("elf_nimmt", 2, 7)]
)
def test_a_number_of_seats_that_the_game_has_not_is_refused(
    game: str, fewest: int, most: int
) -> None:
    for count in (fewest - 1, most + 1):
        file = match(game=game, seats=["Ada"] * count, rounds=[])
        assert f"{fewest} to {most}" in refused(inside("score", "-", entered=written(file)))
    for count in (fewest, most):
        assert score(match(game=game, seats=["Ada"] * count, rounds=[]))["totals"] == [0] * count


def test_the_program_refuses_without_a_traceback() -> None:
    for content in (b"[" * 500_000, b"\xff", SOUND + b" " * 10_000_000, b'{"a": NaN}'):
        refused(program("score", "-", entered=content))


# The edges of what is taken


def test_a_byte_order_mark_is_skipped() -> None:
    assert score(b"\xef\xbb\xbf" + SOUND)["totals"] == [7, 4]


def test_exactly_one_megabyte_is_taken() -> None:
    assert score(SOUND + b" " * (BIGGEST - len(SOUND)))["totals"] == [7, 4]


def test_64_levels_are_looked_into_and_65_are_not() -> None:
    def deep(levels: int) -> bytes:
        lists = "[" * (levels - 1) + "]" * (levels - 1)
        return SOUND[:-1] + f', "more": {lists}}}'.encode()

    assert texts(score(deep(64), status=2)["problems"]) == ["A match file has no “more”."]
    assert "64" in refused(inside("score", "-", entered=deep(65)))


def test_brackets_inside_a_text_nest_nothing() -> None:
    assert score(match(seats=['"[' * 100, "\\" * 9 + "{" * 100]))["totals"] == [7, 4]


def test_null_is_as_good_as_nothing() -> None:
    nothing = dict.fromkeys(("options", "dealer", "starter", "opening"))

    assert score(written({**match(), **nothing}))["totals"] == [7, 4]


# Errors inside: 2, with JSON


@pytest.mark.parametrize(
    "changes, field",
    [
        ({"options": {"best": "middle"}}, "best"),
        ({"options": {"best": ["high"]}}, "best"),
        ({"options": {"rounds": -1}}, "rounds"),
        ({"options": {"rounds": 1.5}}, "rounds"),
        ({"options": {"rounds": True}}, "rounds"),
        ({"options": {"rounds": [[[[1]]]]}}, "rounds"),
        ({"options": {"rounds": 10**30}}, "rounds"),
        ({"options": {"categories": False}}, "categories"),
        ({"options": {"categories": [1]}}, "categories"),
        ({"options": {"name": {}}}, "name"),
        ({"dealer": 2}, "dealer"),
        ({"dealer": -1}, "dealer"),
        ({"dealer": 0.5}, "dealer"),
        ({"dealer": True}, "dealer"),
        ({"dealer": "Ada"}, "dealer"),
        ({"dealer": [0]}, "dealer"),
        ({"dealer": {}}, "dealer"),
        ({"dealer": 10**30}, "dealer"),
        ({"starter": 2}, "starter"),
        ({"starter": "x"}, "starter"),
        ({"opening": {"totals": 1}}, "totals"),
        ({"opening": {"totals": [1]}}, "totals"),
        ({"opening": {"totals": [1, 2, 3]}}, "totals"),
        ({"opening": {"totals": [1, "x"]}}, "totals"),
        ({"opening": {"totals": [1, 10**30]}}, "totals"),
        ({"opening": {"anemones": [1, 2]}}, "opening"),
        ({"closed": "yes"}, "closed"),
        ({"winner": 0}, "winner"),
    ],
)
def test_an_error_before_the_first_round_names_its_field(changes: Any, field: str) -> None:
    found = score(match(**changes), status=2)

    assert [problem["field"] for problem in found["problems"]] == [field]
    assert [problem["severity"] for problem in found["problems"]] == ["error"]
    assert (found["rounds"], found["next"], found["over"]) == ([], None, False)


def test_an_unknown_option_is_named() -> None:
    found = score(match(options={"colour": "red"}), status=2)

    assert texts(found["problems"]) == ["Any game has no option “colour”."]


@pytest.mark.parametrize(
    "bad",
    [
        None,
        7,
        "x",
        [],
        {},
        {"score": None},
        {"score": []},
        {"score": "x"},
        {"score": {"seats": "x"}},
        {"score": {"seats": {"0": {"points": 1}}}},
        {"score": {"seats": [1, 2]}},
        {"score": {"seats": [{"points": 1}]}},
        {"score": {"seats": [{"points": 1}] * 3}},
        {"score": {"mode": "guess", "seats": [{"points": 1}] * 2}},
        {"score": {"mode": ["points"], "seats": [{"points": 1}] * 2}},
        {"score": {"mode": "points", "seats": [{"points": 1}] * 2, "table": 1}},
        {"score": {"mode": "points", "seats": [{"points": 1}] * 2, "table": {"moon": 1}}},
        {"score": {"mode": "points", "seats": [{"points": 1}] * 2, "who": 1}},
        {"score": {"mode": "points", "seats": [{"points": 1, "red": 1}, {"points": 1}]}},
        {"score": {"seats": [{"points": None}, {"points": 1}]}},
        {"score": {"seats": [{"points": "many"}, {"points": 1}]}},
        {"score": {"seats": [{"points": True}, {"points": 1}]}},
        {"score": {"seats": [{"points": [1]}, {"points": 1}]}},
        {"score": {"seats": [{"points": {"n": 1}}, {"points": 1}]}},
        {"score": {"seats": [{"points": 1.5}, {"points": 1}]}},
        {"score": {"seats": [{"points": 10**30}, {"points": 1}]}},
        {"score": {"seats": [{"points": -(10**30)}, {"points": 1}]}},
        points(1, 1) | {"dealer": 0},
        points(1, 1) | {"starter": 2},
        points(1, 1) | {"starter": [0]},
        points(1, 1) | {"pass": "left"},
        points(1, 1) | {"pass": ["left"]},
        points(1, 1) | {"bids": {}},
    ],
)
def test_an_error_in_a_round_keeps_the_rounds_before_it(bad: Any) -> None:
    found = score(match(rounds=[points(7, 4), points(1, 2), bad, points(9, 9)]), status=2)

    assert [scored["totals"] for scored in found["rounds"]] == [[7, 4], [8, 6]]
    assert (found["totals"], found["next"]["round"], found["over"]) == ([8, 6], 3, False)
    assert {problem["severity"] for problem in found["problems"]} == {"error"}
    assert {problem["round"] for problem in found["problems"]} == {3}
    assert all(texts(found["problems"]))


@pytest.mark.parametrize(
    "number",
    [
        "9" * 5_000,
        "-" + "9" * 5_000,
        "9" * 900_000,
        "1e999999999",
        "-1e999999999",
        "1e9999999999999999999999",
        "1e-9999999999999999999999",
        "1e-999999999",
        "0." + "0" * 5_000 + "1",
        "1." + "0" * 40 + "1",
        "1" + "0" * 30,
        '"' + "9" * 5_000 + '"',
        '"1e5"',
        '"Infinity"',
    ],
    ids=lambda number: number[:20],
)
def test_a_number_beyond_all_reason_is_an_error_of_its_field(number: str) -> None:
    found = score(raw_points(number), status=2)

    assert [(p["field"], p["seat"]) for p in found["problems"]] == [("points", 0)]


@pytest.mark.parametrize("number", ["5", "5.0", "5e0", "0.5e1", '"5"', '" 5 "', "5.000"])
def test_a_whole_number_may_be_written_in_any_way(number: str) -> None:
    assert score(raw_points(number))["totals"] == [5, 4]


def test_decimals_stay_exact() -> None:
    file = match(options={"decimals": 2}, rounds=[points(0.1, 0.07)] * 3)

    found = score(file)

    assert [Decimal(str(total)) for total in found["totals"]] == [Decimal("0.3"), Decimal("0.21")]


# What is unusual does not stop it


def test_an_ask_stands_in_its_round_and_everything_is_scored() -> None:
    rows = [{"points": number} for number in (40, 0, 0)]
    file = match(game="witches", seats=["Ada", "Ben", "Cem"], rounds=[{"score": {"seats": rows}}])

    found = score(file)

    assert {problem["severity"] for problem in found["rounds"][0]["problems"]} == {"ask"}
    assert (found["totals"], found["problems"]) == ([40, 0, 0], [])


@pytest.mark.parametrize("game", ["elf_nimmt", "enemy_anemone", "tien"])
def test_a_dealer_is_read_and_ignored_where_the_game_has_none(game: str) -> None:
    file = match(game=game, starter=1, rounds=[])

    with_dealer, without = score(file), score(file | {"dealer": None})

    assert with_dealer == without
    assert (with_dealer["next"]["dealer"], with_dealer["next"]["starter"]) == (None, 1)
    score(file | {"dealer": 2}, status=2)


def test_a_starter_is_ignored_where_the_deal_goes_round() -> None:
    file = match(game="witches", seats=["Ada", "Ben", "Cem"], rounds=[])

    assert score(file | {"starter": 0})["next"] == score(file)["next"]
    assert score(file)["next"]["starter"] == 1


def test_whom_the_table_chose_stands_in_its_round() -> None:
    file = match(game="elf_nimmt", rounds=[points(0, 5) | {"starter": 1}])

    assert score(file)["rounds"][0]["starter"] == 1


def test_points_from_paper_are_brought_along() -> None:
    found = score(match(opening={"totals": [10, 20]}))

    assert found["totals"] == [17, 24]
