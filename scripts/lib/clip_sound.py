"""Sound for make_clips.py: levels, speech labels, noises, echoes and mu-law. 8 kHz mono, floats from -1 to 1, levels in dBov."""
import numpy as np

RATE = 8000
ACTIVE = -26.0       # level of active speech
FLOOR = -68.0        # level of the line's own noise
WINDOW, HOP = 80, 40  # of the speech labels: 10 ms every 5 ms


def samples(ms):
    return int(round(ms * RATE / 1000))


def level(x):
    return 10 * np.log10(np.mean(np.square(x)) + 1e-12)


def gain(db):
    return 10 ** (db / 20)


def at_level(x, db):
    return x * gain(db - level(x))


# --- mu-law

def _expand():
    codes = np.arange(256, dtype=np.uint8) ^ 255
    size = ((((codes & 15).astype(int) << 3) + 132) << ((codes >> 4) & 7)) - 132
    return np.where(codes & 128, -size, size)


EXPANDED = _expand()


def _compress():
    """The nearest code of every 16-bit sample; zero is sent as 0xff."""
    order = np.argsort(EXPANDED, kind="stable")
    limits = (EXPANDED[order][1:] + EXPANDED[order][:-1]) / 2
    codes = order[np.searchsorted(limits, np.arange(-32768, 32768))]
    codes[32768] = 255
    return codes.astype(np.uint8)


CODES = _compress()


def to_ulaw(x):
    return CODES[np.clip(np.rint(x * 32768), -32768, 32767).astype(int) + 32768]


def from_ulaw(codes):
    return EXPANDED[codes] / 32768


# --- labels

def frame_levels(x):
    """Level of each window of 10 ms, every 5 ms."""
    if len(x) < WINDOW:
        return np.zeros(0)
    sums = np.concatenate([[0.0], np.cumsum(np.square(x, dtype=np.float64))])
    starts = np.arange(0, len(x) - WINDOW + 1, HOP)
    return 10 * np.log10((sums[starts + WINDOW] - sums[starts]) / WINDOW + 1e-12)


def active_level(x):
    """Mean level of the windows that are not pauses: those less than 20 dB below the loud ones."""
    levels = frame_levels(x)
    if not len(levels):
        return -120.0
    loud = levels[levels > np.percentile(levels, 95) - 20]
    return 10 * np.log10(np.mean(10 ** (loud / 10)))


def noise_floor(x):
    return float(np.percentile(frame_levels(x), 5))


