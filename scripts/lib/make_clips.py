#!/usr/bin/env python3
"""Renders a labelled corpus of turn-taking clips, of the format turns-corpus/1.

    make_clips.py OUT_FOLDER [--set test|learn] [--seed N]

The recordings are from clip_sources.py, chosen by clip_pool.py; the sound work is in clip_sound.py. Each clip
draws from a generator of its own, seeded with its name: the same packages and seed give the same files. Needs numpy, ffmpeg,
flite, and apt-get for what is not yet cached.
"""
import argparse
import collections
import hashlib
import itertools
import json
import os
import sys
import zlib

import numpy as np

sys.dont_write_bytecode = True

import clip_pool as pool_of
import clip_sound as sound
import clip_sources as sources
from clip_pool import Pool, ms
from clip_sound import ACTIVE, FLOOR, RATE, samples

NOISES = ("white", "pink", "brown", "babble", "music", "hum50", "hum60", "env")
BACKGROUNDS = ("quiet", "pink20", "env20")
LOSSES = (6, 15, 25, 40)  # echo return loss, dB
LEVELS = {"interruption": (0, -6, 0, -12), "backchannel": (0, -6, -3, -9), "cough": (0, -6)}
# How many of each there are; learn is about three times test.
ROUNDS = {"test": 1, "learn": 3}
EVENTS = ["interruption"] * 4 + ["backchannel"] * 2 + ["cough", "none"]
TURNS = 54


def times(spans, offset=0):
    return [[ms(a + offset), ms(b + offset)] for a, b in spans]


def place(x, at, y, kind):
    """Adds a sound to x; gives its entry among the nonspeech."""
    x[at:at + len(y)] += y[:len(x) - at]
    return {"type": kind, "start_ms": ms(at), "end_ms": ms(min(at + len(y), len(x)))}


