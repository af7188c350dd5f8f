package io.sidetone.speech.embedded.flite;

import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.WordTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Cuts the audio of one clause into chunks while the voice produces it. Drops the silence at the beginning (130 to 240
 * ms; 20 ms stay), passes on a first chunk of 100 ms and then whole chunks. One thread.
 */
final class ClauseCutter implements Voice.Sink {
    private static final int FIRST_CHUNK_MS = 100;
    private static final int LEAD_MS = 20;
    /** Time by which a first word can sound earlier than its reported time. */
    private static final int EARLY_MS = 60;
    /** −50 dBov: above the voices' own noise in silence. */
    private static final int ONSET_AMPLITUDE = 100;

    private final SpeakableText text;
    private final int samplesPerMs;
    private final Consumer<PcmChunk> chunks;
    private final BooleanSupplier abandoned;
    private final boolean streaming;
    private final List<int[]> words = new ArrayList<>();
    private short[] pcm = new short[16_000];
    private int length;
    private int searched;
    private int next = -1;
    private boolean first = true;
    private int pieceStart;
    private int pieceTextStart;

    /**
     * Creates a cutter.
     *
     * @param pieces texts that the voice will receive. With more than one, no audio is passed on before the last,
     *     because the first chunk contains the times of every word
     */
    ClauseCutter(
            SpeakableText text, int pieces, int sampleRateHz, Consumer<PcmChunk> chunks, BooleanSupplier abandoned) {
        this.text = text;
        this.samplesPerMs = sampleRateHz / 1000;
        this.chunks = chunks;
        this.abandoned = abandoned;
        this.streaming = pieces == 1;
    }

    @Override
    public void words(SpokenWords spoken) {
        int offsetMs = pieceStart / samplesPerMs;
        for (int i = 0; i < spoken.count(); i++) {
            words.add(new int[] {
                spoken.startMs()[i] + offsetMs,
                spoken.endMs()[i] + offsetMs,
                text.originalEnd(spoken.textEnd()[i] + pieceTextStart)
            });
        }
    }

    @Override
    public boolean audio(short[] block, int samples) {
        if (abandoned.getAsBoolean()) {
            return false;
        }
        if (length + samples > pcm.length) {
            pcm = Arrays.copyOf(pcm, Math.max(pcm.length * 2, length + samples));
        }
        System.arraycopy(block, 0, pcm, length, samples);
        length += samples;
        if (streaming) {
            cut(false);
        }
        return true;
    }

    /** A piece of {@code chars} characters is complete. */
    void pieceDone(int chars) {
        pieceStart = length;
        pieceTextStart += chars;
    }

    /** Completes the clause: passes on the rest. */
    void finish() {
        cut(true);
    }

    private void cut(boolean all) {
        if (next < 0 && !findOnset()) {
            return;
        }
        while (next < length) {
            int samples = (first ? FIRST_CHUNK_MS : PcmChunk.MAX_MS) * samplesPerMs;
            if (length - next < samples && !all) {
                return;
            }
            int count = Math.min(samples, length - next);
            chunks.accept(new PcmChunk(
                    samplesPerMs * 1000,
                    Arrays.copyOfRange(pcm, next, next + count),
                    0,
                    count,
                    first ? times() : null));
            first = false;
            next += count;
        }
    }

    /** Searches for sound from shortly before the first word; breath before that counts as silence. */
    private boolean findOnset() {
        int wordMs = words.isEmpty() ? Integer.MAX_VALUE / samplesPerMs : words.get(0)[0];
        searched = words.isEmpty() ? searched : Math.max(searched, (wordMs - EARLY_MS) * samplesPerMs);
        for (; searched < length; searched++) {
            if (Math.abs(pcm[searched]) >= ONSET_AMPLITUDE || searched >= wordMs * samplesPerMs) {
                next = Math.max(0, searched - LEAD_MS * samplesPerMs);
                return true;
            }
        }
        return false;
    }

    private WordTimes times() {
        if (words.isEmpty()) {
            return null;
        }
        int trimmedMs = next / samplesPerMs;
        int count = words.size();
        WordTimes times = new WordTimes(new int[count], new int[count], new int[count]);
        for (int i = 0; i < count; i++) {
            times.startMs()[i] = Math.max(0, words.get(i)[0] - trimmedMs);
            times.endMs()[i] = Math.max(times.startMs()[i], words.get(i)[1] - trimmedMs);
            times.charEnd()[i] = words.get(i)[2];
        }
        return times;
    }
}
