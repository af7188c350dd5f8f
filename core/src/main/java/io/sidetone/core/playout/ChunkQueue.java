package io.sidetone.core.playout;

import io.sidetone.core.port.PcmChunk;
import java.util.Arrays;

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

    /** The chunk that was read last: the next read most often continues there. */
    private int lastRead;

    /** Appends a chunk, whose rate must be that of the turn; the first one's is. */
    void add(PcmChunk chunk) {
        sampleRateHz = chunk.sampleRateHz();
        if (count == chunks.length) {
            chunks = Arrays.copyOf(chunks, count * 2);
            starts = Arrays.copyOf(starts, count * 2);
        }
        chunks[count] = chunk;
        starts[count] = end;
        count++;
        end += chunk.samples();
    }

    /** Copies up to {@code samples} from {@code position}; returns how many there were. */
    int read(long position, short[] target, int samples) {
        int copied = 0;
        for (int i = Math.max(0, chunkAt(position)); i < count && copied < samples; i++) {
            lastRead = i;
            int from = (int) (position + copied - starts[i]);
            int n = Math.min(samples - copied, chunks[i].samples() - from);
            if (from < 0) {
                break;
            }
            if (n > 0) {
                chunks[i].copyTo(from, target, copied, n);
                copied += n;
            }
        }
        return copied;
    }

    /** Returns which chunk holds {@code position}: the last one that begins there or before; -1 where all begin later. */
    private int chunkAt(long position) {
        if (lastRead < count && starts[lastRead] <= position && position < startOf(lastRead + 1)) {
            return lastRead;
        }
        int found = Arrays.binarySearch(starts, 0, count, position);
        return found >= 0 ? found : -found - 2;
    }

    private long startOf(int chunk) {
        return chunk < count ? starts[chunk] : end;
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
            Arrays.fill(chunks, count - drop, count, null);
            count -= drop;
            lastRead = Math.max(0, lastRead - drop);
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

    /** Drops the audio; positions and rate stay. */
    void drop() {
        Arrays.fill(chunks, 0, count, null);
        count = 0;
    }

    void clear() {
        drop();
        end = 0;
        sampleRateHz = 0;
    }
}