class Corpus:
    def __init__(self, folder, which, seed):
        self.folder, self.which, self.seed, self.clips = folder, which, seed, []
        self.callers, self.readers = sources.callers(which), sources.readers(which)
        self.streets = sources.surroundings(which)
        self.songs = sources.music(which)
        self.knocks = sources.impacts(which)
        self.crowd = self.babble()

    def key(self, name):
        return [self.seed, zlib.crc32(f"{self.which}/{name}".encode())]

    def random(self, name):
        return np.random.default_rng(self.key(name))

    def write(self, kind, name, near, far=None, **fields):
        """Stores a clip's audio as mu-law and its entry for the manifest."""
        clip = {"id": f"{self.which}/{kind}/{name}", "kind": kind, "duration_ms": ms(len(near))}
        for side, x in (("near", near), ("far", far)):
            if x is None:
                continue
            codes = x if x.dtype == np.uint8 else sound.to_ulaw(x)
            clip[side] = f"{kind}/{name}.{side}.ulaw"
            with open(os.path.join(self.folder, clip[side]), "wb") as file:
                file.write(codes.tobytes())
            if side == "near":
                clip["sha256"] = hashlib.sha256(codes.tobytes()).hexdigest()[:16]
        self.clips.append({**clip, **fields})

    # --- noise

    def babble(self):
        """A minute of eight voices at once."""
        pool, count = Pool(self.callers, self.key("babble"), 900, 4000), 60 * RATE
        crowd = np.zeros(count)
        for _ in range(8):
            at = 0
            while at < count:
                _, x, _ = pool.take()
                crowd[at:at + len(x)] += x[:count - at]
                at += len(x) + 500
        return crowd

    def noise(self, random, name, count):
        if name in ("white", "pink", "brown"):
            return sound.coloured(random, count, ("white", "pink", "brown").index(name))
        if name == "babble":
            return sound.looped(random, self.crowd, count)
        if name == "music":
            return sound.looped(random, self.songs[random.integers(len(self.songs))], count)
        if name in ("hum50", "hum60"):
            return sound.hum(random, count, int(name[3:]))
        if name == "cng":
            return sound.comfort(random, count)
        first, second = random.choice(len(self.streets), 2, replace=False)
        near, far = (sound.looped(random, self.streets[i], count) for i in (first, second))
        return sound.at_level(near, -20) + sound.at_level(far, -28)

    def line(self, random, count):
        return sound.at_level(random.standard_normal(count), FLOOR)

    def background(self, random, name, count):
        """The line's own noise, and for names such as pink20 a noise that far below active speech."""
        x = self.line(random, count)
        if name != "quiet":
            x += sound.at_level(self.noise(random, name[:-2], count), ACTIVE - int(name[-2:]))
        return x

    # --- speech and noise

    def speech_clips(self):
        pools = pool_of.pools_of_actors(self.which, self.callers + self.readers, self.key("vad"), 800, 3200)
        whole = self.which == "learn"
        plan = [(noise, snr, number) for index, noise in enumerate(NOISES) for number in range(2 if whole else 1)
                for snr in ((20, 10, 5, 0) if whole else ((20, 5), (10, 0))[index % 2])]
        plan += [(name, None, number) for number in range(2 if whole else 1)
                 for name in ("clean", "digital_silence", "level-12", "level-24", "levelstep", "clicks", "dtmf", "cng", "loss5",
                              "loss15", "noisestep", "dcoffset", "babble10_level-12", "env10_level-24")]
        for index, (condition, snr, number) in enumerate(plan):
            name = f"{condition}_{number}" if snr is None else f"{condition}_{snr}_{number}"
            self.speech_clip(name, condition, snr, pools[index % len(pools)])

    def speech_clip(self, name, condition, snr, pool):
        random, count = self.random("vad/" + name), 17 * RATE
        x, speech, utterances, gaps, voices, at = np.zeros(count), [], [], [], {}, samples(random.uniform(900, 2200))
        while True:
            piece, y, spans = pool.take()
            if at + len(y) > count - samples(800):
                break
            step = -18 if condition == "levelstep" and len(utterances) % 2 else 0
            x[at:at + len(y)] += y * sound.gain(step)
            voices[piece.speaker] = piece.lang
            speech += times(spans, at)
            utterances.append({"src": piece.src, "start_ms": ms(at + spans[0][0]), "end_ms": ms(at + spans[-1][1])})
            gaps.append(at + len(y))
            at += len(y) + samples(random.uniform(500, 2200))
        level = int(condition[condition.rindex("-"):]) if "level-" in condition else 0
        x *= sound.gain(level)
        nonspeech = []
        if snr is not None or "_level" in condition:
            noise, below = (condition, snr) if snr is not None else (condition.split("10_")[0], 10)
            x += sound.at_level(self.noise(random, noise, count), ACTIVE + level - below)
        elif condition == "cng":
            x += sound.at_level(self.noise(random, "cng", count), ACTIVE - 25)
        elif condition == "clicks":
            x += sound.clicks(random, count)
        elif condition == "dtmf":
            for gap in gaps:
                nonspeech.append(place(x, gap + samples(150), sound.at_level(sound.key_tone(random, samples(120)), -16), "dtmf"))
        elif condition == "noisestep":
            for third, db in enumerate((-60, -40, -50)):
                part = slice(third * count // 3, (third + 1) * count // 3)
                x[part] += sound.at_level(random.standard_normal(part.stop - part.start), db)
        elif condition == "dcoffset":
            x += 0.02
        if condition != "digital_silence":
            x += self.line(random, count)
        codes = sound.to_ulaw(x)
        if condition.startswith("loss"):
            for frame in np.flatnonzero(random.random(count // 160) < int(condition[4:]) / 100):
                codes[frame * 160:(frame + 1) * 160] = 255
                nonspeech.append({"type": "loss", "start_ms": float(frame * 20), "end_ms": float(frame * 20 + 20)})
        self.write("vad", name, codes, condition=condition, snr_db=snr, level_db=level, speech=speech, nonspeech=nonspeech,
                   speaker=", ".join(voices), lang=piece.lang, src=None, utterances=utterances)

    def noise_clips(self):
        plan = [(noise, db) for noise in NOISES + ("cng",) for db in (30, 45)]
        plan += [(noise, 0) for noise in ("clicks", "dtmf", "bursts", "grunts", "noisestep", "ringback")]
        cries = Pool(sources.cries(self.which), self.key("cries"), 80, 2000)
        for number in range(ROUNDS[self.which]):
            for condition, db in plan:
                name = f"{condition}_{db}" if number == 0 else f"{condition}_{db}_{number}"
                self.noise_clip(name, condition, db, cries)

    def noise_clip(self, name, condition, db, cries):
        random, count = self.random("noise/" + name), 16 * RATE
        x, nonspeech, at, speakers = self.line(random, count), [], RATE, set()
        if db:
            x += sound.at_level(self.noise(random, condition, count), -db)
        elif condition == "clicks":
            x += sound.clicks(random, count)
        elif condition == "noisestep":
            for third, step in enumerate((-60, -35, -48)):
                part = slice(third * count // 3, (third + 1) * count // 3)
                x[part] += sound.at_level(sound.coloured(random, part.stop - part.start, 1), step)
        elif condition == "ringback":
            x += sound.at_level(sound.ringback(count), -22)
        while condition in ("dtmf", "bursts", "grunts") and at < count - 2 * RATE:
            if condition == "dtmf":
                y, kind = sound.key_tone(random, samples(random.uniform(80, 200))), "dtmf"
            elif condition == "grunts":
                piece, y, _ = cries.take()
                kind = "grunt:" + os.path.basename(piece.src)
                speakers.add(piece.speaker)
            elif random.random() < 0.5:
                y, kind = sound.cough(random), "cough"
            else:
                label, y = self.knocks[random.integers(len(self.knocks))]
                y, kind = sound.faded(y[:samples(600)]), "burst:" + label
            nonspeech.append(place(x, at, sound.at_level(y, random.uniform(-30, -18)), kind))
            at += len(y) + samples(random.uniform(900, 2400))
        self.write("noise", name, x, condition=condition, level_db=-db, speech=[], nonspeech=nonspeech,
                   speaker=", ".join(sorted(speakers)) or None, lang=None, src=None)

    # --- barge-in

    def bargein_clips(self):
        agents = {name: Pool(pieces, self.key("agent " + name), 1200, 6000) for name, pieces in sources.agents(self.which).items()}
        takers = {"interruption": pool_of.interruptions(self.which, self.callers, self.key("interruption")),
                  "backchannel": pool_of.backchannels(self.which, self.callers, self.key("backchannel")),
                  "cough": pool_of.coughs(self.knocks, self.key("cough"))}
        turn = 0
        for loss in LOSSES:
            for background in BACKGROUNDS:
                numbers = collections.Counter()
                for event in EVENTS * ROUNDS[self.which]:
                    name = f"erl{loss}_{background}_{event}_{numbers[event]}"
                    agent = sorted(agents)[turn % len(agents)]
                    level = LEVELS[event][(numbers[event] + turn // 8) % len(LEVELS[event])] if event != "none" else 0
                    self.bargein_clip(name, loss, background, event, agents[agent], level, takers.get(event))
                    numbers[event] += 1
                    turn += 1

    def bargein_clip(self, name, loss, background, event, agent, level, takers):
        random, count = self.random("bargein/" + name), samples(7500)
        far, agent_speech, at = self.line(random, count), [], samples(random.uniform(200, 400))
        while at < count:
            piece, y, spans = agent.take()
            far[at:at + len(y)] += y[:count - at]
            agent_speech += [[a, min(b, ms(count))] for a, b in times(spans, at) if a < ms(count)]
            at += len(y) + samples(random.uniform(60, 200))
        far = sound.to_ulaw(far)
        delay, soft = int(random.integers(20, 251)), bool(random.random() < 1 / 3)
        near = sound.echo(random, sound.from_ulaw(far), loss, delay, soft) + self.background(random, background, count)
        truth, speech, speaker, lang, src = {"type": event}, [], None, None, None
        if takers:
            y, spans, src, speaker, lang = next(takers)
            at = samples(random.uniform(2000, min(4500, 7200 - ms(len(y)))))
            near[at:at + len(y)] += y * sound.gain(level)
            truth.update(start_ms=ms(at + spans[0][0]), end_ms=ms(at + spans[-1][1]), src=src)
            speech = times(spans, at) if event != "cough" else []
        self.write("bargein", name, near, far, erl_db=loss, echo_delay_ms=delay, echo="soft clipping" if soft else "linear",
                   background=background, agent=piece.speaker, agent_speech=agent_speech, event=truth, speech=speech,
                   is_backchannel=event == "backchannel", should_interrupt=event == "interruption", user_level_db=level,
                   speaker=speaker, lang=lang, src=src)

    # --- ends of turns

    def turn_clips(self):
        """Three quarters are lines of actors, the rest read prompts; more than half hold a pause of the speaker's; few are one word."""
        lines = [p for p in self.callers if pool_of.whole_line(p, 4)]
        acted = itertools.cycle(pool_of.pools_of_actors(self.which, lines, self.key("turn"), 2000, 6000))
        read = [Pool(group, self.key("read turn"), 2000, 8000) for group in pool_of.by_voice(self.readers, 30)]
        # Few voices have pauses of their own: these are drawn from all together.
        acted_own, read_own = Pool(lines, self.key("own turn"), 2000, 6000), Pool(self.readers, self.key("own read turn"), 2000, 8000)
        words = Pool([p for p in self.callers if sources.is_attention(p)], self.key("one word"), 150, 900, one=True)
        for number in range(TURNS * ROUNDS[self.which]):
            background = ("quiet", "pink20", "env15")[number % 3]
            name = f"{background}_{number:02d}"
            if number % 27 == 13:
                self.turn_clip(name, background, words, one_word=True)
            elif number % 2 == 0:
                self.turn_clip(name, background, acted_own, own=True)
            elif number % 8 == 3:
                self.turn_clip(name, background, read_own, own=True)
            elif number % 8 == 7:
                self.turn_clip(name, background, read[number // 8 % len(read)])
            else:
                self.turn_clip(name, background, next(acted))

    def turn_clip(self, name, background, pool, own=False, one_word=False):
        random = self.random("eot/" + name)
        if one_word:
            piece, x, spans = pool.take()
            holds, natural, floor = [], 0, sound.noise_floor(x)
        else:
            piece, x, spans, holds, natural, floor = pool_of.turn(random, pool, own)
        lead = samples(random.uniform(800, 1500))
        count = samples(20 * np.ceil(ms(lead + len(x)) / 20 + random.uniform(110, 190)))
        near = self.background(random, background, count)
        # The noise of the recording goes on before and after, as a telephone's would.
        near += sound.at_level(sound.coloured(random, count, 1), min(floor, -52))
        near[lead:lead + len(x)] += x
        self.write("eot", name, near, background=background, speaker=piece.speaker, lang=piece.lang,
                   src=piece.src + (" (one word)" if one_word else ""), holds=times(holds, lead), natural_holds=natural,
                   speech=times(spans, lead), turn_end_ms=ms(lead + spans[-1][1]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--set", dest="which", choices=("test", "learn"), default="test")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    versions = sources.fetch(arguments.which)
    for kind in ("vad", "noise", "bargein", "eot"):
        os.makedirs(os.path.join(arguments.folder, kind), exist_ok=True)
    corpus = Corpus(arguments.folder, arguments.which, arguments.seed)
    for render in (corpus.bargein_clips, corpus.turn_clips, corpus.speech_clips, corpus.noise_clips):
        render()
    manifest = {"format": "turns-corpus/1", "split": arguments.which, "sample_rate": RATE, "encoding": "G.711 mu-law, raw, mono",
                "frame_bytes_20ms": 160, "nominal_active_level_dbov": ACTIVE, "packages": versions, "clips": corpus.clips}
    with open(os.path.join(arguments.folder, "manifest.json"), "w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=1, sort_keys=True)
    minutes, counts = collections.Counter(), collections.Counter()
    for clip in corpus.clips:
        minutes[clip["kind"]] += clip["duration_ms"] / 60000
        counts[clip["kind"]] += 1
    print(", ".join(f"{kind} {counts[kind]} clips {minutes[kind]:.1f} min" for kind in counts), f"in {arguments.folder}")


if __name__ == "__main__":
    main()
