package io.sidetone.core.mock;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.WordTimes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Speaks speech-shaped noise at −20 dBov, 60 ms per character, with word times.
 *
 * <p>All chunks are windows into one table of noise for each seed of a process, so that many calls and voices cost no memory.
 */
public final class MockSynthesizer implements Synthesizer {
    /** Duration of one character. */
    public static final int MS_PER_CHAR = 60;

    private static final int RATE_HZ = SampleRate.NARROWBAND_HZ;
    private static final int TABLE_SAMPLES = RATE_HZ * 8;
    private static final int CHUNK_MS = 240;

    private static final Map<Long, short[]> TABLES = new ConcurrentHashMap<>();

    private final short[] noise;

    /** Creates a voice whose noise depends on {@code seed} alone. */
    public MockSynthesizer(long seed) {
        noise = TABLES.computeIfAbsent(seed, MockSynthesizer::table);
    }

    private static short[] table(long seed) {
        short[] table = new short[TABLE_SAMPLES];
        SpeechNoise source = new SpeechNoise(RATE_HZ, seed);
        int frame = SampleRate.frameSamples(RATE_HZ);
        for (int at = 0; at < TABLE_SAMPLES; at += frame) {
            source.fill(table, at, frame);
        }
        return table;
    }

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents events) {
        events.ready();
        return new Session(events);
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.CLAUSES;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("mock");
    }

    /** Returns when the words of {@code text} sound at 60 ms per character. */
    static WordTimes words(String text) {
        int[] starts = new int[text.length()];
        int[] ends = new int[text.length()];
        int[] chars = new int[text.length()];
        int words = 0;
        int i = 0;
        while (i < text.length()) {
            if (text.charAt(i) == ' ') {
                i++;
                continue;
            }
            starts[words] = i * MS_PER_CHAR;
            while (i < text.length() && text.charAt(i) != ' ') {
                i++;
            }
            ends[words] = i * MS_PER_CHAR;
            chars[words] = i;
            words++;
        }
        return new WordTimes(
                java.util.Arrays.copyOf(starts, words),
                java.util.Arrays.copyOf(ends, words),
                java.util.Arrays.copyOf(chars, words));
    }

    /** A clause that waits for credit. */
    private static final class Clause {
        final long token;
        final int clause;
        final String text;
        int spokenMs;

        Clause(long token, int clause, String text) {
            this.token = token;
            this.clause = clause;
            this.text = text;
        }
    }

    private final class Session implements SynthesisSession {
        private final SynthesisEvents events;
        private final Deque<Clause> queue = new ArrayDeque<>();
        private long token = Token.NONE;
        private int creditMs;
        private int position;
        private boolean closed;

        Session(SynthesisEvents events) {
            this.events = events;
        }

        @Override
        public void speak(long turn, int clause, String text) {
            queue.add(new Clause(turn, clause, text));
            publish();
        }

        @Override
        public void credit(long turn, int ms) {
            if (turn != token) {
                token = turn;
                creditMs = 0;
            }
            creditMs += ms;
            publish();
        }

        private void publish() {
            for (Clause next = queue.peek(); !closed && spendable(next); next = queue.peek()) {
                int totalMs = next.text.length() * MS_PER_CHAR;
                while (next.spokenMs < totalMs && creditMs > 0) {
                    int ms = Math.min(CHUNK_MS, Math.min(totalMs - next.spokenMs, creditMs));
                    int samples = ms * RATE_HZ / 1000;
                    if (position + samples > TABLE_SAMPLES) {
                        position = 0;
                    }
                    WordTimes words = next.spokenMs == 0 ? words(next.text) : null;
                    events.audio(next.token, next.clause, new PcmChunk(RATE_HZ, noise, position, samples, words));
                    position += samples;
                    next.spokenMs += ms;
                    creditMs -= ms;
                }
                if (next.spokenMs >= totalMs) {
                    queue.poll();
                    events.done(next.token, next.clause);
                }
            }
        }

        private boolean spendable(Clause next) {
            return next != null && next.token == token && creditMs > 0;
        }

        @Override
        public void cancel(long throughToken) {
            queue.removeIf(w -> w.token <= throughToken);
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                queue.clear();
                events.closed();
            }
        }
    }
}
