"""Where make_clips.py has its sounds from: packages of Debian main, unpacked into a cache, and how to read each.

Each function with `which` gives what that set, "test" or "learn", may use; no recording is in both.
"""
import glob
import os
import re
import struct
import subprocess
import sys

import numpy as np

from clip_sound import RATE
from clip_unpack import unpack

PACKAGES = {
    "test": ["asterisk-core-sounds-ru-wav", "asterisk-prompt-es-co", "asterisk-prompt-fr-armelle", "fillets-ng-data",
             "fillets-ng-data-cs", "flight-of-the-amazon-queen", "openttd-opensfx"],
    "learn": ["asterisk-core-sounds-fr-wav", "asterisk-prompt-it-menardi-wav", "fillets-ng-data", "fillets-ng-data-nl",
              "beneath-a-steel-sky", "colobot-common-sounds", "freedink-data", "openttd-opensfx"],
}
# Voices of flite: who speaks as the agent, who says single words.
FLITE = {"test": ("slt", "rms"), "learn": ("awb", "kal16")}
PROMPTS = {"test": [("asterisk-core-sounds-ru-wav", "ru_RU_f_IvrvoiceRU", "ru_f_ivrvoice", "ru"),
                    ("asterisk-prompt-es-co", "es", "es_f_colombia", "es"),
                    ("asterisk-prompt-fr-armelle", "fr", "fr_f_armelle", "fr")],
           "learn": [("asterisk-core-sounds-fr-wav", "fr_CA_f_June", "fr_f_june", "fr"),
                     ("asterisk-prompt-it-menardi-wav", "it_IT_f_Menardi", "it_f_menardi", "it")]}
FISH = {"test": "cs", "learn": "nl"}
# Recordings of OpenSFX by their number: streets, engines and wind, and single knocks.
STREET = {"test": [5, 11, 24, 25, 27, 52, 57], "learn": [4, 10, 13, 28, 29, 33, 40]}
KNOCKS = {"test": [2, 15, 17, 23], "learn": [16, 31, 32, 39]}

# Characters of Flight of the Amazon Queen that speak as no caller does.
NOT_HUMAN = {"ape", "death", "dog", "klunk", "oracle", "showeram", "wedge", "witch", "zombie"}

# A caller's short signs of attention, as whole lines of the games.
ATTENTION = {
    "en": r"yes|yeah|yeah,? right|yeah sure|oh yeah|uh huh|h+m+|oh|ah|okay|oh,? okay|okay,? okay|oh alright|exactly|correct"
          r"|of course|good idea|really|i guess so|that's okay|no problems?|thanks|oh well|wow|neat",
    "cs": r"aha|ano|jo|jó|jo tak|tak|hm+|ok|dobře|dobrý|díky|souhlas|no právě|no a|no teda|no proto|skvělý|paráda",
    "nl": r"ja|o,? ja|aha|ok|goed|goed idee|hm+|zo|bedankt|nou en",
}
# What an attentive caller says, for the voices of flite.
SIGNS = ["Yeah.", "Okay.", "Right.", "Yes.", "Sure.", "Uh huh.", "Mm hm.", "I see.", "Ah.", "Oh.", "Good.", "Yep."]
ANNOUNCEMENTS = {
    "test": ["Thank you for calling. How can I help you today?",
             "Your order was shipped this morning and should arrive on Thursday.",
             "I can offer you an appointment at ten thirty, or one in the afternoon.",
             "The balance on your account is forty two dollars.",
             "Let me check that for you. One moment, please.",
             "The technician will ring the bell between eight and noon.",
             "If you would like to change the date, please tell me the new one.",
             "We have two rooms left, both with a view of the lake."],
    "learn": ["Welcome back. What would you like to do?",
              "I have found three flights that leave before nine in the morning.",
              "Please keep your customer number at hand, we will need it in a minute.",
              "The repair takes about five working days.",
              "Your parcel is waiting at the post office in Market Street.",
              "We close at six, but you can reach us again tomorrow.",
              "To be sure that I have the right address, please spell the name of the street.",
              "That table is free from seven until ten."],
}


