package io.sidetone.bench.engines;

import java.util.Arrays;

/**
 * One turn of one call as the services saw it. All times are of the machine's monotonic clock; 0 for an event that did
 * not happen. Each field has one writer, the event loop of its service; read when all loops have ended.
 */
final class WireTurn {
    /** The number in the caller's words and in each sentence of the answer. */
    final int id;

    volatile String recognizer;
    volatile String llm;
    volatile String voice;

    /** Time at which the recognizer sent the last final transcript. */
    volatile long finalNs;

    /** Time at which the model read the question. */
    volatile long requestNs;

    /** True when a new connection was opened for the question. */
    volatile boolean modelDialled;

    /** True when a new connection was opened for the first clause. */
    volatile boolean voiceDialled;

    /** Time at which the model sent the token that completes the first clause. */
    volatile long clauseNs;

    /** Time at which the voice read that clause. */
    volatile long clauseReadNs;

    /** Time at which the voice sent its first audio. */
    volatile long audioNs;

    /** Time at which the server closed the model's stream before its end. */
    volatile long modelClosedNs;

    /** Time at which the voice read a cancel, the last one if there were more. */
    volatile long cancelNs;

    /** Messages that the model sent. */
    final Sent modelSent = new Sent();

    /** Messages that the voice sent. */
    final Sent voiceSent = new Sent();

    WireTurn(int id) {
        this.id = id;
    }

    /** Sent bytes with their times. One writer. */
    static final class Sent {
        private long[] atNs = new long[16];
        private int[] bytes = new int[16];
        private int count;

        synchronized void add(long nowNs, int size) {
            if (count == atNs.length) {
                atNs = Arrays.copyOf(atNs, 2 * count);
                bytes = Arrays.copyOf(bytes, 2 * count);
            }
            atNs[count] = nowNs;
            bytes[count++] = size;
        }

        /** Returns the bytes sent after {@code fromNs}. */
        synchronized long bytesAfter(long fromNs) {
            long sum = 0;
            for (int i = 0; i < count; i++) {
                sum += atNs[i] > fromNs ? bytes[i] : 0;
            }
            return sum;
        }

        /** Returns the time of the last sending; 0 without one. */
        synchronized long lastNs() {
            return count == 0 ? 0 : atNs[count - 1];
        }
    }
}
