# SPDX-License-Identifier: MIT
"""The project's own papers agree with its files: commands, dependencies, licences."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import dev

ROOT = dev.ROOT
SPDX = "SPDX-License-Identifier: MIT"
SOURCES = ("*.py", "*.js", "*.css", "*.html", "*.mako")
ROOMS = ("companion", "templates", "static", "migrations", "tests")
FOREIGN = {"vendor", "fonts", "lucide"}  # come with licences of their own


def paper(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def project() -> dict[str, Any]:
    return tomllib.loads(paper("pyproject.toml"))["project"]  # type: ignore[no-any-return] # TOML


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=!~ ;]", requirement)[0].lower() for requirement in requirements}


def explained() -> set[str]:
    section = paper("CONTRIBUTING.md").split("\n## Dependencies\n")[1]
    heads = re.findall(r"^- (`.+?`): \S", section, re.MULTILINE)
    return {name for head in heads for name in re.findall(r"`([^`]+)`", head)}


def sources() -> list[Path]:
    found = [ROOT / "dev.py", ROOT / ".ci" / "run", ROOT / "pyproject.toml"]
    for room in ROOMS:
        for pattern in SOURCES:
            found += [path for path in (ROOT / room).rglob(pattern) if path.stat().st_size]
    return [path for path in found if not FOREIGN & set(path.relative_to(ROOT).parts)]


def test_every_dependency_is_explained_and_nothing_else() -> None:
    wanted = names(project()["dependencies"])
    for extra in project()["optional-dependencies"].values():
        wanted |= names(extra)

    assert explained() == wanted


def test_every_dependency_has_a_lowest_and_a_highest_version() -> None:
    extras = project()["optional-dependencies"].values()
    everything = [*project()["dependencies"], *(one for extra in extras for one in extra)]

    assert [one for one in everything if not re.search(r">=[\d.]+,<[\d.]+$", one)] == []


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_the_commands_of_dev_py_that_a_paper_names_exist(name: str) -> None:
    named = set(re.findall(r"dev\.py ([a-z]+)", paper(name)))

    assert named
    assert named <= set(dev.COMMANDS)


def test_every_command_of_dev_py_is_in_the_table() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \|", paper("CONTRIBUTING.md"), re.MULTILINE)

    assert rows == list(dev.COMMANDS)


def test_the_readme_describes_every_command_of_companion_and_no_other() -> None:
    from companion.cli import main

    described = set(re.findall(r"^\| `companion ([a-z]+)", paper("README.md"), re.MULTILINE))

    assert described == set(main.commands)


def test_the_two_first_commands_stand_alone_on_their_lines() -> None:
    assert {"python3 dev.py run", "python3 dev.py test"} <= set(paper("README.md").splitlines())


def test_the_rooms_in_the_readme_exist() -> None:
    drawn = paper("README.md").split("## The house")[1].split("```")[1]
    rooms = [part for line in drawn.splitlines() for part in line.split("  ")[0].split()]

    assert len(rooms) > 9
    assert [room for room in rooms if not (ROOT / room).exists()] == []


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_links_between_the_papers_lead_somewhere(name: str) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", paper(name))

    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_file_starts_with_its_licence() -> None:
    bare = [
        str(path.relative_to(ROOT))
        for path in sources()
        if not any(SPDX in line for line in path.read_text(encoding="utf-8").splitlines()[:2])
    ]

    assert bare == []


def test_the_licence_is_the_one_that_the_files_name() -> None:
    assert project()["license"] == "MIT"
    assert paper("LICENSE").startswith("MIT License\n\nCopyright (c) 2026 Companion contributors\n")


def test_importing_companion_imports_nothing_else() -> None:
    code = (
        "import sys; before = set(sys.modules); import companion; print(set(sys.modules) - before)"
    )
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}",
        ],
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.strip() == "{'companion'}"


def test_the_changelog_names_the_version_or_has_an_unreleased_part() -> None:
    heads = re.findall(r"^## \[(.+?)\]", paper("CHANGELOG.md"), re.MULTILINE)

    assert heads
    assert heads[0] in ("Unreleased", project()["version"])


def test_continuous_integration_runs_the_developers_command() -> None:
    lines = [line for line in paper(".ci/run").splitlines() if line and not line.startswith("#")]

    assert "set -eu" in lines
    assert lines[-1] == "exec python3 dev.py test"
