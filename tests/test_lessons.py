"""The notebooks as pages: short code, numbers that the page prints, a live first screen, words."""

import re
from collections import Counter

import lesson_pages as lessons
import pytest

PAGES = lessons.pages()
BEATS = [beat for page in PAGES.values() for beat in page]
MOST_VISIBLE, WIDEST, MOST_CODE, MOST_NUMBERS = 12, 88, 2600, 4
GUESSES = 3
ACRONYMS = {
    "AMISE": "asymptotic mean integrated squared error",
    "ARI": "adjusted Rand index",
    "CLUHSIC": "clustering",
    "CLUHSICAL": "clustering",
    "HSIC": "Hilbert-Schmidt independence criterion",
    "LSCV": "least-squares cross-validation",
    "LSMI": "least-squares mutual information",
    "MIC": "information",
    "NNI": "nearest-neighbour interchange",
    "PCA": "principal component",
    "RBF": "radial basis function",
    "SMI": "squared-loss mutual information",
    "SMIC": "clustering",
}
FILLER = ("needs no formula", "nothing new", "of course", "simply", "obviously", "as we all know")


each_beat = pytest.mark.parametrize("beat", BEATS, ids=str)
each_page = pytest.mark.parametrize("page", PAGES.values(), ids=list(PAGES))


@each_beat
def test_a_beat_shows_the_idea_in_few_lines(beat):
    lines = beat.visible_lines()
    assert len(lines) <= MOST_VISIBLE
    assert [line for line in lines if len(line) > WIDEST] == []


@each_beat
def test_checks_are_folded_into_one_cell_and_so_is_what_tells_an_answer(beat):
    kinds = Counter(lessons.kind(lessons.source(cell)) for cell in beat.code(folded=True))
    assert set(kinds) <= {lessons.IMPORTS, lessons.CHECKS, lessons.GUESS}
    assert kinds[lessons.IMPORTS] <= 1
    assert kinds[lessons.CHECKS] <= 1
    seen = [lessons.source(cell) for cell in beat.code(folded=False)]
    assert not any("assert" in code or lessons.guesses(code) for code in seen)


@each_beat
def test_every_number_of_the_text_is_printed_in_its_beat(beat):
    printed = beat.printed()
    told = {paragraph: lessons.numbers(paragraph) for paragraph in beat.told()}
    missing = {
        number: paragraph
        for paragraph, found in told.items()
        for number in found
        if not lessons.is_printed(number, printed)
    }
    assert missing == {}


@each_beat
def test_a_paragraph_has_few_numbers(beat):
    told = [p for text in beat.words() for p in lessons.paragraphs(text)] + beat.answers()
    full = [p for p in told if p[0] != "|" and len(lessons.numbers(p)) > MOST_NUMBERS]
    assert full == []


@each_beat
def test_a_beat_runs_alone_after_the_imports(beat):
    imports = [
        lessons.source(cell)
        for cell in PAGES[beat.page][0].cells
        if lessons.source(cell).startswith((lessons.IMPORTS, lessons.TABLE))
    ]
    here = [lessons.source(cell) for cell in beat.cells if cell["cell_type"] == "code"]
    assert lessons.names(imports + here)[1] == set()


@each_page
def test_the_first_screen_is_live(page):
    opening = page[0]
    shown = opening.code(folded=False)
    assert lessons.is_widget(shown[0])
    before = opening.cells[: opening.cells.index(shown[0])]
    assert [cell["cell_type"] for cell in before] == ["markdown", "code"]
    assert len(lessons.source(before[0]).split()) < 120


@each_page
def test_a_page_asks_before_it_tells(page):
    assert sum(len(beat.answers()) for beat in page) >= GUESSES


@each_page
def test_verdicts_stand_once_at_the_end(page):
    tables = [
        (k, n)
        for k, beat in enumerate(page)
        for cell in beat.code(folded=False)
        if (n := lessons.whole_tables(lessons.source(cell)))
    ]
    is_of_a_paper = re.search(r"\d{4}", page[0].page) is not None
    assert sum(n for _, n in tables) == is_of_a_paper
    assert all(k > 8 for k, _ in tables)


@each_page
def test_acronyms_are_spelt_out_at_first_use_and_at_the_end(page):
    told = "\n\n".join(text for beat in page for text in [*beat.words(), *beat.answers()])
    paragraphs = lessons.paragraphs(told)
    for name, words in ACRONYMS.items():
        uses = [k for k, p in enumerate(paragraphs) if re.search(rf"(?<![\w`]){name}(?![\w`])", p)]
        if uses:
            first = " ".join(paragraphs[max(uses[0] - 1, 0) : uses[0] + 1])
            assert words.lower() in re.sub(r"[*_]|\s+", " ", first).replace("  ", " ").lower(), name
            assert f"**{name}**" in page[-1].words()[-1], name
    assert page[-1].title == "Letters and words"


@each_page
def test_pages_have_no_filler(page):
    told = " ".join(text.lower() for beat in page for text in [*beat.words(), *beat.answers()])
    assert [words for words in FILLER if words in told] == []
    assert not re.search(r"[a-z)]!(\s|$)", told)


def test_all_code_together_is_short():
    code = [lessons.source(c) for b in BEATS for c in b.cells if c["cell_type"] == "code"]
    assert sum(bool(line.strip()) for text in code for line in text.splitlines()) < MOST_CODE


def test_numbers_are_found_in_words_and_outputs():
    assert lessons.numbers("J is $0.5$, then −8.8; beat 3.") == ["0.5", "8.8"]
    assert lessons.is_printed("0.68", [0.6849])
    assert not lessons.is_printed("0.68", [0.47, 0.69])
