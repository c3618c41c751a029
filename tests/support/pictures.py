"""Pictures that controls redraw: whether each place of a control has one of its own."""


def stops_alike(shown):
    """Controls of an `interactive_figure` of which two stops are told alike, or one fails."""
    start, alike = dict(shown.values), []
    for name, control in shown._of.items():
        told = set()
        for value in control.values:
            shown.move(**start | {name: value})
            if shown._error:
                alike.append(f"{name} {value}: {shown._error}")
            told.add(shown.alt)
        if len(told) != len(control.values):
            alike.append(name)
    return alike
