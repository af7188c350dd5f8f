#!/usr/bin/env python3
"""The bar for hearing and turn-taking, and what a result of eval-turns reaches.

    turn_bar.py MANIFEST RESULTS --score SCORE.PY [--markdown]

Ends with 1 when a "must" is missed. Standard library only.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

EARLY_MS = 60
LATE_MS = 1000
YIELD_BUDGET_MS = 250
CLEAN_ERL_DB = 40


def scored(score, manifest, results):
    """What the corpus scorer says of all clips of a manifest."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "score.json")
        run = subprocess.run([sys.executable, score, manifest, results, "--json", out], capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"{score} failed; check that it fits {manifest}:\n{run.stderr}")
        with open(out, encoding="utf-8") as file:
            return json.load(file)


def times(result, name):
    return sorted(event["t"] for event in result.get("events", []) if event["e"] == name)


def reactions(result):
    """When the agent was paused; where nothing is told of pauses, when it was cut short."""
    return times(result, "yield") or times(result, "interrupt")


def yields_in_budget(clips, results):
    """Share of the interruptions on a clean line to which the agent yielded in time."""
    wanted = [c for c in clips if c["kind"] == "bargein" and c["event"]["type"] == "interruption"
              and c["erl_db"] == CLEAN_ERL_DB]
    good = 0
    for clip in wanted:
        onset = clip["event"]["start_ms"]
        near = [t for t in reactions(results.get(clip["id"], {})) if onset - EARLY_MS <= t <= onset + LATE_MS]
        good += bool(near) and near[0] - onset <= YIELD_BUDGET_MS
    return share(good, len(wanted))


def echo_yields(clips, results):
    """Clips of nothing but echo in which the agent paused."""
    return sum(bool(reactions(results.get(c["id"], {}))) for c in clips
               if c["kind"] == "bargein" and c["event"]["type"] == "none")


def share(part, whole):
    return 100.0 * part / whole if whole else None


def hundred(value):
    return None if value is None else 100.0 * value


def metrics(manifest, results_file, score):
    """The rows of the bar: name, sense, must, goal, unit, value."""
    with open(manifest, encoding="utf-8") as file:
        clips = json.load(file)["clips"]
    with open(results_file, encoding="utf-8") as file:
        results = {r["id"]: r for r in map(json.loads, filter(str.strip, file))}
    whole = scored(score, manifest, results_file)
    frame = whole["frame"].get("vad:ALL", {})
    onset = whole["onset"].get("ALL", {"n": 0, "missed": 0, "p50_ms": None, "p95_ms": None})
    barge = whole["bargein"]
    stops = barge["false_stop_rate"]
    soft = [stops[kind] for kind in ("backchannel", "cough") if kind in stops]
    soft_n = sum(s["n"] for s in soft)
    stopped = sum(s["n"] * s["rate"] for s in soft)
    none = stops.get("none", {"n": 0, "rate": 0})
    ending = whole["eot"]
    return [
        ("frame AUC over vad", ">=", .92, .96, "", frame.get("auc")),
        ("F1 at the shipped threshold", ">=", .84, .90, "", frame.get("f1")),
        ("onset p50", "<=", 90, 70, " ms", onset["p50_ms"]),
        ("onset p95", "<=", 400, 250, " ms", onset["p95_ms"]),
        ("missed onsets", "<=", 2, .5, " %", share(onset["missed"], onset["n"])),
        ("false starts in non-voice noise", "<=", 3.7, 1, "/min",
         whole["false_starts_per_min_noise_only"].get("ALL-nonspeech")),
        ("echo-only clips that commit", "<=", 0, 0, f" of {none['n']}", none["n"] * none["rate"] if none["n"] else None),
        ("echo-only clips that yield", "<=", None, 0, f" of {none['n']}", echo_yields(clips, results) if none["n"] else None),
        ("false interruptions, ERL 6-40 dB", "<=", .3, 0, "/min",
         barge["false_interrupts_per_min_agent_speaking"]),
        ("interruptions committed within 1 s", ">=", 92, 97, " %", share(barge["detected"], barge["interruptions"])),
        ("yielded within 250 ms at ERL 40 dB", ">=", 75, 95, " %", yields_in_budget(clips, results)),
        ("yield p50, all ERL", "<=", 90, 70, " ms", whole["yield"]["latency_p50_ms"]),
        ("yield p95, all ERL", "<=", 250, 160, " ms", whole["yield"]["latency_p95_ms"]),
        ("backchannels and coughs not committed", ">=", 85, 95, " %", share(soft_n - stopped, soft_n)),
        ("end of turn: holds cut", "<=", 8, 4, " %", hundred(ending["hold_cut_rate"])),
        ("end of turn: p50 delay", "<=", 790, 500, " ms", ending["latency_p50_ms"]),
    ]


def holds(value, sense, bar):
    # What the scorer adds up in binary must not miss a bar by a rounding.
    return value >= bar - 1e-9 if sense == ">=" else value <= bar + 1e-9


def number(value):
    text = f"{value:.3f}" if value and abs(value) < 1 else f"{value:.2f}" if abs(value) < 10 else f"{value:.0f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def verdict(value, sense, must, goal):
    if value is None:
        return "no such clips"
    if must is not None and not holds(value, sense, must):
        return "MISSES THE MUST"
    return "goal" if holds(value, sense, goal) else "must" if must is not None else "misses the goal"


def table(rows):
    """The rows as text: metric, must, goal, reached, verdict."""
    lines = [("metric", "must", "goal", "ours", "reached")]
    for name, sense, must, goal, unit, value in rows:
        bar = "≥" if sense == ">=" else "≤"
        short = "" if unit.startswith(" of") else unit
        lines.append((name, "–" if must is None else f"{bar} {number(must)}{short}", f"{bar} {number(goal)}{short}",
                      "–" if value is None else number(value) + unit, verdict(value, sense, must, goal)))
    return lines


def missed(rows):
    return [name for name, sense, must, goal, unit, value in rows
            if value is not None and must is not None and not holds(value, sense, must)]


def printed(lines, markdown):
    if markdown:
        return "\n".join("| " + " | ".join(line) + " |" for line in lines[:1] + [("---",) * 5] + lines[1:])
    widths = [max(len(line[column]) for line in lines) for column in range(5)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)


def main():
    arguments = argparse.ArgumentParser(description="Prints the bar for hearing and turn-taking, and what was reached.")
    arguments.add_argument("manifest")
    arguments.add_argument("results")
    arguments.add_argument("--score", required=True, help="the scorer of the corpus")
    arguments.add_argument("--markdown", action="store_true", help="print a table for a page")
    given = arguments.parse_args()
    rows = metrics(given.manifest, given.results, given.score)
    print(printed(table(rows), given.markdown))
    short = missed(rows)
    if short:
        print(f"{len(short)} of the musts missed: " + ", ".join(short), file=sys.stderr)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
