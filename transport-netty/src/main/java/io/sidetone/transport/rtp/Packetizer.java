package io.sidetone.transport.rtp;

import io.netty.buffer.ByteBuf;
import io.sidetone.audio.SampleRate;
import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.FenceAuditor;

/**
 * Makes packets of the length that a peer asks for out of encoded frames of 20 ms (RFC 4566 section 6, ptime and maxptime): 10 to 60 ms.
 * For codecs whose bytes are in proportion to time: G.711 and G.722. What waits for its packet is looked at again when it leaves: a
 * frame that was cancelled meanwhile is silence there.
 *
 * <p>One per call that needs it, on its media event loop. Allocates nothing per frame.
 */
final class Packetizer {
    /** Packets are cut to a multiple of it. */
    static final int CHUNK_MS = 10;

    static final int MIN_MS = CHUNK_MS;
    static final int MAX_MS = 60;

    /** Stands for sound of no turn, which nothing cancels. */
    static final long NEVER_STALE = Long.MAX_VALUE;

    private static final int CHUNKS_PER_FRAME = SampleRate.FRAME_MS / CHUNK_MS;
    private static final int MAX_CHUNKS = MAX_MS / CHUNK_MS + CHUNKS_PER_FRAME;

    private final int chunksPerPacket;
    private final AudioCodec codec;
    private final byte[] bytes;
    private final int chunkBytes;
    private final int chunkTimestamps;
    private final int chunkSamples;
    private final long[] tokens = new long[MAX_CHUNKS];
    private int chunks;
    private int timestamp;
    private boolean marker;
    private long oldest;

    /**
     * Creates a packetizer.
     *
     * @param packetMs 10 to 60
     * @param codec of the stream
     * @param frameBytes of one encoded frame
     */
    Packetizer(int packetMs, AudioCodec codec, int frameBytes) {
        this.chunksPerPacket = packetMs / CHUNK_MS;
        this.codec = codec;
        this.chunkBytes = frameBytes / CHUNKS_PER_FRAME;
        this.chunkTimestamps = SampleRate.frameSamples(codec.clockRateHz()) / CHUNKS_PER_FRAME;
        this.chunkSamples = SampleRate.frameSamples(codec.sampleRateHz()) / CHUNKS_PER_FRAME;
        this.bytes = new byte[MAX_CHUNKS * chunkBytes];
    }

    /** Returns whether a frame with this timestamp follows what waits. */
    boolean follows(int frameTimestamp) {
        return chunks == 0 || frameTimestamp == timestamp + chunks * chunkTimestamps;
    }

    /** Adds one frame. */
    void add(byte[] encoded, long token, int frameTimestamp, boolean frameMarker) {
        if (chunks == 0) {
            timestamp = frameTimestamp;
            marker = frameMarker;
        }
        System.arraycopy(encoded, 0, bytes, chunks * chunkBytes, CHUNKS_PER_FRAME * chunkBytes);
        for (int i = 0; i < CHUNKS_PER_FRAME; i++) {
            tokens[chunks++] = token;
        }
    }

    /** Returns whether a packet is complete. */
    boolean complete() {
        return chunks >= chunksPerPacket;
    }

    boolean empty() {
        return chunks == 0;
    }

    /** Drops what waits. */
    void clear() {
        chunks = 0;
    }

    int timestamp() {
        return timestamp;
    }

    boolean marker() {
        return marker;
    }

    /** Token of the oldest sound in the packet taken last that may be audited, or {@link #NEVER_STALE}. */
    long oldest() {
        return oldest;
    }

    /**
     * Moves the next packet to {@code packet}, what was cancelled as silence.
     *
     * @return bytes written
     */
    int take(ByteBuf packet, Fence fence, FenceAuditor auditor) {
        int taken = Math.min(chunks, chunksPerPacket);
        oldest = NEVER_STALE;
        for (int i = 0; i < taken; i++) {
            if (tokens[i] == NEVER_STALE) {
                continue;
            }
            if (auditor.mayWrite(fence, tokens[i])) {
                oldest = Math.min(oldest, tokens[i]);
            } else {
                codec.encodeSilence(chunkSamples, bytes, i * chunkBytes);
            }
        }
        packet.writeBytes(bytes, 0, taken * chunkBytes);
        chunks -= taken;
        timestamp += taken * chunkTimestamps;
        marker = false;
        System.arraycopy(bytes, taken * chunkBytes, bytes, 0, chunks * chunkBytes);
        System.arraycopy(tokens, taken, tokens, 0, chunks);
        return taken * chunkBytes;
    }
}
