#!/usr/bin/env python3
"""Learns from recordings how speech over the agent sounds that wants the floor, beside signs of attention, coughs and echo.

    learn_floor.py MANIFEST BURSTS --out floor-wish.txt

MANIFEST is of a corpus with interruptions (turns-corpus/1, kind bargein), BURSTS what FloorDump wrote of it. Each frame of a burst is an
example, and the more frames a burst has, the less each of them counts; interruptions weigh as much in all as everything else. A logistic
regression over length, fading, syllables and score, as the server measures them; its weights are written with three digits. It prints the
area under the curve, also with each speaker left out in turn, and what length alone reaches. Needs nothing but Python.
"""
import argparse
import collections
import json
import math

from learn_voice import solve

# As io.sidetone.core.turn.FloorClaimModel bounds them.
MOST_FADED_DB, MOST_SYLLABLES = 25.0, 5
NAMES = ("length-per-s", "faded-per-db", "syllable", "score")
# What is heard so long after an interruption began is another burst of it; so long after a short word it is no part of it.
EARLY_MS, LATE_MS, AFTER_MS = 60, 1300, 400
BEGINS_EARLY_MS = 200
PENALTY, STEPS = 3.0, 10


def kind(event, now, begin):
    """1 for speech that wants the floor, 0 for what does not, None for neither."""
    if event.get("start_ms") is None or now < event["start_ms"] - EARLY_MS:
        return 0
    if event["type"] != "interruption":
        return 0
    fits = now <= event["start_ms"] + LATE_MS and begin >= event["start_ms"] - BEGINS_EARLY_MS
    return 1 if fits else None


def speaker(clip, now):
    """Whose sound it is: noises and echoes are nobody's, each clip's its own."""
    event = clip["event"]
    said = event.get("start_ms") is not None and event["start_ms"] - EARLY_MS <= now <= event.get("end_ms", 0) + AFTER_MS
    return (clip["speaker"] if said or event["type"] == "interruption" else None) or clip["id"]


def examples(manifest, bursts):
    clips = {clip["id"]: clip for clip in json.load(open(manifest, encoding="utf-8"))["clips"] if clip["kind"] == "bargein"}
    found = []
    for line in open(bursts, encoding="utf-8"):
        name, now, begin, length, faded, syllables, score = line.split()
        clip = clips.get(name)
        wish = clip and kind(clip["event"], int(now), int(begin))
        if wish is None:
            continue
        x = [int(length) / 1000, min(MOST_FADED_DB, float(faded)), float(min(MOST_SYLLABLES, int(syllables))), float(score), 1.0]
        found.append((x, wish, speaker(clip, int(now)), (name, begin)))
    return found


def weights_of(samples):
    frames = collections.Counter(burst for _, _, _, burst in samples)
    plain = [1 / math.sqrt(frames[burst]) for _, _, _, burst in samples]
    wishes = sum(wish for _, wish, _, _ in samples)
    others = wishes / (len(samples) - wishes)
    return [w if wish else w * others for w, (_, wish, _, _) in zip(plain, samples)]


def learn(samples, counts, sizes):
    n = len(sizes)
    penalties = [PENALTY * size * size for size in sizes[:-1]] + [0.0]
    weights = [0.0] * n
    for _ in range(STEPS):
        gradient = [p * w for p, w in zip(penalties, weights)]
        hessian = [[penalties[i] if i == j else 0.0 for j in range(n)] for i in range(n)]
        for (x, wish, _, _), count in zip(samples, counts):
            p = 1 / (1 + math.exp(-score(weights, x)))
            error, curve = count * (p - wish), count * p * (1 - p)
            for i in range(n):
                gradient[i] += error * x[i]
                row, value = hessian[i], curve * x[i]
                for j in range(n):
                    row[j] += value * x[j]
        weights = [w - d for w, d in zip(weights, solve(hessian, gradient))]
    return weights


def area(scored):
    """The area under the curve, from ranks: there are a million pairs."""
    ordered = sorted(scored)
    below, wins, at = 0, 0.0, 0
    while at < len(ordered):
        equal = at
        while equal < len(ordered) and ordered[equal][0] == ordered[at][0]:
            equal += 1
        positive = sum(wish for _, wish in ordered[at:equal])
        negative = equal - at - positive
        wins += positive * (below + negative / 2)
        below += negative
        at = equal
    return wins / (below * (len(ordered) - below))


def score(weights, x):
    return sum(w * v for w, v in zip(weights, x))


def spread(values):
    mean = sum(values) / len(values)
    return math.sqrt(sum((v - mean) ** 2 for v in values) / len(values))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("manifest")
    parser.add_argument("bursts")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    samples = examples(options.manifest, options.bursts)
    counts = weights_of(samples)
    sizes = [spread([x[i] for x, _, _, _ in samples]) for i in range(len(NAMES))] + [1.0]
    weights = learn(samples, counts, sizes)
    left_out = []
    for left in sorted({s for _, _, s, _ in samples}):
        kept = [i for i, sample in enumerate(samples) if sample[2] != left]
        others = learn([samples[i] for i in kept], [counts[i] for i in kept], sizes)
        left_out += [(score(others, x), wish) for x, wish, s, _ in samples if s == left]
    bursts = {burst: wish for _, wish, _, burst in samples}
    print("floor: %d bursts that want it and %d others, %d frames; area under the curve %.3f, with each speaker left out %.3f, length alone %.3f" % (
        sum(bursts.values()), len(bursts) - sum(bursts.values()), len(samples),
        area([(score(weights, x), w) for x, w, _, _ in samples]), area(left_out), area([(x[0], w) for x, w, _, _ in samples])))
    with open(options.out, "w", encoding="utf-8") as out:
        for name, weight in zip(NAMES + ("bias",), weights):
            out.write("%s %.3f\n" % (name, weight))


if __name__ == "__main__":
    main()
