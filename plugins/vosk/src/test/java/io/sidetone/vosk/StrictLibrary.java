package io.sidetone.vosk;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Stands for libvosk. Decodes 20 ms frames by their first sample: n > 0 is the word wn, -1 is the end of a stretch, 0 is
 * nothing. Whatever the real one would answer with a crash is a violation: use after it was freed, freed twice, two threads in
 * one decoder.
 */
final class StrictLibrary {
    static final int FRAME = 320;

    /** What the decoder does when it gets a frame that begins with it. */
    static final short BREAKS = -2;

    static final short BLOCKS = -3;
    static final short GARBAGE = -4;

    final List<String> violations = new ArrayList<>();
    final AtomicInteger modelsOpen = new AtomicInteger();
    final AtomicInteger decodersOpen = new AtomicInteger();
    final AtomicInteger decodersMade = new AtomicInteger();
    /** What is done when a decoder meets {@link #BLOCKS}. */
    Runnable block = () -> {};

    /** Asked before a decoder is made; what it throws the library throws. */
    Supplier<RuntimeException> refusal = () -> null;

    LinkageError linkage;
    List<String> askedPhrases = List.of();
    double confidence = 0.9;

    synchronized void violation(String what) {
        violations.add(what);
    }

    SpeechModel load(ModelFolder folder) {
        modelsOpen.incrementAndGet();
        return new Model();
    }

    /** Returns a frame that is heard as the word {@code n}, or what a constant says. */
    static short[] frame(int n) {
        short[] pcm = new short[FRAME];
        pcm[0] = (short) n;
        return pcm;
    }

    private final class Model implements SpeechModel {
        private boolean closed;

        @Override
        public boolean knows(String word) {
            return Set.of("yes", "no", "thank", "you", Phrases.UNKNOWN).contains(word);
        }

        @Override
        public SpeechDecoder decoder(List<String> phrases) {
            if (closed) {
                violation("a decoder of a model that was freed");
            }
            if (linkage != null) {
                throw linkage;
            }
            RuntimeException refused = refusal.get();
            if (refused != null) {
                throw refused;
            }
            askedPhrases = phrases;
            return new Decoder();
        }

        @Override
        public void close() {
            if (closed) {
                violation("the model was freed twice");
            }
            closed = true;
            modelsOpen.decrementAndGet();
        }
    }

    private final class Decoder implements SpeechDecoder {
        private final AtomicReference<Thread> user = new AtomicReference<>();
        private final List<String> words = new ArrayList<>();
        private boolean closed;

        Decoder() {
            decodersMade.incrementAndGet();
            decodersOpen.incrementAndGet();
        }

        private <T> T alone(String what, Supplier<T> work) {
            if (!user.compareAndSet(null, Thread.currentThread())) {
                violation(what + " while another thread is in the decoder");
            }
            if (closed) {
                violation(what + " after it was freed");
            }
            try {
                return work.get();
            } finally {
                user.set(null);
            }
        }

        @Override
        public boolean accept(short[] pcm, int samples) {
            return alone("audio", () -> {
                boolean end = false;
                for (int i = 0; i + FRAME <= samples; i += FRAME) {
                    end |= take(pcm[i]);
                }
                return end;
            });
        }

        private boolean take(short what) {
            if (what == BREAKS) {
                throw new IllegalStateException("the decoder broke");
            } else if (what == BLOCKS) {
                block.run();
            } else if (what == GARBAGE || what > 0) {
                words.add(what > 0 ? "w" + what : "\"");
            }
            return what == -1;
        }

        @Override
        public String segment() {
            return alone("a stretch's words", this::result);
        }

        private String result() {
            StringBuilder json = new StringBuilder("{ \"result\" : [");
            for (String word : words) {
                json.append(json.charAt(json.length() - 1) == '[' ? "" : ", ")
                        .append("{ \"conf\" : ")
                        .append(confidence)
                        .append(", \"word\" : \"")
                        .append(word)
                        .append("\" }");
            }
            json.append("], \"text\" : \"").append(String.join(" ", words)).append("\" }");
            words.clear();
            return json.toString();
        }

        @Override
        public String partial() {
            return alone("words so far", () -> "{ \"partial\" : \"" + String.join(" ", words) + "\" }");
        }

        @Override
        public String last() {
            return alone("last words", this::result);
        }

        @Override
        public void close() {
            alone("freeing", () -> null);
            closed = true;
            decodersOpen.decrementAndGet();
        }
    }
}
