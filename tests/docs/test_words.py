"""`tools/words` finds phrases in prose only, and lets no folder have more of them than its list allows."""

import importlib.machinery
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "words"

#: Words of all documents but studies, without code, settings and the tables of models.
MOST_WORDS_OF_ALL = 78_000

HOW_TOS = sorted(path for path in (ROOT / "docs" / "how-to").glob("*.md") if path.stem != "index")
READ_FIRST = [ROOT / "README.md", *sorted((ROOT / "docs" / "tutorial").glob("*.md")), *HOW_TOS]
LEAST_EASE, MOST_WORDS = 65, 2500


def _tool() -> ModuleType:
    loader = importlib.machinery.SourceFileLoader("words", str(TOOL))
    spec = importlib.util.spec_from_loader("words", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    # Its data classes look for their module there, and it imports its neighbours.
    sys.modules["words"] = module
    sys.path.insert(0, str(TOOL.parent))
    loader.exec_module(module)
    return module


words = _tool()
RULES = words.Rules((("(tell|tells)\\b", "say"), ("come to\\b", "reach")), (("a.md", "tells"),), {"docs": 1})


def found(text: str, path: str = "docs/page.md") -> list[tuple[int, str]]:
    return [(hit.line, hit.found) for hit in words.hits(path, words.prose(text), RULES)]


def test_a_phrase_is_found_with_its_line_in_any_case_and_over_the_end_of_a_line() -> None:
    assert found("First.\nTell it; they come\nto it.\n") == [(2, "Tell"), (2, "come to")]


@pytest.mark.parametrize(
    "text",
    [
        "```bash\ntell\n```\n",
        "````{only} site\n```{raw} html\ntell\n```\n````\n",
        "the key `tell` is\n",
        "``tell ` it``\n",
        "<!-- tell\nit -->\n",
        "[page](tell.md#tell)\n",
        "https://example.org/tell\n",
    ],
)
def test_code_comments_and_targets_of_links_are_not_read(text: str) -> None:
    assert found(text) == []
    assert found(f"{text}tell\n") == [(text.count("\n") + 1, "tell")]


def test_the_text_of_a_link_is_read() -> None:
    assert found("[tell me](page.md)\n") == [(1, "tell")]


def test_an_exception_holds_for_its_page_and_its_words_only() -> None:
    assert found("It tells. Tell it.", "a.md") == [(1, "Tell")]


def test_an_exception_that_is_no_longer_needed_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("It tells.\n")
    assert words.unneeded(RULES, tmp_path) == []
    (tmp_path / "a.md").write_text("It says `tells`.\n")
    assert len(words.unneeded(RULES, tmp_path)) == 1


def test_a_folder_may_have_as_many_as_the_list_allows_and_no_more() -> None:
    hits = [words.Hit("docs/a.md", 1, "tell", "say"), words.Hit("b.md", 1, "tell", "say")]
    assert words.above(hits, {"docs": 1, ".": 1}) == {}
    assert words.above(hits, {"docs": 1}) == {".": 1}
    assert words.above(hits, {"docs/a.md": 0, ".": 1, "docs": 1}) == {"docs/a.md": 1}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", '"""Tell."""\n#: They come\n#: to it.\nx = "tell # tell"\n'),
        ("a.py", '#: Tell; they come\n#: to it.\n"""Sums.\n\n>>> tell\ntell\n"""\n'),
        ("a.rs", '/// Tell; they come\n/// to it.\nlet x = ("// tell", \'"\', "tell");\n'),
        ("a.rs", "//! Tell.\n/// ```\n/// tell();\n/// ```\n// They come\n// to it, `tell`.\n"),
        ("a.ts", "/** Tell.\n * They come\n * to it. */\nconst x = `// tell`;\n"),
        ("a.mjs", "/** Tell. */\n// They come\n// to it.\nconst x = 'tell';\n"),
        ("a", '#!/usr/bin/env python3\n"""Tell.\n\nThey come\nto it.\n"""\nx = "tell"\n'),
    ],
)
def test_comments_are_read_over_the_end_of_a_line_and_code_is_not(
    name: str, text: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    found = [
        hit.found
        for line, paragraph in words.comments_of.of_file(tmp_path / name)
        for hit in words.hits(name, words.prose(paragraph), RULES, line)
    ]
    assert found == ["Tell", "come to"]


def test_sources_are_also_tests_tools_benchmarks_and_scripts_of_python_without_an_extension(
    tmp_path: Path,
) -> None:
    read = ["benches/page", "docs/_ext/a.py", "docs/conf.py", "tests/web/a.mjs", "tools/a.py", "tools/times"]
    left_out = ["docs/_live/a.js", "tools/lock", "tools/words.toml", "web/a.ts"]
    for name in [*read, *left_out]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("#!/bin/sh\n" if name == "tools/lock" else "#!/usr/bin/env python3\n")
    (tmp_path / "tools" / "target").mkdir()
    found = [path.relative_to(tmp_path).as_posix() for path in words.comments_of.sources(tmp_path)]
    assert sorted(found) == read


def test_the_line_of_a_phrase_in_a_comment_is_that_of_the_source() -> None:
    (_, (line, text)) = words.comments_of.of_signs("// A.\n\n// B.\n// Tell.\n")
    assert [hit.line for hit in words.hits("a.rs", text, RULES, line)] == [4]


def test_strings_are_read_and_docstrings_are_not() -> None:
    tree = words.ast.parse('"""A docstring."""\nx = f"tell {1} it"\n')
    assert [text for _, text in words.strings(tree)] == ["tell ", " it"]


@pytest.mark.parametrize(
    ("word", "count"),
    [
        ("cell", 1),
        ("simulate", 3),
        ("rates", 1),
        ("changes", 2),
        ("dropped", 1),
        ("limited", 3),
        ("table", 2),
        ("queue", 1),
        ("throughput", 2),
    ],
)
def test_syllables_are_counted_as_they_are_spoken(word: str, count: int) -> None:
    assert words.syllables(word) == count


def test_reading_ease_is_that_of_fleschs_formula_over_paragraphs_and_points() -> None:
    page = (
        "# A heading of many words\n\nThe cat sat.\n\n- The dog\n  ran.\n- It `ran --far`\n\n| a | table |\n"
    )
    ease, count = words.reading_ease(page)
    assert count == 8
    assert ease == pytest.approx(206.835 - 1.015 * 8 / 3 - 84.6)


def test_the_documents_keep_to_the_list() -> None:
    done = subprocess.run([sys.executable, str(TOOL)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", READ_FIRST, ids=lambda page: page.stem)
def test_pages_that_are_read_first_are_plain_and_short(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert words.reading_ease(text)[0] >= LEAST_EASE
    assert len(text.split()) <= MOST_WORDS


def test_words_to_read_are_those_outside_code_settings_and_tables_of_models() -> None:
    page = "# Two words\n\nThree more words.\n\n```bash\ncellwise run\n```\n\n| a | table |\n"
    counts = [
        words.words_to_read(name, page) for name in ("docs/a.md", "docs/models/a.md", "docs/settings/a.md")
    ]
    assert counts == [7, 5, 0]


def test_all_documents_together_are_short_enough_to_be_kept_true() -> None:
    read = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in words.documents()}
    counts = [
        words.words_to_read(name, text) for name, text in read.items() if not name.startswith(words.STUDIES)
    ]
    assert sum(counts) <= MOST_WORDS_OF_ALL


@pytest.mark.parametrize("page", HOW_TOS, ids=lambda page: page.stem)
def test_a_how_to_begins_with_the_command_or_call_that_does_the_job(page: Path) -> None:
    first, second = page.read_text(encoding="utf-8").split("\n\n")[1:3]
    command = re.search(r"`(path = )?(cellwise|make|pip|cw)\b", first)
    assert command or re.search(r"^```(sh|bash)\n", f"{first}\n{second}", re.MULTILINE)
