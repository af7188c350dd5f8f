#!/usr/bin/env python3
"""Draws what a packet pair costs against the number of calls, a line for each arm.

    scale_picture.py SCALE.JSON SCALE.SVG

SCALE.JSON is what scripts/bench scale has written. Uprights are the least and the greatest round. Standard library only.
"""
import math
import os
import sys

# No compiled copies beside the scripts.
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import svg  # noqa: E402

COLORS = {"sidetone": svg.BLUE, "again": svg.PURPLE, "rtpengine": svg.ORANGE, "echo": svg.GREEN}
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
MOST_TICKS = 8


def drawn(result):
    cells = [cell for cell in result["cells"] if cell["costUs"]["median"] is not None]
    # Numbers of calls double: between 50 and 800 each has its place.
    places = sorted({cell["calls"] for cell in cells})
    low, high = (math.log2(places[0]), math.log2(places[-1])) if places else (0, 1)
    room = max(0.25, (high - low) * 0.06)
    most = max((cell["costUs"]["greatest"] for cell in cells), default=1)
    step = next((step for step in STEPS if most / step <= MOST_TICKS), STEPS[-1])
    top = step * math.ceil(most / step)
    panel = svg.Panel(72, 78, 760, 330, (low - room, high + room), (0, top))
    panel.title("Processor time of a packet in and a packet out" + (", SRTP" if result["srtp"] else ""))
    panel.axes((), range(0, top + 1, step), "calls at once (logarithmic)",
               "processor µs per packet pair")
    for calls in places:
        panel.text(panel.x(math.log2(calls)), panel.top + panel.height + 18, str(calls), 12, "middle", svg.GRAY)
    arms = list(dict.fromkeys(cell["arm"] for cell in cells))
    for number, arm in enumerate(arms):
        # Side by side, so that no arm hides another's range.
        aside = (number - (len(arms) - 1) / 2) * room * 0.12
        color = COLORS.get(arm, svg.GRAY)
        points = [(math.log2(cell["calls"]) + aside, cell) for cell in cells if cell["arm"] == arm]
        panel.line([(at, cell["costUs"]["median"]) for at, cell in points], color)
        for at, cell in points:
            cost = cell["costUs"]
            panel.span(at - room * 0.02, at + room * 0.02, color, cost["least"], cost["greatest"])
            panel.mark(at, cost["median"], color if cell["carried"] else svg.RED)
    legend = [(COLORS.get(arm, svg.GRAY), arm, "line") for arm in arms]
    if any(not cell["carried"] for cell in cells):
        legend.append((svg.RED, "not carried", "area"))
    return svg.picture(860, 460, [panel], "Processor time of a packet pair by number of calls", legend)


if __name__ == "__main__":
    svg.main(drawn)