def cache():
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(home, "sidetone", "clips")


def fetch(which):
    """Unpacks the packages of a set into the cache, those that are not yet there; gives their versions."""
    versions = {}
    files, kept = os.path.join(cache(), "files"), os.path.join(cache(), "packages")
    os.makedirs(files, exist_ok=True)
    os.makedirs(kept, exist_ok=True)
    for package in PACKAGES[which]:
        folder = os.path.join(files, package)
        if not os.path.isdir(folder):
            if not glob.glob(os.path.join(kept, package + "_*.deb")):
                print(f"fetching {package}", file=sys.stderr)
                got = subprocess.run(["apt-get", "download", "-q", "-q", package], cwd=kept, capture_output=True, text=True)
                if got.returncode:
                    sys.exit(f"make-clips: {package} could not be fetched; run: apt-get update\n{got.stderr.strip()}")
            archive = sorted(glob.glob(os.path.join(kept, package + "_*.deb")))[-1]
            partial = folder + ".partial"
            subprocess.run(["dpkg-deb", "-x", archive, partial], check=True)
            os.rename(partial, folder)
        archive = sorted(glob.glob(os.path.join(kept, package + "_*.deb")))[-1]
        asked = subprocess.run(["dpkg-deb", "-f", archive, "Version"], check=True, capture_output=True, text=True)
        versions[package] = asked.stdout.strip()
    return versions


def inside(package, *path):
    return os.path.join(cache(), "files", package, "usr", "share", *path)


class Piece:
    """A recording: where it is from, who speaks, what is said if known, about how long, and how to read it."""

    def __init__(self, src, speaker, lang, seconds, data, text=None, options=()):
        self.src, self.speaker, self.lang, self.seconds, self.text = src, speaker, lang, seconds, text
        self.data, self.options = data, options

    def read(self):
        source = self.data() if callable(self.data) else self.data
        return decode(source, self.options)


def decode(source, options=()):
    """Bytes or a file of any format, as samples at 8 kHz without rumble."""
    is_file = isinstance(source, str)
    command = ["ffmpeg", "-v", "quiet", "-threads", "1", *options, "-i", source if is_file else "pipe:0", "-ac", "1",
               "-af", "highpass=f=90", "-ar", str(RATE), "-f", "s16le", "-"]
    run = subprocess.run(command, input=b"" if is_file else source, capture_output=True)
    return np.frombuffer(run.stdout, "<i2") / 32768.0


def flite(voice, text, pitch=None):
    options = ["--setf", f"int_f0_target_mean={pitch}"] if pitch else []
    command = ["flite", "-voice", voice, *options, "-t", text, "-o", "/dev/stdout"]
    return subprocess.run(command, check=True, capture_output=True).stdout


def ogg_seconds(path):
    with open(path, "rb") as file:
        data = file.read()
    rate = struct.unpack("<I", data[40:44])[0]
    last = data.rfind(b"OggS")
    return struct.unpack("<q", data[last + 6:last + 14])[0] / rate


# --- voices

def prompts(package, folder, speaker, lang):
    """The spoken prompts of a voice; no tones, letters, numbers or jokes."""
    pieces = []
    for path in sorted(glob.glob(inside(package, "asterisk", "sounds", folder, "*.*"))):
        name = os.path.basename(path)
        if re.match(r"beep|ascending|descending|tt-monkeys|astcc|silence|\w+-2tone", name):
            continue
        seconds = os.path.getsize(path) / (16000 if path.endswith(".wav") else 1650)
        pieces.append(Piece(f"{package}/{name}", speaker, lang, seconds, path))
    return pieces


