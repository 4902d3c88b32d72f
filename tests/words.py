# SPDX-License-Identifier: MIT
"""Keep the catalogues of words up to date with the sources.

`python3 dev.py words` collects every sentence of the product, brings the catalogue of each
language up to date with them, compiles those, and says what is not translated yet; `python3
dev.py words de` touches German only. A sentence that changed is a new one: the old translation is
dropped, never kept as a guess. The files carry no dates and no line numbers, so they change only
when the words do. The status is 1 while a translation is missing or broken.
"""

from __future__ import annotations

import io
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from companion.i18n.translate import LANGUAGES, LOCALES

ROOT = Path(__file__).parents[1]
TEMPLATE = LOCALES / "messages.pot"
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
#: `msg` and `nmsg` are the engine's own; the rest is gettext's.
KEYWORDS = {**DEFAULT_KEYWORDS, "msg": None, "nmsg": (1, 2)}
#: {who} of the engine, %(who)s and %(num)d of the pages.
PLACEHOLDER = re.compile(r"\{[^{}]*\}|%\([a-z_0-9]+\)[a-z]|%%")
#: Stands where gettext keeps dates; a real one would make every run a change.
UNDATED = datetime(2026, 1, 1, tzinfo=UTC)


def extracted() -> Catalog:
    """Return every sentence of the sources, found by the mapping in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    mappings = project["tool"]["babel"]["mappings"]
    methods = [(each["pattern"], each["method"]) for each in mappings]
    options = {
        each["pattern"]: {k: v for k, v in each.items() if k not in ("pattern", "method")}
        for each in mappings
    }
    template = _headed(Catalog(fuzzy=False))
    for file, line, ids, comments, context in sorted(
        extract_from_dir(ROOT, methods, options, KEYWORDS), key=lambda found: found[:2]
    ):
        template.add(ids, None, [(file, line)], auto_comments=comments, context=context)
    return template


def updated(language: str, template: Catalog) -> Catalog:
    """Return a language's catalogue with exactly the sentences of the template."""
    catalogue = written(language)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return _headed(catalogue)


def written(language: str) -> Catalog:
    """Return a language's catalogue as it lies in its file; an empty one without a file."""
    file = po_file(language)
    if not file.exists():
        return _headed(Catalog(language, fuzzy=False))
    with file.open("rb") as source:
        return read_po(source, language)


def compiled(language: str) -> Catalog:
    """Return what the product reads: a language's compiled catalogue."""
    with po_file(language).with_suffix(".mo").open("rb") as source:
        return read_mo(source)


def po_file(language: str) -> Path:
    """Return where a language's words are written down."""
    return LOCALES / language / "LC_MESSAGES" / "messages.po"


def as_po(catalogue: Catalog) -> bytes:
    """Return a catalogue as text: sorted by place, undated, without line numbers."""
    out = io.BytesIO()
    write_po(out, catalogue, width=99, sort_by_file=True, include_lineno=False)
    return re.sub(
        rb'(?m)^"(POT-Creation-Date|PO-Revision-Date|Generated-By): .*\n', b"", out.getvalue()
    )


def as_mo(catalogue: Catalog) -> bytes:
    """Return a catalogue as the product reads it."""
    out = io.BytesIO()
    write_mo(out, _headed(catalogue))
    return out.getvalue()


def entries(catalogue: Catalog) -> Iterator[Message]:
    """Yield the sentences of a catalogue, without its head."""
    yield from (message for message in catalogue if message.id)


def forms(message: Message) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the English forms of a sentence, and its translations."""
    english = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    said = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return english, said


def complaints(catalogue: Catalog) -> Iterator[str]:
    """Yield what a catalogue lacks: translations, plural forms, the same placeholders."""
    for message in entries(catalogue):
        english, said = forms(message)
        wanted = catalogue.num_plurals if len(english) > 1 else 1
        if message.fuzzy:
            yield f"a guess: {english[0]!r}"
        if len(said) != wanted or not all(said):
            yield f"not translated: {english[0]!r}"
            continue
        holders = set(PLACEHOLDER.findall(english[-1]))
        for form in said:
            odd = holders ^ set(PLACEHOLDER.findall(form))
            if odd - (COUNT if form == said[0] and len(said) > 1 else set()):
                yield f"other placeholders ({', '.join(sorted(odd))}): {english[0]!r}"


#: "One card" may do without its number, in the form for one.
COUNT = {"{n}", "%(num)d", "%(num)s", "%(n)d"}


def _headed(catalogue: Catalog) -> Catalog:
    catalogue.project, catalogue.version = "Companion", "0"
    catalogue.copyright_holder, catalogue.msgid_bugs_address = "Companion contributors", ""
    catalogue.last_translator = catalogue.language_team = "Companion contributors"
    catalogue.creation_date = catalogue.revision_date = UNDATED
    of = f" in {catalogue.locale.english_name}" if catalogue.locale else ""
    catalogue.header_comment = (
        f"# SPDX-License-Identifier: MIT\n# Companion's sentences{of}; `python3 dev.py words`"
        " keeps the list up to date."
    )
    return catalogue


def main(languages: Sequence[str]) -> int:
    """Extract, update, compile; return 1 while something is missing."""
    if unknown := set(languages) - set(TRANSLATED):
        print(f"No language of ours: {', '.join(sorted(unknown))}; there is {TRANSLATED}.")
        return 2
    template = extracted()
    TEMPLATE.write_bytes(as_po(template))
    missing = 0
    for language in languages or TRANSLATED:
        catalogue = updated(language, template)
        po_file(language).parent.mkdir(parents=True, exist_ok=True)
        po_file(language).write_bytes(as_po(catalogue))
        po_file(language).with_suffix(".mo").write_bytes(as_mo(catalogue))
        found = list(complaints(catalogue))
        print(f"{language}: {len(catalogue)} sentences, {len(found)} to look at")
        print(*(f"  {complaint}" for complaint in found), sep="\n")
        missing += len(found)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
