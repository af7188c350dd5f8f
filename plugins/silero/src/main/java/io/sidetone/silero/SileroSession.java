package io.sidetone.silero;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.port.vad.VoiceActivityEvents;
import io.sidetone.core.port.vad.VoiceActivitySession;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.BitUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RecordDescriptor;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * One call: frames on their way from the lane in a ring, what of them is not judged yet, and what the network remembers.
 * {@link #hear} and {@link #close} belong to the lane, the rest to the engine's thread.
 */
final class SileroSession implements VoiceActivitySession {
    private static final int FRAME = 1;
    private static final int POSITION = 0;
    private static final int PCM = Long.BYTES;

    /** Room for so many frames: what was said longer ago is not needed. */
    private static final int RING_FRAMES = 16;

    /** With more frames waiting, what would be said of the oldest comes too late to count (96 ms); */
    private static final int TOO_MANY_FRAMES = 8;

    /** so all but these few are skipped. */
    private static final int KEPT_FRAMES = 3;

    /** Distance above which something belongs to another stream, or to another time. */
    private static final int BREAK_MS = 1_000;

    private static final float FULL_SCALE = 32_768f;

    private final SileroEngine engine;
    private final VoiceActivityEvents events;
    private final int rateHz;
    private final int frameSamples;
    private final int recordBytes;
    private final int windowSamples;
    private final OneToOneRingBuffer ring;
    private final MessageHandler take = this::take;
    private final float[] context;
    private final float[] pending;
    private final float[] state = new float[Windows.LAYERS * Windows.STATE];
    private int count;
    private long endMs = Long.MIN_VALUE;
    private final AtomicBoolean acknowledged = new AtomicBoolean();
    private volatile boolean closing;

    SileroSession(SileroEngine engine, int rateHz, VoiceActivityEvents events) {
        this.engine = engine;
        this.events = events;
        this.rateHz = rateHz;
        this.frameSamples = SampleRate.frameSamples(rateHz);
        this.recordBytes = BitUtil.align(
                RecordDescriptor.HEADER_LENGTH + PCM + frameSamples * Short.BYTES, RecordDescriptor.ALIGNMENT);
        this.windowSamples = Windows.samples(rateHz);
        this.ring = new OneToOneRingBuffer(new UnsafeBuffer(ByteBuffer.allocateDirect(
                BitUtil.findNextPositivePowerOfTwo(RING_FRAMES * recordBytes) + RingBufferDescriptor.TRAILER_LENGTH)));
        this.context = new float[Windows.context(rateHz)];
        this.pending = new float[windowSamples + frameSamples];
    }

    // ---- the lane ---------------------------------------------------------------------------------------------------

    @Override
    public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
        if (samples != frameSamples) {
            return false;
        }
        int index = ring.tryClaim(FRAME, PCM + samples * Short.BYTES);
        if (index < 0) {
            return false;
        }
        AtomicBuffer to = ring.buffer();
        to.putLong(index + POSITION, streamPosMs);
        for (int i = 0; i < samples; i++) {
            to.putShort(index + PCM + i * Short.BYTES, pcm[offset + i]);
        }
        ring.commit(index);
        engine.heard();
        return true;
    }

    @Override
    public void close() {
        closing = true;
        engine.leaves(this);
    }

    // ---- the engine's thread ----------------------------------------------------------------------------------------

    boolean closing() {
        return closing;
    }

    /** Nothing is published for the call any more. */
    void acknowledge() {
        if (acknowledged.compareAndSet(false, true)) {
            events.closed();
        }
    }

    int rateHz() {
        return rateHz;
    }

    /** Frames that were skipped just now because the engine is late. */
    int skipLate() {
        int waiting = ring.size() / recordBytes;
        if (waiting <= TOO_MANY_FRAMES) {
            return 0;
        }
        int skipped = ring.read(take, waiting - KEPT_FRAMES);
        count = 0;
        return skipped;
    }

    /** Returns whether a whole window is there. */
    boolean ready() {
        while (count < windowSamples && read() > 0) {
            continue;
        }
        return count >= windowSamples;
    }

    /** The end of the ring's memory is an end of reading too, once. */
    private int read() {
        int frames = ring.read(take, 1);
        return frames == 0 ? ring.read(take, 1) : frames;
    }

    private void take(int type, MutableDirectBuffer from, int index, int length) {
        long positionMs = from.getLong(index + POSITION);
        if (positionMs <= endMs || positionMs - endMs > BREAK_MS) {
            forget();
        }
        endMs = positionMs;
        if (count + frameSamples > pending.length) {
            count = 0;
        }
        for (int i = 0; i < frameSamples; i++) {
            pending[count + i] = from.getShort(index + PCM + i * Short.BYTES) / FULL_SCALE;
        }
        count += frameSamples;
    }

    private void forget() {
        Arrays.fill(state, 0);
        Arrays.fill(context, 0);
        count = 0;
    }

    /** Writes the window, its context in front, at {@code at}. */
    void window(FloatBuffer to, int at) {
        to.put(at, context);
        to.put(at + context.length, pending, 0, windowSamples);
    }

    /** Writes what the network remembers of the call in one of its layers at {@code at}. */
    void state(int layer, FloatBuffer to, int at) {
        to.put(at, state, layer * Windows.STATE, Windows.STATE);
    }

    /** The window was judged; what is to be remembered stands at {@code at}, that of the other layer a stride further. */
    void scored(float probability, FloatBuffer next, int at, int stride) {
        long windowEndMs = endMs - (long) (count - windowSamples) * 1_000 / rateHz;
        System.arraycopy(pending, windowSamples - context.length, context, 0, context.length);
        System.arraycopy(pending, windowSamples, pending, 0, count - windowSamples);
        count -= windowSamples;
        if (!(probability >= 0 && probability <= 1)) {
            // Whatever made it so must not stay in what is remembered.
            Arrays.fill(state, 0);
            return;
        }
        for (int layer = 0; layer < Windows.LAYERS; layer++) {
            next.get(at + layer * stride, state, layer * Windows.STATE, Windows.STATE);
        }
        if (!closing) {
            events.evidence(windowEndMs, Windows.score(probability));
        }
    }
}
