"""Plain charts as SVG text: panels with axes, lines, steps, bars, spans and marks. Standard library only."""
import json
import os
import sys
from xml.sax.saxutils import escape

INK = "#1f2933"
FAINT = "#d9dee4"
GRAY = "#6b7785"
BLUE = "#1f6feb"
ORANGE = "#d9650b"
GREEN = "#2b8a3e"
PURPLE = "#8250df"
RED = "#c92a2a"
SHADE = "#dbeafe"
FAR_SHADE = "#fde8d0"


def shown(value):
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


class Panel:
    """One chart: data coordinates inside a box of the picture."""

    def __init__(self, left, top, width, height, x, y):
        self.left, self.top, self.width, self.height = left, top, width, height
        self.x_range, self.y_range = x, y
        self.parts = []

    def x(self, value):
        low, high = self.x_range
        return round(self.left + (value - low) / (high - low) * self.width, 1)

    def y(self, value):
        low, high = self.y_range
        return round(self.top + self.height - (value - low) / (high - low) * self.height, 1)

    def add(self, text):
        self.parts.append(text)

    def text(self, x, y, text, size=13, anchor="start", color=INK, weight="normal", rotate=None, halo=False):
        around = ' paint-order="stroke" stroke="white" stroke-width="4" stroke-linejoin="round"' if halo else ""
        turned = f' transform="rotate({rotate} {x} {y})"' if rotate is not None else ""
        self.add(f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{color}" '
                 f'font-weight="{weight}"{around}{turned}>{escape(text)}</text>')

    def title(self, text):
        self.text(self.left, self.top - 9, text, 14, weight="bold")

    def axes(self, x_ticks, y_ticks, x_name="", y_name=""):
        for tick in y_ticks:
            self.add(f'<line x1="{self.left}" x2="{self.left + self.width}" y1="{self.y(tick)}" y2="{self.y(tick)}" '
                     f'stroke="{FAINT}"/>')
            self.text(self.left - 7, self.y(tick) + 4, shown(tick), 12, "end", GRAY)
        for tick in x_ticks:
            self.add(f'<line x1="{self.x(tick)}" x2="{self.x(tick)}" y1="{self.top + self.height}" '
                     f'y2="{self.top + self.height + 4}" stroke="{GRAY}"/>')
            self.text(self.x(tick), self.top + self.height + 18, shown(tick), 12, "middle", GRAY)
        self.add(f'<line x1="{self.left}" x2="{self.left + self.width}" y1="{self.top + self.height}" '
                 f'y2="{self.top + self.height}" stroke="{GRAY}"/>')
        if x_name:
            self.text(self.left + self.width / 2, self.top + self.height + 36, x_name, 12, "middle", GRAY)
        if y_name:
            self.text(self.left - 40, self.top + self.height / 2, y_name, 12, "middle", GRAY, rotate=-90)

    def span(self, low, high, color, y_low=None, y_high=None):
        top = self.top if y_high is None else self.y(y_high)
        bottom = self.top + self.height if y_low is None else self.y(y_low)
        left, right = self.x(max(low, self.x_range[0])), self.x(min(high, self.x_range[1]))
        if right > left:
            self.add(f'<rect x="{left}" y="{top}" width="{round(right - left, 1)}" height="{round(bottom - top, 1)}" '
                     f'fill="{color}"/>')

    def line(self, points, color=BLUE, width=1.8):
        path = " ".join(f"{self.x(px)},{self.y(py)}" for px, py in points)
        self.add(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width}" '
                 f'stroke-linejoin="round"/>')

    def upright(self, at, color, label="", dashes="5 4", size=12, low=False):
        self.add(f'<line x1="{self.x(at)}" x2="{self.x(at)}" y1="{self.top}" y2="{self.top + self.height}" '
                 f'stroke="{color}" stroke-width="1.6" stroke-dasharray="{dashes}"/>')
        if label:
            inside = self.x(at) < self.left + 0.75 * self.width
            self.text(self.x(at) + (5 if inside else -5), self.top + (29 if low else 13), label, size,
                      "start" if inside else "end", color, halo=True)

    def level(self, at, color, label=""):
        self.add(f'<line x1="{self.left}" x2="{self.left + self.width}" y1="{self.y(at)}" y2="{self.y(at)}" '
                 f'stroke="{color}" stroke-width="1.2" stroke-dasharray="5 4"/>')
        if label:
            self.text(self.left + self.width + 5, self.y(at) + 4, label, 12, color=color)

    def bar(self, low, high, count, color):
        if count:
            self.add(f'<rect x="{self.x(low) + 0.5}" y="{self.y(count)}" '
                     f'width="{max(1, round(self.x(high) - self.x(low) - 1, 1))}" '
                     f'height="{round(self.y(0) - self.y(count), 1)}" fill="{color}"/>')

    def mark(self, px, py, color, label="", right=True, radius=4.5):
        self.add(f'<circle cx="{self.x(px)}" cy="{self.y(py)}" r="{radius}" fill="{color}" stroke="white"/>')
        if label:
            away, anchor = (8, "start") if right else (-8, "end")
            self.text(self.x(px) + away, self.y(py) + 4, label, 12, anchor, color, halo=True)


def picture(width, height, panels, title, legend=()):
    """The whole file: panels, and a legend of (color, text, "line" or "area") along the top."""
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
             f'height="{height}" role="img" font-family="Helvetica, Arial, DejaVu Sans, sans-serif">',
             f"<title>{escape(title)}</title>",
             f'<rect width="{width}" height="{height}" fill="white"/>']
    at = panels[0].left
    for color, text, shape in legend:
        if shape == "area":
            parts.append(f'<rect x="{at}" y="12" width="18" height="12" fill="{color}"/>')
        else:
            parts.append(f'<line x1="{at}" x2="{at + 18}" y1="18" y2="18" stroke="{color}" stroke-width="2.4"/>')
        parts.append(f'<text x="{at + 24}" y="22.5" font-size="13" fill="{INK}">{escape(text)}</text>')
        at += 44 + round(6.9 * len(text))
    for panel in panels:
        parts += panel.parts
    return "\n".join(parts + ["</svg>", ""])


def main(drawn):
    """Draws the JSON file that is named first into the file that is named second."""
    if len(sys.argv) != 3:
        sys.exit(f"usage: {os.path.basename(sys.argv[0])} DATA.JSON PICTURE.SVG")
    with open(sys.argv[1], encoding="utf-8") as file:
        result = json.load(file)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(drawn(result))
