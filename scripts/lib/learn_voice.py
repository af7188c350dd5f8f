#!/usr/bin/env python3
"""Learns from recordings how a voice sounds at the end of a turn.

    learn_voice.py MANIFEST PAUSES --out turn-ends.txt

MANIFEST is of a corpus with turns (turns-corpus/1, kind eot), PAUSES what PauseDump wrote of it. Each pause within a turn and each end of
one is an example. A logistic regression over pitch, loudness and how much was said, as the server measures them, and another one without
how much was said, for voices beside words: there the words know it, and ends and pauses are taken as equally frequent, because the
evidence of the words is added. The weights are written with three digits. It prints the area under the curve, also with each speaker left
out in turn. Needs nothing but Python.
"""
import argparse
import json
import math

# As io.sidetone.core.turn.TurnEndOdds bounds them.
LOWERING, FADING_DB, MOST_S = (-3, 4), (-6, 8), 3.0
# Shorter turns are words, and not judged by the voice.
LEAST_MS = 500
# The detector stops a little before the label does, or after it.
BEFORE_MS, AFTER_MS = 260, 60
PENALTY, STEPS = 1.0, 30


def within(value, bounds):
    return max(bounds[0], min(bounds[1], value))


def examples(manifest, pauses):
    clips = {clip["id"]: clip for clip in json.load(open(manifest, encoding="utf-8"))["clips"] if clip["kind"] == "eot"}
    found, ended = [], set()
    for line in open(pauses, encoding="utf-8"):
        name, at, lowering, fading, spoken = line.split()
        clip = clips.get(name)
        if clip is None or name in ended or int(spoken) < LEAST_MS:
            continue
        at = int(at)
        if at >= clip["turn_end_ms"] - BEFORE_MS:
            end = 1
            ended.add(name)
        elif any(begin - BEFORE_MS <= at <= stop + AFTER_MS for begin, stop in clip["holds"]):
            end = 0
        else:
            continue
        x = [within(float(lowering), LOWERING), within(float(fading), FADING_DB), min(MOST_S, int(spoken) / 1000), 1.0]
        found.append((x, end, clip["speaker"]))
    return found


def solve(matrix, right):
    n = len(right)
    rows = [row[:] + [value] for row, value in zip(matrix, right)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(n):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def learn(samples):
    n = len(samples[0][0])
    weights = [0.0] * n
    for _ in range(STEPS):
        gradient = [PENALTY * w for w in weights[:-1]] + [0.0]
        hessian = [[PENALTY if i == j and i < n - 1 else 0.0 for j in range(n)] for i in range(n)]
        for x, end, _ in samples:
            p = 1 / (1 + math.exp(-sum(w * v for w, v in zip(weights, x))))
            for i in range(n):
                gradient[i] += (p - end) * x[i]
                for j in range(n):
                    hessian[i][j] += p * (1 - p) * x[i] * x[j]
        weights = [w - d for w, d in zip(weights, solve(hessian, gradient))]
    return weights


def area(scored):
    ends = [s for s, end in scored if end]
    pauses = [s for s, end in scored if not end]
    wins = sum((e > p) + 0.5 * (e == p) for e in ends for p in pauses)
    return wins / (len(ends) * len(pauses))


def score(weights, x):
    return sum(w * v for w, v in zip(weights, x))


def tried(name, samples):
    weights = learn(samples)
    left_out = []
    for speaker in sorted({s for _, _, s in samples}):
        others = learn([sample for sample in samples if sample[2] != speaker])
        left_out += [(score(others, x), end) for x, end, s in samples if s == speaker]
    print("%s: area under the curve %.3f, with each speaker left out %.3f" % (
        name, area([(score(weights, x), end) for x, end, _ in samples]), area(left_out)))
    return weights


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("manifest")
    parser.add_argument("pauses")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    samples = examples(options.manifest, options.pauses)
    ends = sum(end for _, end, _ in samples)
    print("%d ends and %d pauses of %d speakers" % (ends, len(samples) - ends, len({s for _, _, s in samples})))
    alone = tried("voice alone", samples)
    melody = [([lowering, fading, one], end, speaker) for (lowering, fading, _, one), end, speaker in samples]
    beside = tried("voice beside words", melody)
    beside[-1] -= math.log(ends / (len(samples) - ends))
    with open(options.out, "w", encoding="utf-8") as out:
        for name, weight in zip(("lowering", "fading-per-db", "spoken-per-s", "bias"), alone):
            out.write("%s %.3f\n" % (name, weight))
        for name, weight in zip(("lowering", "fading-per-db", "bias"), beside):
            out.write("beside-words.%s %.3f\n" % (name, weight))


if __name__ == "__main__":
    main()
