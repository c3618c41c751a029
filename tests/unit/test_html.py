"""Pieces of pages: a text that is put into one is always escaped."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from depcluster._utils.html import Html

HOSTILE = "<script>'{0}' & \"{named}\"</script>"


@given(st.text() | st.just(HOSTILE))
def test_a_text_can_open_no_tag_and_end_no_attribute_and_fills_nothing(text):
    shown = Html('<p title="{}">{named}</p>').format(text, named=text)
    inside = shown.removeprefix('<p title="').removesuffix("</p>")
    attribute, between, body = inside.partition('">')
    assert (between, attribute) == ('">', body)
    assert not set(body) & set("<>'\"")
    assert Html("{}").format(shown) is not shown
    assert Html("{}").format(shown) == shown


def test_joined_with_a_text_it_is_a_text_again():
    piece = Html("<b>{}</b>").each(["a", "<"])
    assert piece == "<b>a</b><b>&lt;</b>"
    assert isinstance(piece, Html)
    for text in (piece + "<i>", "".join([piece, "<i>"]), f"{piece}<i>", piece.upper()):
        assert "<" not in Html("{}").format(text)


def test_what_is_left_out_is_an_error():
    with pytest.raises(KeyError, match="title"):
        Html("{title}").format()
