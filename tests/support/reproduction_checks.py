"""What every figure and every claim of a paper is held to; each paper's tests call these."""

from depcluster import FigureWithAlt
from depcluster.reproduction import Table
from depcluster.reproduction.figure import long_name


def check_figure(paper, item, **small):
    """What is drawn names itself, has alt text, and all its axes say what they show."""
    drawn = paper.figures[item](**small)
    name = f"{paper.name}, {long_name(item)}"
    if isinstance(drawn, Table):
        assert drawn.caption.startswith(name)
        assert drawn.rows
        assert all(drawn.columns)
        assert name in drawn._repr_html_()
        return drawn
    assert isinstance(drawn, FigureWithAlt)
    assert drawn.alt.startswith(name)
    assert len(drawn.alt) > len(name) + 40
    assert any(name in text.get_text() for text in drawn.figure.texts)
    figures = [drawn.figure, *drawn.figure.subfigs]
    axes = [ax for ax in drawn.figure.axes if ax.axison]
    drawn.figure.draw_without_rendering()
    for ax in axes:
        over = [f for f in figures if ax in f.axes]
        for kind in ("x", "y"):
            ticks = getattr(ax, f"get_{kind}ticklabels")()
            shown = [tick for tick in ticks if tick.get_visible() and tick.get_text()]
            label = getattr(ax, f"get_{kind}label")() or any(
                getattr(f, f"_sup{kind}label", None) for f in over
            )
            words = [t for t in shown if not t.get_text().lstrip("−-").replace(".", "").isdigit()]
            assert label or words or not shown, f"{ax.get_title()!r}: no {kind} label"
    assert axes or drawn.figure.axes
    return drawn


def check_statement(paper, statement, full):
    """A claim computed now is as recorded: by its verdict, or by three of the recorded draws."""
    header, claims = paper.recorded()
    (recorded,) = [c for c in claims if (c.item, c.claim) == (statement.item, statement.text)]
    if full or not statement.draws:
        assert statement().verdict == recorded.verdict, f"recorded {header}"
        return
    made = statement(3)
    assert made.cases
    assert made.passed <= recorded.passed, f"recorded {header}"
    assert made.cases - made.passed <= recorded.cases - recorded.passed, f"recorded {header}"


def ids(statement):
    """A claim's name among the tests."""
    return f"{statement.item}-{statement.text[:40]}"
