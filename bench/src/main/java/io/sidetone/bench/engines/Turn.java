package io.sidetone.bench.engines;

import java.util.Arrays;

/**
 * One turn of one call as the services saw it; all times of the machine's monotonic clock, 0 for what did not happen. Each
 * field has one writer, the event loop of its service; read when all loops have ended.
 */
final class Turn {
    /** Stands in the caller's words and in each sentence of the answer. */
    final int id;

    volatile String recognizer;
    volatile String llm;
    volatile String voice;

    /** The last final transcript left the recognizer. */
    volatile long finalNs;

    /** The question was read by the model. */
    volatile long requestNs;

    /** The question came over a connection that was made for it. */
    volatile boolean modelDialled;

    /** The first clause came over a connection that was made for it. */
    volatile boolean voiceDialled;

    /** The token left the model that completes the first clause. */
    volatile long clauseNs;

    /** That clause was read by the voice. */
    volatile long clauseReadNs;

    /** The first audio left the voice. */
    volatile long audioNs;

    /** The model's stream was closed by the server before its end. */
    volatile long modelClosedNs;

    /** The voice read a cancel, the last if there were more. */
    volatile long cancelNs;

    /** What left the model. */
    final Sent modelSent = new Sent();

    /** What left the voice. */
    final Sent voiceSent = new Sent();

    Turn(int id) {
        this.id = id;
    }

    /** When how many bytes went. One writer. */
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

        /** Bytes that went after {@code fromNs}. */
        synchronized long bytesAfter(long fromNs) {
            long sum = 0;
            for (int i = 0; i < count; i++) {
                sum += atNs[i] > fromNs ? bytes[i] : 0;
            }
            return sum;
        }

        /** When the last went; 0 if none. */
        synchronized long lastNs() {
            return count == 0 ? 0 : atNs[count - 1];
        }
    }
}
