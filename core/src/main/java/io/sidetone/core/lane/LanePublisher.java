package io.sidetone.core.lane;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.LongAdder;
import org.jctools.queues.atomic.MpscChunkedAtomicArrayQueue;

/**
 * The only way into a lane: claims a slot, copies the frame in, publishes. One instance per call, any thread.
 *
 * <p>Never blocks (law 5). An audio frame is refused when fewer than a quarter of the slots are free. A control
 * event is never refused: if the ring is full it waits in a bounded queue that the next event, or the next tick, sends
 * first, so that one producer's events stay in order; when even that queue is full the call is doomed and
 * {@link #overflowed} says so.
 */
public final class LanePublisher {
    /** Control events that may wait for one call. */
    static final int PENDING_CAPACITY = 1024;

    /** Room for this many is made at once: few calls ever have one that waits. */
    private static final int PENDING_STEP = 16;

    private static final AtomicLongFieldUpdater<LanePublisher> REFUSED_FRAMES =
            AtomicLongFieldUpdater.newUpdater(LanePublisher.class, "refusedFrames");

    private final RingBuffer<LaneEvent> ring;
    private final LaneWake wake;
    private final long handle;
    private final int reserve;
    private final LongAdder refused;
    private final LongAdder pendingCount;
    private final MpscChunkedAtomicArrayQueue<Pending> pending;
    private final AtomicBoolean flushing = new AtomicBoolean();
    private volatile boolean overflowed;

    /** In here and not in an object of its own: each frame carries it. */
    private volatile long refusedFrames;

    LanePublisher(RingBuffer<LaneEvent> ring, LaneWake wake, long handle, LongAdder refused, LongAdder pendingCount) {
        this.ring = ring;
        this.wake = wake;
        this.handle = handle;
        this.reserve = ring == null ? 0 : ring.getBufferSize() / 4;
        this.refused = refused;
        this.pendingCount = pendingCount;
        this.pending = ring == null ? null : new MpscChunkedAtomicArrayQueue<>(PENDING_STEP, PENDING_CAPACITY);
    }

    /** A publisher whose events go nowhere: its lane is given them from elsewhere. */
    static LanePublisher silent(long handle) {
        return new LanePublisher(null, LaneWake.NONE, handle, new LongAdder(), new LongAdder());
    }

    /** Returns a publisher of the same call that takes nothing and holds nothing: for what outlives the call. */
    public LanePublisher closed() {
        return silent(handle);
    }

    /** The call this publisher speaks for. */
    public long handle() {
        return handle;
    }

    /**
     * Publishes 20 ms of the caller's audio.
     *
     * @param pcm PCM16 mono, copied
     * @param sampleRateHz rate of the frame
     * @param streamSamples position of the frame in the caller's stream, in samples at that rate
     * @return false if the lane is short of room; the frame is dropped and counted
     */
    public boolean offerAudio(short[] pcm, int offset, int samples, int sampleRateHz, long streamSamples, long nowNs) {
        return offer(LaneEventType.AUDIO, pcm, offset, samples, sampleRateHz, streamSamples, nowNs);
    }

    /** Publishes 20 ms of the party of another call that this one is bridged with; as {@link #offerAudio}. */
    public boolean offerBridged(
            short[] pcm, int offset, int samples, int sampleRateHz, long streamSamples, long nowNs) {
        return offer(LaneEventType.BRIDGED_AUDIO, pcm, offset, samples, sampleRateHz, streamSamples, nowNs);
    }

    private boolean offer(
            LaneEventType type,
            short[] pcm,
            int offset,
            int samples,
            int sampleRateHz,
            long streamSamples,
            long nowNs) {
        if (ring == null || !ring.hasAvailableCapacity(reserve)) {
            refuse();
            return false;
        }
        long sequence;
        try {
            sequence = ring.tryNext();
        } catch (InsufficientCapacityException full) {
            refuse();
            return false;
        }
        LaneEvent event = ring.get(sequence);
        event.type = type;
        event.handle = handle;
        event.nowNs = nowNs;
        event.token = refusedFrames;
        event.a = streamSamples;
        event.b = sampleRateHz;
        event.fill(pcm, offset, samples);
        ring.publish(sequence);
        wake.soon(nowNs);
        return true;
    }

    /**
     * Publishes a speech score: like a frame it comes many times a second, and the next one takes its place.
     *
     * @param packed source and score, as {@link LaneEventType#SPEECH_EVIDENCE} carries them
     * @return false if the lane is short of room; the score is dropped and counted
     */
    public boolean offerEvidence(long streamPosMs, long packed, long nowNs) {
        boolean room = ring != null && ring.hasAvailableCapacity(reserve);
        if (!room || !tryPublish(LaneEventType.SPEECH_EVIDENCE, 0, streamPosMs, packed, null, nowNs)) {
            refused.increment();
            return false;
        }
        wake.soon(nowNs);
        return true;
    }

    /** Publishes a control or provider event; {@link LaneEventType} gives its meaning. */
    public void publish(LaneEventType type, long token, long a, long b, Object ref, long nowNs) {
        if (ring == null) {
            return;
        }
        if (!pending.isEmpty()) {
            flush();
        }
        if (pending.isEmpty() && tryPublish(type, token, a, b, ref, nowNs)) {
            if (type.waits()) {
                wake.soon(nowNs);
            } else if (type.stops()) {
                wake.atOnce(nowNs);
            } else {
                wake.now(nowNs);
            }
            return;
        }
        if (pending.offer(new Pending(type, token, a, b, ref, nowNs))) {
            pendingCount.increment();
        } else {
            overflowed = true;
        }
    }

    /** Returns whether a control event was lost because the lane stood still too long: the call must end. */
    public boolean overflowed() {
        return overflowed;
    }

    void overflowed(boolean lost) {
        overflowed = lost;
    }

    private void refuse() {
        refused.increment();
        REFUSED_FRAMES.incrementAndGet(this);
    }

    /** Audio frames of this call that were refused. */
    public long refusedFrames() {
        return refusedFrames;
    }

    /** Sends what waits, as far as the ring has room. Any thread. */
    void flush() {
        if (pending == null || !flushing.compareAndSet(false, true)) {
            return;
        }
        try {
            for (Pending p = pending.peek(); p != null; p = pending.peek()) {
                if (!tryPublish(p.type, p.token, p.a, p.b, p.ref, p.nowNs)) {
                    return;
                }
                pending.poll();
                pendingCount.decrement();
            }
        } finally {
            flushing.set(false);
        }
    }

    /** The call is over: what still waits is dropped. Lane thread. */
    void discard() {
        if (pending == null || !flushing.compareAndSet(false, true)) {
            return;
        }
        while (pending.poll() != null) {
            pendingCount.decrement();
        }
        flushing.set(false);
    }

    private boolean tryPublish(LaneEventType type, long token, long a, long b, Object ref, long nowNs) {
        long sequence;
        try {
            sequence = ring.tryNext();
        } catch (InsufficientCapacityException full) {
            return false;
        }
        LaneEvent event = ring.get(sequence);
        event.type = type;
        event.handle = handle;
        event.nowNs = nowNs;
        event.token = token;
        event.a = a;
        event.b = b;
        event.ref = ref;
        event.samples = 0;
        ring.publish(sequence);
        return true;
    }

    private record Pending(LaneEventType type, long token, long a, long b, Object ref, long nowNs) {}
}
