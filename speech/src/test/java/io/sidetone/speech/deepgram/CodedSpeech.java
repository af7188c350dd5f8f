package io.sidetone.speech.deepgram;

import io.sidetone.audio.codec.G711;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Speech that a test server can understand: each word is 200 ms of one level, followed by 60 ms of silence. What is heard
 * is therefore what was really sent, at the rate and in the coding that were announced.
 */
public final class CodedSpeech {
    public static final List<String> WORDS =
            List.of("yes", "no", "please", "book", "a", "table", "for", "two", "people", "tonight", "thanks", "stop");

    public static final int WORD_MS = 200;
    public static final int GAP_MS = 60;
    private static final int STEP = 1_000;
    private static final int FRAME_MS = 20;

    private CodedSpeech() {}

    /** Returns the samples of {@code text}. */
    public static short[] say(int rateHz, String text) {
        String[] words = text.split(" ");
        int perWord = rateHz / 1_000 * (WORD_MS + GAP_MS);
        short[] pcm = new short[words.length * perWord];
        for (int i = 0; i < words.length; i++) {
            int code = WORDS.indexOf(words[i]) + 1;
            if (code == 0) {
                throw new IllegalArgumentException("no such word: " + words[i]);
            }
            Arrays.fill(pcm, i * perWord, i * perWord + rateHz / 1_000 * WORD_MS, (short) (code * STEP));
        }
        return pcm;
    }

    public static short[] silence(int rateHz, int ms) {
        return new short[rateHz / 1_000 * ms];
    }

    /** A word and its place in the stream. */
    public record Heard(String word, int startMs, int endMs) {
        String json() {
            return "{\"word\":\"" + word + "\",\"start\":" + startMs / 1_000.0 + ",\"end\":" + endMs / 1_000.0
                    + ",\"confidence\":0.98,\"punctuated_word\":\"" + word + "\"}";
        }
    }

    /** Hears words in a stream, frame by frame. */
    public static final class Ear implements Hearing {
        private final int frameBytes;
        private final boolean mulaw;
        private final List<Byte> rest = new ArrayList<>();
        private final List<Heard> words = new ArrayList<>();
        private int positionMs;
        private int level;
        private int sinceMs;
        private int quietMs;

        public Ear(int rateHz, boolean mulaw) {
            this.mulaw = mulaw;
            this.frameBytes = rateHz / 1_000 * FRAME_MS * (mulaw ? 1 : 2);
        }

        @Override
        public void take(byte[] bytes, Runnable each) {
            for (byte b : bytes) {
                rest.add(b);
                if (rest.size() == frameBytes) {
                    frame();
                    rest.clear();
                    each.run();
                }
            }
        }

        private void frame() {
            int middle = frameBytes / 2 & ~1;
            int sample = mulaw
                    ? G711.PCMU.level(rest.get(middle))
                    : (short) (rest.get(middle) & 0xFF | rest.get(middle + 1) << 8);
            int now = Math.round((float) sample / STEP);
            if (now != level) {
                endWord();
                level = now;
                sinceMs = positionMs;
            }
            positionMs += FRAME_MS;
            quietMs = now == 0 ? quietMs + FRAME_MS : 0;
        }

        private void endWord() {
            if (level > 0 && level <= WORDS.size()) {
                words.add(new Heard(WORDS.get(level - 1), sinceMs, positionMs));
            }
            level = 0;
        }

        @Override
        public List<Heard> since(int fromMs) {
            List<Heard> all = new ArrayList<>(words);
            if (level > 0 && level <= WORDS.size()) {
                all.add(new Heard(WORDS.get(level - 1), sinceMs, positionMs));
            }
            all.removeIf(word -> word.endMs() <= fromMs);
            return all;
        }

        @Override
        public int positionMs() {
            return positionMs;
        }

        @Override
        public int quietMs() {
            return quietMs;
        }

        @Override
        public boolean loud() {
            return level > 0;
        }
    }

    static String text(List<Heard> words) {
        return String.join(" ", words.stream().map(Heard::word).toList());
    }

    static String json(List<Heard> words) {
        return "[" + String.join(",", words.stream().map(Heard::json).toList()) + "]";
    }
}
