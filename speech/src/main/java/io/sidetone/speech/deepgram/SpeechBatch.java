package io.sidetone.speech.deepgram;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Clauses that the service speaks together, until it reports their end. It does not report where one clause ends and
 * the next begins. So each of several clauses gets the audio that its length in characters makes likely, the last one
 * gets the rest, and each gets some. Event loop only.
 */
final class SpeechBatch {
    /** Audio is published in pieces of this length; credit is counted in them. */
    private static final int PIECE_MS = 100;

    private static final int LEAST_MS = 20;

    final SpokenTurn turn;
    final long askedNs;
    boolean flushed;
    boolean heard;

    /** The audio length at the last progress. */
    long progressMs;

    private final List<SpokenClause> clauses = new ArrayList<>();
    private final WireEncoding encoding;
    private final int sampleRateHz;
    private final double msPerChar;
    private final byte[] odd = new byte[1];
    private boolean hasOdd;
    private short[] held = new short[0];
    private int heldSamples;
    private int at;
    private long inClause;
    private long samples;

    SpeechBatch(
            SpokenTurn turn,
            SpokenClause first,
            WireEncoding encoding,
            int sampleRateHz,
            double msPerChar,
            long askedNs) {
        this.turn = turn;
        clauses.add(first);
        this.encoding = encoding;
        this.sampleRateHz = sampleRateHz;
        this.msPerChar = msPerChar;
        this.askedNs = askedNs;
    }

    List<SpokenClause> clauses() {
        return clauses;
    }

    /** Adds a clause: text that the service received before the flush, or text that is not audible. */
    void append(SpokenClause clause) {
        clauses.add(clause);
    }

    int chars() {
        return clauses.stream().mapToInt(clause -> clause.text().length()).sum();
    }

    /** Returns the length of the audio so far, in ms. */
    long audioMs() {
        return samples * 1_000 / sampleRateHz;
    }

    /** Takes audio that may be cut anywhere, even in the middle of a sample. */
    void add(ByteBuf bytes) {
        heard = true;
        int before = hasOdd ? 1 : 0;
        byte[] block = new byte[before + bytes.readableBytes()];
        if (hasOdd) {
            block[0] = odd[0];
        }
        bytes.readBytes(block, before, block.length - before);
        int whole = block.length - block.length % encoding.bytesPerSample();
        hasOdd = whole < block.length;
        if (hasOdd) {
            odd[0] = block[whole];
        }
        int count = whole / encoding.bytesPerSample();
        if (heldSamples + count > held.length) {
            held = Arrays.copyOf(held, heldSamples + count);
        }
        heldSamples += encoding.decode(block, 0, whole, held, heldSamples);
        samples += count;
        spread(false);
    }

    /** The service has spoken the whole batch. */
    void complete() {
        spread(true);
        for (; at < clauses.size(); at++) {
            turn.done(clauses.get(at));
        }
    }

    /** The service will not speak the rest. */
    void fail(EngineFailure failure) {
        heldSamples = 0;
        for (; at < clauses.size(); at++) {
            turn.failed(clauses.get(at), failure);
        }
    }

    private int samples(double ms) {
        return (int) (ms * sampleRateHz / 1_000);
    }

    private void spread(boolean all) {
        int from = 0;
        double perChar = all ? perCharOfRest() : msPerChar * sampleRateHz / 1_000;
        while (from < heldSamples) {
            int left = heldSamples - from;
            if (!clauses.get(at).audible()) {
                if (at == clauses.size() - 1) {
                    break;
                }
                next();
                continue;
            }
            int behind = audibleBehind();
            if (behind == 0) {
                from += give(from, left);
                continue;
            }
            int free = left - behind * samples(LEAST_MS);
            if (all && free <= 0 && inClause == 0) {
                free = left / (behind + 1);
            }
            long expected = (long) (clauses.get(at).text().length() * perChar);
            int missing = (int) (Math.max(samples(LEAST_MS), expected) - inClause);
            if (missing > 0 && free > 0) {
                from += give(from, Math.min(free, missing));
            } else if (missing <= 0 || all) {
                next();
            } else {
                break;
            }
        }
        System.arraycopy(held, from, held, 0, heldSamples - from);
        heldSamples -= from;
    }

    private int audibleBehind() {
        int count = 0;
        for (int i = at + 1; i < clauses.size(); i++) {
            count += clauses.get(i).audible() ? 1 : 0;
        }
        return count;
    }

    /** Returns the remaining audio per remaining character, once all audio is here. */
    private double perCharOfRest() {
        int chars = 0;
        for (int i = at; i < clauses.size(); i++) {
            chars += clauses.get(i).text().length();
        }
        return (double) (inClause + heldSamples) / Math.max(1, chars);
    }

    private void next() {
        turn.done(clauses.get(at));
        at++;
        inClause = 0;
    }

    private int give(int from, int count) {
        for (int given = 0; given < count; ) {
            int part = Math.min(count - given, samples(PIECE_MS));
            short[] pcm = Arrays.copyOfRange(held, from + given, from + given + part);
            turn.audio(clauses.get(at), new PcmChunk(sampleRateHz, pcm, 0, part, null));
            given += part;
        }
        inClause += count;
        return count;
    }
}
