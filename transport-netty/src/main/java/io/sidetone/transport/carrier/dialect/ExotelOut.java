package io.sidetone.transport.carrier.dialect;

import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.carrier.CarrierOut;
import io.sidetone.transport.carrier.CarrierStart;
import io.sidetone.transport.carrier.MarkLedger;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.ws.WsOutput;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Writes Exotel AgentStream: audio in chunks of at least 3200 bytes and 100 ms, each a multiple of 320 bytes. Silence
 * fills the last chunk of a turn.
 */
public final class ExotelOut extends CarrierOut {
    private static final int FRAME_MS = 20;
    private static final int LEAST_BYTES = 3_200;
    private static final int LEAST_MS = 100;
    private static final int MULTIPLE = 320;

    private final byte[] chunk;
    private int filled;
    private long token;
    private long endMs;
    private boolean ended;

    public ExotelOut(CarrierStart start, WsOutput output, MarkLedger marks, int leadMs) {
        this(start, new ClassicMessages(ExotelIn.ID, start.streamId()), output, marks, leadMs);
    }

    private ExotelOut(CarrierStart start, ClassicMessages messages, WsOutput output, MarkLedger marks, int leadMs) {
        super(
                output,
                marks,
                new Buffering(Math.max(leadMs, frames(start.out()) * FRAME_MS), false, true),
                messages.media(),
                messages.mark(),
                messages.clear());
        this.chunk = new byte[frames(start.out()) * start.out().frameBytes()];
    }

    /** Returns the number of frames in the smallest valid chunk. */
    private static int frames(StreamFormat format) {
        int frameBytes = format.frameBytes();
        int frames = LEAST_MS / FRAME_MS;
        while (frames * frameBytes < LEAST_BYTES || frames * frameBytes % MULTIPLE != 0) {
            frames++;
        }
        return frames;
    }

    @Override
    public boolean audio(byte[] payload, int length, long turn, long positionMs) {
        if (closing() || !output.roomForAudio() || filled == chunk.length && !sendChunk()) {
            return false;
        }
        int taken = Math.min(length, chunk.length - filled);
        System.arraycopy(payload, 0, chunk, filled, taken);
        filled += taken;
        token = turn;
        endMs = positionMs + FRAME_MS;
        if (filled == chunk.length) {
            // A chunk that finds no room now is sent before the next frame.
            sendChunk();
        }
        return true;
    }

    private boolean sendChunk() {
        if (!send(chunk, 0, filled)) {
            return false;
        }
        filled = 0;
        position(token, endMs);
        if (ended) {
            ended = false;
            super.turnEnd(token, endMs);
        }
        return true;
    }

    /** The end's mark follows the last chunk, which may have to wait. */
    @Override
    public void turnEnd(long turn, long positionMs) {
        if (filled == 0) {
            super.turnEnd(turn, positionMs);
            return;
        }
        Arrays.fill(chunk, filled, chunk.length, (byte) 0);
        filled = chunk.length;
        token = turn;
        endMs = positionMs;
        ended = true;
        sendChunk();
    }

    @Override
    protected void room(LongPredicate stale) {
        if (filled < chunk.length || closing()) {
            return;
        }
        if (stale.test(token)) {
            forget();
        } else {
            sendChunk();
        }
    }

    private void forget() {
        filled = 0;
        ended = false;
    }

    @Override
    public void clear(long turn) {
        forget();
        super.clear(turn);
    }
}