def fish(lang):
    """The dialogues of Fish Fillets with their texts: m is the small fish, a woman, v the big one, a man."""
    texts = {}
    scripts = inside("fillets-ng-data", "games", "fillets-ng", "script", "**", f"dialogs_{lang}.lua")
    for script in sorted(glob.glob(scripts, recursive=True)):
        with open(script, encoding="utf-8") as file:
            found = re.findall(r'dialogId\("([^"]+)".*?\)\s*\n\s*dialogStr\("((?:[^"\\]|\\.)*)"\)', file.read())
        texts.update(found)
    pieces = []
    package = f"fillets-ng-data-{lang}"
    for path in sorted(glob.glob(inside(package, "games", "fillets-ng", "sound", "**", lang, "*.ogg"), recursive=True)):
        name = os.path.basename(path)[:-4]
        who = re.search(r"(?:^|-)([mv])-", name) or re.match(r"sp-shout_(small|big)", name)
        if who and texts.get(name):
            speaker = {"m": "f_small", "v": "m_big", "small": "f_small", "big": "m_big"}[who.group(1)]
            pieces.append(Piece(f"{package}/{name}.ogg", f"{lang}_{speaker}", lang, ogg_seconds(path), path, texts[name]))
    return pieces


def queen():
    """The dialogues of Flight of the Amazon Queen with their texts. The table at the head of the data says where each file is;
    dialogue files hold the sentences; of a sentence, each part has a sound file named after its dialogue, number and speaker."""
    package = "flight-of-the-amazon-queen"
    with open(inside(package, "scummvm", package, "queen.1c"), "rb") as file:
        data = file.read()
    entries = {}
    for number in range(struct.unpack(">H", data[13:15])[0]):
        at = 15 + 21 * number
        offset, size = struct.unpack(">II", data[at + 13:at + 21])
        entries[data[at:at + 12].rstrip(b"\0").decode("latin1")] = data[offset:offset + size]
    pieces = []
    for dialogue in sorted(name for name in entries if name.endswith(".DOG")):
        body = entries[dialogue][20:]
        head = struct.unpack(">12h", body[:24])
        key, character = head[2], re.sub(r"\d*\.DOG", "", dialogue).lower()
        if character in NOT_HUMAN:
            continue
        for letter, offset, count, speaker in (("J", 32 + abs(head[0]) * 96, head[3], "joe"), ("P", head[11], head[4], character)):
            for number, sentence in _sentences(body, offset, count):
                parts = [part.strip() for part in re.split(r"\*..", sentence) if part.strip()]
                for index, text in enumerate(parts, 1):
                    name = f"{key:02d}{number & 0xffff:04X}{letter}{index}.SB"
                    if name in entries:  # 16 kbit/s
                        pieces.append(Piece(f"{package}/{name}", f"queen_{speaker}", "en", len(entries[name]) / 2000, entries[name],
                                            text, ("-f", "mp3")))
    return pieces


def _sentences(body, offset, count):
    for _ in range(count):
        if offset + 5 > len(body):
            return
        number, length = struct.unpack(">hB", body[offset + 2:offset + 5])
        yield number, body[offset + 5:offset + 5 + length].decode("latin1")
        offset += (5 + length + 3) // 4 * 4


def sky():
    """The talk of Beneath a Steel Sky: entries from 50000 on are 8-bit samples at 11025 Hz, behind a head of 22 bytes and
    packed. The data do not say who speaks, only the scene."""
    package = "beneath-a-steel-sky"
    folder = inside(package, "scummvm", package)
    with open(os.path.join(folder, "sky.dnr"), "rb") as file:
        table = file.read()
    with open(os.path.join(folder, "sky.dsk"), "rb") as file:
        data = file.read()
    pieces = []
    for at in range(4, len(table) - 7, 8):
        number, offset, size = (int.from_bytes(table[at + a:at + b], "little") for a, b in ((0, 2), (2, 5), (5, 8)))
        offset = (offset & 0x7fffff) << 4 if offset & 0x800000 else offset
        packed = data[offset + 22:offset + (size & 0x3fffff)]
        if 50000 <= number < 60000 and packed[:4] == b"RNC\x01":
            seconds = int.from_bytes(packed[4:8], "big") / 11025
            pieces.append(Piece(f"{package}/{number}", f"sky_scene_{(number - 50000) // 100}", "en", seconds,
                                lambda packed=packed: unpack(packed), None, ("-f", "u8", "-ar", "11025")))
    return sorted(pieces, key=lambda piece: piece.src)


