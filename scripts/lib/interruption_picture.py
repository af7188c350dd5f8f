#!/usr/bin/env python3
"""Draws how long interruptions took and how late a bare wake-up was, by the share of them that were no slower.

    interruption_picture.py INTERRUPTION.JSON INTERRUPTION.SVG

INTERRUPTION.JSON is what scripts/bench interruption has written. Standard library only.
"""
import math
import os
import sys

# No compiled copies beside the scripts.
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import svg  # noqa: E402

COLORS = {"shipped": svg.BLUE, "again": svg.PURPLE, "g1": svg.ORANGE, "zgc": svg.GREEN}
SHARES = (50, 90, 99, 99.9)
WIDTH, HEIGHT, GAP = 330, 300, 100


def place(share):
    """The rarer half, a tenth, a hundredth: each as far from the one before."""
    return -math.log10(1 - share / 100)


def drawn(result):
    lines = result["lines"]
    numbers = list(dict.fromkeys(line["calls"] for line in lines))
    most = max((us for line in lines for _, us in line["points"]), default=1)
    top = math.ceil(math.log10(max(10, most)))
    panels = []
    for number, calls in enumerate(numbers):
        panel = svg.Panel(92 + number * (WIDTH + GAP), 78, WIDTH, HEIGHT, (place(45), place(99.96)), (0, top))
        panel.title(f"{calls} other calls")
        panel.axes((), (), "share that is no slower (%)")
        for share in SHARES:
            panel.text(panel.x(place(share)), panel.top + HEIGHT + 18, str(share), 12, "middle", svg.GRAY)
        for power in range(top + 1):
            panel.text(panel.left - 8, panel.y(power) + 4, f"{10 ** power:,} µs", 12, "end", svg.GRAY)
        for line in lines:
            if line["calls"] == calls:
                color = svg.GRAY if line["what"] == "control" else COLORS.get(line["arm"], svg.RED)
                panel.line([(place(share), math.log10(max(1, us))) for share, us in line["points"]], color)
        panels.append(panel)
    arms = list(dict.fromkeys(line["arm"] for line in lines))
    legend = [(COLORS.get(arm, svg.RED), "commit → fence, " + arm, "line") for arm in arms]
    legend.append((svg.GRAY, "a bare wake-up", "line"))
    return svg.picture(92 + len(numbers) * (WIDTH + GAP), 460, panels, "From an interruption to the fence", legend)


if __name__ == "__main__":
    svg.main(drawn)
