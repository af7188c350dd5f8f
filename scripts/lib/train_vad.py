#!/usr/bin/env python3
"""Learns the speech detector's model from labelled corpora.

    train_vad.py --score SCORE.PY --out speech-model.txt MANIFEST FEATURES [MANIFEST FEATURES ...] [--test MANIFEST FEATURES]

FEATURES is what the bench's FeatureDump wrote for the manifest. One hidden layer of rectified sums, cross-entropy against the
frame truth of the scorer (a collar around boundaries does not count), Adam with a falling rate, noise on the inputs so that no
feature is trusted to the last digit. Seeded: the same corpora give the same model. Needs numpy.
"""
import argparse
import importlib.util
import json
import sys

import numpy as np

sys.dont_write_bytecode = True

HIDDEN, EPOCHS, BATCH, RATE, NOISE, DECAY, WIDEST = 32, 12, 4096, 3e-3, 0.3, 1e-3, 6


def load(scorer, manifest_file, features_file):
    """Frames of all clips: features, truth (1 speech, 0 not, -1 does not count)."""
    with open(manifest_file) as file:
        clips = json.load(file)["clips"]
    with open(features_file, "rb") as file:
        raw = file.read()
    features, truth, at = [], [], 0
    for clip in clips:
        frames, columns = np.frombuffer(raw, ">i4", 2, at)
        at += 8
        rows = np.frombuffer(raw, ">f4", frames * columns, at).reshape(frames, columns)
        at += 4 * frames * columns
        labels = scorer.frame_truth({"nonspeech": [], **clip}, 20)
        count = min(len(labels), frames)
        features.append(rows[:count].astype(np.float32))
        truth.append(np.array(labels[:count]))
    if at != len(raw):
        sys.exit(f"{features_file} does not belong to {manifest_file}; write it again")
    return np.concatenate(features), np.concatenate(truth)


def train(features, truth, seed=0):
    random = np.random.default_rng(seed)
    mean, deviation = features.mean(0), features.std(0) + 1e-3
    inputs = np.clip((features - mean) / deviation, -WIDEST, WIDEST).astype(np.float32)
    count, width = inputs.shape
    weights = [random.normal(0, 1 / np.sqrt(width), (width, HIDDEN)), np.zeros(HIDDEN),
               random.normal(0, 1 / np.sqrt(HIDDEN), HIDDEN), np.zeros(1)]
    weights = [w.astype(np.float32) for w in weights]
    first = [np.zeros_like(w) for w in weights]
    second = [np.zeros_like(w) for w in weights]
    step = 0
    for epoch in range(EPOCHS):
        rate = RATE * 0.5 * (1 + np.cos(np.pi * epoch / EPOCHS))
        order = random.permutation(count)
        for start in range(0, count, BATCH):
            rows = order[start:start + BATCH]
            x = inputs[rows] + NOISE * random.standard_normal((len(rows), width), dtype=np.float32)
            hidden = x @ weights[0] + weights[1]
            active = np.maximum(hidden, 0)
            guess = 1 / (1 + np.exp(-(active @ weights[2] + weights[3])))
            error = (guess - truth[rows]) / len(rows)
            back = np.outer(error, weights[2]) * (hidden > 0)
            slopes = [x.T @ back + DECAY * weights[0], back.sum(0), active.T @ error, np.array([error.sum()])]
            step += 1
            for i, slope in enumerate(slopes):
                first[i] = .9 * first[i] + .1 * slope
                second[i] = .999 * second[i] + .001 * slope ** 2
                move = first[i] / (1 - .9 ** step) / (np.sqrt(second[i] / (1 - .999 ** step)) + 1e-8)
                weights[i] = (weights[i] - rate * move).astype(np.float32)
    return mean, deviation, weights


def evidence(model, features):
    mean, deviation, weights = model
    inputs = np.clip((features - mean) / deviation, -WIDEST, WIDEST)
    return np.maximum(inputs @ weights[0] + weights[1], 0) @ weights[2] + weights[3]


def report(scorer, name, found, truth, threshold):
    speech, other = found[truth == 1], found[truth == 0]
    hits, false = (speech >= threshold).sum(), (other >= threshold).sum()
    thinned = slice(None, None, 1 + len(found) // 200_000)
    area = scorer.auc(list(speech[thinned]), list(other[thinned]))
    print(f"{name}: AUC {area:.4f}, F1 {2 * hits / (len(speech) + hits + false):.3f} at {threshold}")


def save(model, threshold, path):
    mean, deviation, weights = model
    line = lambda values: " ".join(f"{value:.5g}" for value in np.ravel(values)) + "\n"
    with open(path, "w") as out:
        out.write("# Weights of the speech detector, learnt by scripts/train-vad from labelled calls; see docs/vad.md.\n")
        out.write("# Features and hidden sums; means; one over deviations; weights by feature; biases; output; threshold.\n")
        out.write(f"{weights[0].shape[0]} {weights[0].shape[1]}\n" + line(mean) + line(1 / deviation))
        for row in weights[0]:
            out.write(line(row))
        out.write(line(weights[1]) + line(weights[2]) + line([threshold - weights[3][0]]))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("files", nargs="+")
    arguments.add_argument("--score", required=True)
    arguments.add_argument("--out", required=True)
    arguments.add_argument("--threshold", type=float, default=-0.7)
    arguments.add_argument("--test", nargs=2, action="append", default=[])
    given = arguments.parse_args()
    spec = importlib.util.spec_from_file_location("corpus_scorer", given.score)
    scorer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scorer)
    pairs = list(zip(given.files[::2], given.files[1::2]))
    loaded = [load(scorer, *pair) for pair in pairs]
    features = np.concatenate([rows[truth >= 0] for rows, truth in loaded])
    truth = np.concatenate([labels[labels >= 0] for _, labels in loaded]).astype(np.float32)
    model = train(features, truth)
    for pair in pairs + [tuple(test) for test in given.test]:
        rows, labels = load(scorer, *pair)
        report(scorer, pair[0], evidence(model, rows), labels, given.threshold)
    save(model, given.threshold, given.out)


if __name__ == "__main__":
    main()
