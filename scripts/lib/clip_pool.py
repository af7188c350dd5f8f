"""Recordings ready to use, for make_clips.py: pools to draw from, what happens while the agent speaks, turns with pauses."""
import collections

import numpy as np

import clip_sound as sound
import clip_sources as sources
from clip_sound import ACTIVE, RATE, samples

SHORTEST_PART = 200  # of a turn, ms
LONGEST_PAUSE = 1250  # within a turn, ms
LONGEST_FADE = 350   # of the end of a turn, ms


def ms(count):
    return count * 1000 / RATE


class Pool:
    """Recordings in a shuffled order that are ready to use: at the nominal level, without silence around them, as long (ms) and
    as free of noise as asked for; one: without pauses. Begins anew when all are used."""

    def __init__(self, pieces, seed, shortest, longest, one=False):
        pieces = [p for p in pieces if shortest * 0.8 <= p.seconds * 1000 <= longest + 2500]
        order = np.random.default_rng(seed).permutation(len(pieces))
        self.pieces = collections.deque(pieces[i] for i in order)
        self.shortest, self.longest, self.one = shortest, longest, one

    def take(self):
        """The next recording that fits: it, its samples and its stretches of speech."""
        for _ in range(len(self.pieces)):
            piece = self.pieces.popleft()
            x = sound.clean(piece.read())
            if x is None or sound.noise_floor(x) > ACTIVE - 17:
                continue
            spans = sound.speech_of(x)
            if spans and self.shortest <= ms(spans[-1][1] - spans[0][0]) <= self.longest and not (self.one and len(spans) > 1):
                self.pieces.append(piece)
                return piece, x, spans
        raise ValueError("no recording fits")


def by_voice(pieces, at_least):
    """Lists of recordings, one for each voice that has that many; a game that does not say who speaks counts as one voice."""
    groups = collections.defaultdict(list)
    for piece in pieces:
        groups["sky" if piece.speaker.startswith("sky") else piece.speaker].append(piece)
    return [groups[voice] for voice in sorted(groups) if len(groups[voice]) >= at_least]


def whole_line(piece, words=1):
    """Whether it is a line of so many words, if the text is known, that neither trails off nor goes on nor is shouted."""
    text = piece.text
    return text is None or (text[-1] in ".!?" and "..." not in text and len(text.split()) >= words and not text.isupper())


def pools_of_actors(which, pieces, key, shortest, longest):
    """A pool for each voice, in the order in which to use them."""
    pools = [Pool(group, [*key, number], shortest, longest) for number, group in enumerate(by_voice(pieces, 30))]
    if which == "learn":
        pools += [pools[-1]] * 3  # the many voices of one game more often than the two of the other
    return [pools[i] for i in np.random.default_rng(key).permutation(len(pools))]


# --- while the agent speaks; each yields samples, stretches, source, speaker, language

def interruptions(which, callers, key):
    """Whole lines of actors, one voice after another."""
    pools = pools_of_actors(which, [p for p in callers if whole_line(p)], key, 800, 3000)
    while True:
        for pool in pools:
            piece, x, spans = pool.take()
            yield x, spans, piece.src, piece.speaker, piece.lang


def backchannels(which, callers, key):
    """Signs of attention of 150 to 600 ms: half of actors, a quarter from a closed mouth, a quarter from a synthesizer. Where
    the game gives no texts, short lines stand for them."""
    known = [p for p in callers if sources.is_attention(p) or (p.text is None and p.seconds < 0.65)]
    acted, said = (Pool(pieces, key, 150, 600, one=True) for pieces in (known, sources.words(which)))
    random = np.random.default_rng(key)
    while True:
        for kind in ("acted", "hummed", "acted", "said"):
            if kind == "hummed":
                pitch = float(random.choice((random.uniform(95, 140), random.uniform(170, 220))))
                x = sound.clean(np.concatenate([sound.mumble(random, pitch), np.zeros(samples(100))]))
                yield x, sound.speech_of(x), "synthetic hum", f"hum_{'low' if pitch < 150 else 'high'}", None
            else:
                piece, x, spans = (acted if kind == "acted" else said).take()
                yield x, spans, piece.src, piece.speaker, piece.lang


def coughs(knocks, key):
    """Synthetic coughs, and every fourth time a knock."""
    random = np.random.default_rng(key)
    while True:
        for knock in knocks:
            for label, y in [("synthetic cough", sound.cough(random)) for _ in range(3)] + [knock]:
                x = sound.clean(sound.faded(y[:samples(600)], 3))
                yield x, [[0, len(x)]], label, None, None


# --- turns

def turn(random, pool, own):
    """A turn with pauses, own: at least one of them its speaker's. The recording, its samples, stretches of speech, pauses of
    300 ms and more, how many are the speaker's, level of its noise. None that fades so slowly that its end is hard to tell."""
    while True:
        piece, x, spans = pool.take()
        natural, floor = len(pauses(spans)), sound.noise_floor(x)
        if own and not natural:
            continue
        x = with_pauses(random, x, spans)
        spans = sound.speech_of(x, floor)
        holds = pauses(spans)
        loud = np.flatnonzero(sound.frame_levels(x)[:spans[-1][1] // sound.HOP] > ACTIVE - 14)[-1] * sound.HOP
        fades = spans[-1][1] - loud > samples(LONGEST_FADE)
        # A breath within a pause is no speech, and joins two pauses to a long one.
        long = any(b - a > samples(LONGEST_PAUSE) for a, b in holds)
        if holds and not fades and not long and min(b - a for a, b in spans) >= samples(SHORTEST_PART):
            return piece, x, spans, holds, natural, floor


def pauses(spans):
    return [[a[1], b[0]] for a, b in zip(spans, spans[1:]) if b[0] - a[1] >= samples(300)]


def with_pauses(random, x, spans):
    """The utterance with one to three pauses of 300 to 1200 ms: its own, cut to 1200 ms, and more where its level is lowest for
    long, well inside its stretches of speech."""
    quiet = sound.frame_levels(x) < ACTIVE - 14
    edges = np.flatnonzero(np.diff(np.concatenate([[0], quiet, [0]]).astype(int)))
    dips = sorted(((b - a, (a + b) * sound.HOP // 2) for a, b in zip(edges[::2], edges[1::2])), reverse=True)
    own = pauses(spans)
    most = max(1, int(ms(spans[-1][1] - spans[0][0]) / 900))
    wanted, cuts = min(most, int(random.choice((1, 2, 2, 3, 3)))) - len(own), []
    for _, at in dips:
        inside = any(a + samples(400) <= at <= b - samples(400) for a, b in spans)
        if len(cuts) < wanted and inside and all(abs(at - other) >= samples(550) for other in cuts):
            cuts.append(at)
    # What to put in at which place, or, where a pause of its own is too long, how much to leave out.
    changes = [(at, samples(random.uniform(300, 1150))) for at in cuts]
    changes += [((a + b) // 2, samples(1200) - (b - a)) for a, b in own if b - a > samples(1200)]
    parts, last = [], 0
    for at, count in sorted(changes):
        parts += [sound.faded(x[last:at + min(count, 0) // 2]), np.zeros(max(count, 0))]
        last = at - min(count, 0) // 2
    return np.concatenate([*parts, sound.faded(x[last:])])