def speech_of(x, floor=None):
    """Stretches of speech in a clean utterance, as pairs of sample numbers; gaps below 200 ms are bridged, stretches below
    60 ms dropped, and those that nowhere come near the active level: breaths. floor: level of the recording's noise, for an
    utterance with pauses put in."""
    levels, active = frame_levels(x), active_level(x)
    floor = noise_floor(x) if floor is None else floor
    threshold = max(active - 28, -60.0, min(floor + 6, active - 16))
    edges = np.flatnonzero(np.diff(np.concatenate([[0], levels > threshold, [0]]).astype(int)))
    found = []
    for first, end in zip(edges[::2], edges[1::2]):
        start, stop = int(first) * HOP, (int(end) - 1) * HOP + WINDOW
        if found and start - found[-1][1] < samples(200):
            found[-1][1] = stop
        else:
            found.append([start, stop])
    return [[a, b] for a, b in found
            if b - a >= samples(60) and levels[a // HOP:(b - WINDOW) // HOP + 1].max() > active - 10]


def faded(x, ms=8):
    count = min(samples(ms), len(x) // 2)
    slope = np.linspace(0, 1, count, endpoint=False)
    y = x.copy()
    y[:count] *= slope
    y[len(y) - count:] *= slope[::-1]
    return y


def clean(x):
    """An utterance at the nominal level without the silence around it, or None where there is no speech."""
    x = x - np.mean(x)
    spans = speech_of(x)
    if not spans:
        return None
    x = x[max(0, spans[0][0] - samples(30)):spans[-1][1] + samples(60)]
    return faded(x * gain(ACTIVE - active_level(x)))


# --- noises

def coloured(random, count, slope):
    """Noise whose power falls with frequency: slope 0 is white, 1 pink, 2 brown. Nothing below 40 Hz."""
    spectrum = np.fft.rfft(random.standard_normal(count))
    frequency = np.fft.rfftfreq(count, 1 / RATE)
    spectrum *= np.maximum(frequency, 40) ** (-slope / 2) * (frequency > 40)
    return np.fft.irfft(spectrum, count)


def band(x, low, high):
    """Keeps what lies between two frequencies, with edges an octave wide."""
    frequency = np.maximum(np.fft.rfftfreq(len(x), 1 / RATE), 1)
    shape = 1 / np.sqrt((1 + (low / frequency) ** 6) * (1 + (frequency / high) ** 6))
    return np.fft.irfft(np.fft.rfft(x) * shape, len(x))


def hum(random, count, mains):
    time = np.arange(count) / RATE
    return sum(np.sin(2 * np.pi * mains * k * time + random.uniform(0, 6.3)) / k ** random.uniform(0.6, 1.4) for k in range(1, 9))


def comfort(random, count):
    """Comfort noise: coloured noise whose level is renewed every 20 ms."""
    steps = gain(random.normal(0, 1.0, count // 160 + 1))
    return band(random.standard_normal(count), 200, 2500) * np.repeat(steps, 160)[:count]


def clicks(random, count):
    x = np.zeros(count)
    for at in random.integers(0, count - 40, count // 5000):
        x[at:at + 12] += random.choice([-1, 1]) * random.uniform(0.05, 0.5) * np.exp(-np.arange(12) / random.uniform(0.5, 4))
    return x


def looped(random, x, count):
    """A stretch of x of that many samples from a random place on; a short x is repeated with crossfades."""
    seam = min(samples(60), len(x) // 4)
    rise = np.sqrt(np.linspace(0, 1, seam))
    y = x
    while len(y) < count + seam:
        y = np.concatenate([y[:-seam], y[-seam:] * rise[::-1] + x[:seam] * rise, x[seam:]])
    start = int(random.integers(0, len(y) - count + 1))
    return y[start:start + count]


KEYS = [(low, high) for low in (697, 770, 852, 941) for high in (1209, 1336, 1477)]


def key_tone(random, count):
    time = np.arange(count) / RATE
    return faded(sum(np.sin(2 * np.pi * f * time) for f in KEYS[random.integers(len(KEYS))]), 2)


def ringback(count):
    time = np.arange(count) / RATE
    return (np.sin(2 * np.pi * 440 * time) + np.sin(2 * np.pi * 480 * time)) * (time % 6 < 2)


def cough(random):
    """One or two puffs of shaped noise: a burst, a body that falls, a weak voiced end."""
    puffs = []
    for _ in range(random.integers(1, 3)):
        count = samples(random.uniform(130, 260))
        time = np.arange(count) / RATE
        noise = band(random.standard_normal(count), random.uniform(250, 500), random.uniform(1500, 3000))
        shape = np.minimum(time / 0.008, 1) * (np.exp(-time / random.uniform(0.03, 0.07)) + 0.15 * np.exp(-time / 0.12))
        voice = np.sign(np.sin(2 * np.pi * random.uniform(110, 220) * time)) * np.exp(-(((time - 0.12) / 0.04) ** 2))
        puffs.append(faded((noise / np.std(noise) + 0.4 * band(voice, 300, 1200)) * shape))
        puffs.append(np.zeros(samples(random.uniform(40, 110))))
    return np.concatenate(puffs[:-1])


def mumble(random, pitch):
    """A closed-mouth "mhm", "mm" or "m-m": a voice of that pitch through the resonances of a nasal."""
    # Length in ms, pitch at its begin and end.
    parts = ([(130, 1.0, 0.95), (210, 1.02, 1.22)], [(220, 1.0, 0.92)], [(110, 1.1, 1.0), (150, 0.95, 0.85)])[random.integers(3)]
    out = []
    for number, (length, begin, end) in enumerate(parts):
        count = samples(length * random.uniform(0.85, 1.3))
        if number:  # the breath between the two hums
            breath = band(random.standard_normal(samples(random.uniform(35, 70))), 300, 2000)
            out.append(breath / np.std(breath) * 0.04)
        glide = pitch * np.linspace(begin, end, count) * (1 + 0.006 * band(random.standard_normal(count), 2, 30))
        phase = np.cumsum(glide) / RATE
        pulses = np.diff(np.floor(phase), prepend=0.0) + 0.01 * random.standard_normal(count)
        spectrum = np.fft.rfft(pulses, 2 * count)
        frequency = np.fft.rfftfreq(2 * count, 1 / RATE)
        throat = sum(size / (1 + ((frequency - centre) / width) ** 2)
                     for centre, width, size in ((260, 70, 1.0), (1050, 130, 0.3), (2150, 200, 0.2)))
        tone = np.fft.irfft(spectrum * throat / (1 + frequency / 250), 2 * count)[:count]
        shape = np.sin(np.pi * np.clip(np.arange(count) / count, 0.02, 0.98)) ** 0.5
        out.append(tone / np.std(tone) * shape)
    return faded(np.concatenate(out), 15)


# --- echo

def echo(random, far, loss, delay_ms, soft):
    """What a telephone returns of the far side: later, weaker by the loss, with a decaying tail; soft: its loudspeaker is
    overdriven."""
    source = np.tanh(far * 6) / 6 if soft else far
    tail_ms = random.uniform(24, 60)
    count = samples(tail_ms)
    tail = random.standard_normal(count) * np.exp(-np.arange(count) / (count / random.uniform(3, 6))) * 0.35
    tail[0] = 1.0
    padded = len(source) + count
    y = np.fft.irfft(np.fft.rfft(source, padded) * np.fft.rfft(tail, padded), padded)[:len(source)]
    y = np.concatenate([np.zeros(samples(delay_ms)), y])[:len(far)]
    return y * gain(active_level(far) - loss - active_level(y))
