#!/usr/bin/env python3
"""Learns from text with which words a sentence ends.

    learn_ends.py --texts FOLDER --own FOLDER --out sentence-ends.bin

FOLDER holds quotations as fortune reads them, German ones in its folder de; the other has one telephone sentence a line. Each
sentence gives an example for each of its words: the sentence so far is whole, or it goes on. Places with a comma, where people
pause, count like ends; the others count less. A logistic regression over the last words and the first ones, with a step
size for each weight (AdaGrad), of which the 6,000 weights per language that matter most are kept and learnt again. Seeded.
Needs nothing but Python.

The file, big-endian: for each language int count, float bias, count sorted ints (FNV-1a of a feature over UTF-16), count
bytes (weight times 24).
"""
import argparse
import collections
import glob
import math
import os
import random
import re
import struct

GOES_ON_WEIGHT, OWN_WEIGHT, KEPT, SCALE, EPOCHS, STEP, DECAY = 0.15, 8, 6000, 24, 4, 0.1, 3e-4
LONGEST, LEAST_COUNT = 25, 4
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*[,;:-]*")
PAUSES = ",;:-"


def quotations(files):
    sentences = []
    for name in sorted(files):
        with open(name, encoding="utf-8", errors="replace") as file:
            text = file.read()
        for block in text.split("\n%\n"):
            block = re.sub(r"\n\s*--.*", "", block, flags=re.S)
            block = re.sub(r"\s+", " ", block)
            for sentence in re.split(r"(?<=[.!?])[\"')]*\s+", block):
                if re.search(r"[.!?][\"')]*$", sentence):
                    words = [(w.rstrip(PAUSES), w[-1] in PAUSES) for w in WORD.findall(sentence.lower())]
                    if 1 <= len(words) <= LONGEST:
                        sentences.append(words)
    return sentences


def telephone(name):
    with open(name, encoding="utf-8") as file:
        return [[(w, False) for w in line.split()] for line in file if line.strip()]


def features(words):
    n, last = len(words), words[-1]
    found = ["u " + last]
    if n > 1:
        found += ["b " + words[-2] + " " + last, "p " + words[-2]]
    if n > 2:
        first = words[0]
        found += ["f " + first, "g " + first + " " + words[1], "m %s %d" % (first, min(n // 3, 3)), "l %d" % min(n, 10)]
    return found


def examples(sentences, weight):
    made = []
    for sentence in sentences:
        words = [word for word, _ in sentence]
        for i, (_, pause) in enumerate(sentence):
            whole = i == len(sentence) - 1
            made.append((features(words[: i + 1]), whole, weight * (1 if whole or pause else GOES_ON_WEIGHT)))
    return made


def learnt(given, kept):
    weights = dict.fromkeys(kept, 0.0)
    squares = dict.fromkeys(kept, 1e-6)
    bias, bias_square, order = 0.0, 1e-8, random.Random(2)
    for _ in range(EPOCHS):
        order.shuffle(given)
        for found, whole, weight in given:
            found = [feature for feature in found if feature in weights]
            evidence = bias + sum(weights[feature] for feature in found)
            slope = (1 / (1 + math.exp(-evidence)) - whole) * weight
            bias_square += slope * slope
            bias -= STEP * slope / math.sqrt(bias_square)
            for feature in found:
                own = slope + DECAY * weights[feature]
                squares[feature] += own * own
                weights[feature] -= STEP * own / math.sqrt(squares[feature])
    return bias, weights


def auc(ends, others):
    ranked = sorted([(value, True) for value in ends] + [(value, False) for value in others])
    at, total = 0, 0.0
    while at < len(ranked):
        to = at
        while to < len(ranked) and ranked[to][0] == ranked[at][0]:
            to += 1
        total += sum(end for _, end in ranked[at:to]) * (at + to + 1) / 2
        at = to
    return (total - len(ends) * (len(ends) + 1) / 2) / (len(ends) * len(others))


def fnv(feature):
    code = 2166136261
    for unit in struct.unpack("<%dH" % (len(feature.encode("utf-16-le")) // 2), feature.encode("utf-16-le")):
        code = ((code ^ unit) * 16777619) & 0xFFFFFFFF
    return code - (1 << 32) if code >> 31 else code


def language(name, texts, own):
    sentences = quotations(texts)
    random.Random(1).shuffle(sentences)
    cut = len(sentences) * 4 // 5
    given = examples(sentences[:cut], 1) + examples(own, OWN_WEIGHT)
    counts = collections.Counter(feature for found, _, weight in given for feature in found)
    _, all_weights = learnt(given, [feature for feature, count in sorted(counts.items()) if count >= LEAST_COUNT])
    kept = sorted(all_weights, key=lambda f: (-abs(all_weights[f]) * math.sqrt(counts[f]), f))[:KEPT]
    bias, weights = learnt(given, kept)
    ends, pauses, others = [], [], []
    for sentence in sentences[cut:]:
        words = [word for word, _ in sentence]
        for i, (_, pause) in enumerate(sentence):
            value = bias + sum(weights.get(feature, 0) for feature in features(words[: i + 1]))
            (ends if i == len(sentence) - 1 else pauses if pause else others).append(value)
    print("%s: learnt from %d sentences, tried on %d others; area under the curve of ends against pauses %.3f, against all"
          " other places %.3f" % (name, cut + len(own), len(sentences) - cut, auc(ends, pauses), auc(ends, others)))
    for bound in (-2, -1, 0, 0.5, 1):
        print("  above %4.1f: %3.0f %% of ends, %3.0f %% of pauses, %3.0f %% of other places" % (
            bound, *(100 * sum(value > bound for value in values) / len(values) for values in (ends, pauses, others))))
    coded = {}
    for feature in kept:
        coded.setdefault(fnv(feature), max(-127, min(127, round(weights[feature] * SCALE))))
    codes = sorted(coded)
    return struct.pack(">if%di%db" % (len(codes), len(codes)), len(codes), bias, *codes, *(coded[c] for c in codes))


def main():
    arguments = argparse.ArgumentParser()
    for option in ("--texts", "--own", "--out"):
        arguments.add_argument(option, required=True)
    given = arguments.parse_args()

    def plain(folder):
        return [f for f in glob.glob(folder + "/*") if os.path.isfile(f) and "." not in os.path.basename(f)]

    with open(given.out, "wb") as file:
        file.write(language("en", plain(given.texts), telephone(given.own + "/en.txt")))
        file.write(language("de", plain(given.texts + "/de"), telephone(given.own + "/de.txt")))
    print("%s: %d bytes" % (given.out, os.path.getsize(given.out)))


if __name__ == "__main__":
    main()
