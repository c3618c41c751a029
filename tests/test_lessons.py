"""The notebooks as pages: short code that runs section by section, numbers that the page prints."""

import lesson_pages as lessons
import pytest

PAGES = lessons.pages()
SECTIONS = [section for page in PAGES.values() for section in page]
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


@each_section
def test_a_section_runs_alone_after_the_imports(section):
    imports = [lessons.source(cell) for cell in PAGES[section.page][0].cells]
    imports = [code for code in imports if code.startswith(lessons.IMPORTS)]
    here = [lessons.source(cell) for cell in section.cells if cell["cell_type"] == "code"]
    assert lessons.names(imports + here)[1] == set()


def test_all_code_together_is_short():
    code = [lessons.source(c) for s in SECTIONS for c in s.cells if c["cell_type"] == "code"]
    assert sum(bool(line.strip()) for text in code for line in text.splitlines()) < MOST_CODE


def test_numbers_are_found_in_words_and_outputs():
    assert lessons.numbers("J is $0.5$, then −8.8; beat 3.") == ["0.5", "8.8"]
    assert lessons.is_printed("0.68", [0.6849])
    assert not lessons.is_printed("0.68", [0.47, 0.69])
