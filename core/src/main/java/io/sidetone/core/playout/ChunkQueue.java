package io.sidetone.core.playout;

import io.sidetone.core.port.PcmChunk;

/**
 * The audio of one turn between synthesizer and socket: what is still to be played, and the last seconds that were, so
 * that an agent that yielded can take up its sentence again. Positions are samples since the start of the turn.
 */
final class ChunkQueue {
    private static final int KEEP_MS = 1_500;

    private PcmChunk[] chunks = new PcmChunk[32];
    private long[] starts = new long[32];
    private int count;
    private long end;
    private int sampleRateHz;

    /** Appends a chunk, whose rate must be that of the turn; the first one's is. */
    void add(PcmChunk chunk) {
        sampleRateHz = chunk.sampleRateHz();
        if (count == chunks.length) {
            chunks = java.util.Arrays.copyOf(chunks, count * 2);
            starts = java.util.Arrays.copyOf(starts, count * 2);
        }
        chunks[count] = chunk;
        starts[count] = end;
        count++;
        end += chunk.samples();
    }

    /** Copies up to {@code samples} from {@code position}; returns how many there were. */
    int read(long position, short[] target, int samples) {
        int copied = 0;
        for (int i = 0; i < count && copied < samples; i++) {
            long from = position + copied - starts[i];
            if (from < 0 || from >= chunks[i].samples()) {
                continue;
            }
            int n = (int) Math.min(samples - copied, chunks[i].samples() - from);
            chunks[i].copyTo((int) from, target, copied, n);
            copied += n;
        }
        return copied;
    }

    /** Lets go of chunks that lie too far behind {@code position} to be resumed from. */
    void forget(long position) {
        long keepFrom = position - (long) KEEP_MS * sampleRateHz / 1000;
        int drop = 0;
        while (drop < count && starts[drop] + chunks[drop].samples() < keepFrom) {
            drop++;
        }
        if (drop > 0) {
            System.arraycopy(chunks, drop, chunks, 0, count - drop);
            System.arraycopy(starts, drop, starts, 0, count - drop);
            java.util.Arrays.fill(chunks, count - drop, count, null);
            count -= drop;
        }
    }

    /** First position that can still be read. */
    long oldest() {
        return count == 0 ? end : starts[0];
    }

    /** Position behind the last sample. */
    long end() {
        return end;
    }

    /** Rate of the turn's audio; 0 before the first chunk. */
    int sampleRateHz() {
        return sampleRateHz;
    }

    void clear() {
        java.util.Arrays.fill(chunks, 0, count, null);
        count = 0;
        end = 0;
        sampleRateHz = 0;
    }
}
