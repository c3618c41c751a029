"""The notebooks as pages: short code that runs section by section, numbers that the page prints."""

import lesson_pages as lessons
import pytest

PAGES = lessons.pages()
RECORDS = sorted(lessons.NOTEBOOKS[0].parent.glob("reproduction/*.ipynb"))
SECTIONS = [section for page in PAGES.values() for section in page]
BUILT_IN = lessons.names([])[0]
MOST_VISIBLE, WIDEST, MOST_CODE = 12, 88, 2600

each_section = pytest.mark.parametrize("section", SECTIONS, ids=str)


@each_section
def test_a_section_shows_the_idea_in_few_lines(section):
    lines = section.visible_lines()
    assert len(lines) <= MOST_VISIBLE
    assert [line for line in lines if len(line) > WIDEST] == []
    seen = section.code(folded=False)
    assert not any("assert" in code or lessons.guesses(code) for code in seen)


@each_section
def test_every_number_of_the_text_is_printed_in_its_section(section):
    printed = section.printed()
    missing = {
        number: paragraph
        for paragraph in section.told()
        for number in lessons.numbers(paragraph)
        if not lessons.is_printed(number, printed)
    }
    assert missing == {}


def imports(page):
    codes = PAGES[page][0].codes()
    return [code for code in codes if code.startswith(lessons.IMPORTS)]


@each_section
def test_a_section_runs_alone_after_the_imports(section):
    checks = [lessons.source(cell) for cell in section.checks]
    assert lessons.names(imports(section.page) + section.codes() + checks)[1] == set()


@pytest.mark.parametrize("page", PAGES)
def test_a_check_at_the_end_finds_what_its_section_left(page):
    """No later section, and no check before it, gives another value to a name that it takes."""
    changed = {}  # by section, what later ones bind
    for k, section in enumerate(PAGES[page]):
        later = [code for other in PAGES[page][k + 1 :] for code in other.codes()]
        changed[section] = lessons.names(later)[0]
    before = set()
    for section in PAGES[page]:
        for check in map(lessons.source, section.checks):
            bound, taken = lessons.names([check])
            assert taken & lessons.names(section.codes())[0] & (changed[section] | before) == set()
            before |= bound - BUILT_IN


@pytest.mark.parametrize("page", PAGES)
def test_all_checks_stand_in_one_section_at_the_end(page):
    asserted = [str(s) for s in PAGES[page] for code in s.codes() if "\nassert " in code]
    assert asserted == []  # also none at the end that names no section


def test_numbers_for_the_lecturer_are_printed_by_the_notebooks_or_recorded():
    records = [s for path in RECORDS for s in lessons.sections(path)]
    printed = [number for section in [*SECTIONS, *records] for number in section.printed()]
    told = [text for section in SECTIONS for text in section.told()]
    summary = (lessons.NOTEBOOKS[0].parents[1] / "REPRODUCTION.md").read_text(encoding="utf-8")
    printed += [float(number) for text in [*told, summary] for number in lessons.numbers(text)]
    plan = lessons.NOTEBOOKS[0].with_name("README.md").read_text(encoding="utf-8")
    assert lessons.numbers(plan)
    assert [n for n in lessons.numbers(plan) if not lessons.is_printed(n, printed)] == []


def test_all_code_together_is_short():
    code = [code for s in SECTIONS for code in [*s.codes(), *map(lessons.source, s.checks)]]
    assert sum(bool(line.strip()) for text in code for line in text.splitlines()) < MOST_CODE


def test_numbers_are_found_in_words_and_outputs():
    assert lessons.numbers("J is $0.5$, then −8.8; beat 3.") == ["0.5", "8.8"]
    assert lessons.is_printed("0.68", [0.6849])
    assert not lessons.is_printed("0.68", [0.47, 0.69])