def announcements(which):
    voice = FLITE[which][0]
    return [Piece(f"flite: {text}", f"flite_{voice}", "en", 3.0, lambda text=text: flite(voice, text), text)
            for text in ANNOUNCEMENTS[which]]


def words(which):
    """Signs of attention that a synthesizer says, each at two pitches."""
    voice = FLITE[which][1]
    return [Piece(f"flite: {text}", f"flite_{voice}", "en", 0.5, lambda text=text, pitch=pitch: flite(voice, text, pitch), text)
            for pitch in (105, 125) for text in SIGNS]


def agents(which):
    """Who speaks as the agent, by name."""
    spoken = [prompts(*voice) for voice in PROMPTS[which][:2]] + [announcements(which)]
    return {pieces[0].speaker: pieces for pieces in spoken}


def callers(which):
    """Who speaks as the caller in interruptions and turns: actors, with texts where the game has them."""
    return (queen() if which == "test" else sky()) + fish(FISH[which])


def readers(which):
    """Voices that read prompts; long ones hold natural pauses."""
    return [piece for voice in PROMPTS[which] for piece in prompts(*voice)]


def is_attention(piece):
    wanted = ATTENTION.get(piece.lang)
    return bool(piece.text and wanted and re.fullmatch(wanted, piece.text.strip(" .!?…").lower()))


# --- other sounds

def opensfx(numbers):
    """Recordings of OpenSFX: a table of offset and length, then for each a name and a WAV file."""
    with open(inside("openttd-opensfx", "games", "openttd", "baseset", "opensfx", "opensfx.cat"), "rb") as file:
        data = file.read()
    sounds = []
    for number in numbers:
        offset, size = struct.unpack("<II", data[8 * number:8 * number + 8])
        wave = data.index(b"RIFF", offset & 0x7fffffff)
        sounds.append((f"openttd-opensfx/{number}", decode(data[wave:wave + size])))
    return sounds


def surroundings(which):
    """Streets, engines, wind and crowds."""
    return [x for _, x in opensfx(STREET[which])]


def music(which):
    """A minute of each of eight pieces."""
    package, game = ("fillets-ng-data", "fillets-ng") if which == "test" else ("colobot-common-sounds", "colobot")
    paths = sorted(glob.glob(inside(package, "games", game, "music", "*.ogg")))[:8]
    return [decode(path, ("-ss", "8", "-t", "60")) for path in paths]


def impacts(which):
    """Knocks and bangs: name and samples."""
    if which == "test":
        paths = sorted(glob.glob(inside("fillets-ng-data", "games", "fillets-ng", "sound", "share", "sp-impact*.ogg")))
    else:
        folder = inside("freedink-data", "games", "dink", "dink", "Sound")
        paths = [os.path.join(folder, name + ".wav") for name in ("axe", "bhit", "open", "punch", "sword2")]
    return [(os.path.basename(path), decode(path)) for path in paths] + opensfx(KNOCKS[which])


def cries(which):
    """Laughs, groans and cries of the set's actors, and for learning a few of another game."""
    pattern = r"(ha[ !]*){2,}|<gulp>|e+a*gh|au[wt]?|ai|ouch|auvajs|bah|fuj|gatver|p?s+t"
    found = [piece for piece in callers(which) if piece.text and re.fullmatch(pattern, piece.text.strip(" .!?…").lower())]
    if which == "learn":
        folder = inside("freedink-data", "games", "dink", "dink", "Sound")
        found += [Piece(f"freedink-data/{name}.wav", "dink", None, 0.5, os.path.join(folder, name + ".wav"))
                  for name in ("grunt1", "grunt2", "wscream")]
    return found
