package io.sidetone.transport.rtp.receive;

import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.util.Arrays;

/**
 * Puts packets back in order without delaying those that are in order.
 *
 * <p>A packet that comes in its place is handed on at once, from the caller's array. One that comes early is copied and
 * waits for the gap before it, as long as {@link GapHold} says and while there is room; not at all on a network that keeps
 * order, or when the gap is longer than disorder ever is. Then the missing ones are lost. Preallocated; event loop of the
 * call only.
 */
public final class ReorderWindow {
    /** Packets that may wait at the same time. */
    public static final int DEPTH = 6;

    /** A gap longer than this is a loss burst: waiting would only add delay. */
    public static final int MAX_GAP = 16;

    private static final int HISTORY = 64;

    private final PacketConsumer consumer;
    private final RtpCounters counters;
    private final GapHold hold = new GapHold();
    private final Slot[] held = new Slot[DEPTH];
    /** Times at which the first packet beyond a missing one came; by the low bits of its place. */
    private final long[] missedNs = new long[HISTORY];

    private final int maxPayload;
    private int heldCount;
    private boolean started;
    private long next;
    private long highest;
    /** Bit i: whether packet {@code next − 1 − i} has been received. */
    private long history;

    /** Creates a window that keeps payloads of up to {@code maxPayload} bytes. Each place is allocated when it is first needed. */
    public ReorderWindow(int maxPayload, PacketConsumer consumer, RtpCounters counters) {
        this.maxPayload = maxPayload;
        this.consumer = consumer;
        this.counters = counters;
        for (int i = 0; i < DEPTH; i++) {
            held[i] = new Slot();
        }
    }

    /**
     * Takes a packet.
     *
     * @param extended place in the stream
     * @param payload holds {@code length} bytes from index 0; copied if the packet has to wait
     */
    public void offer(
            long extended, int timestamp, int payloadType, boolean marker, byte[] payload, int length, long nowNs) {
        if (!started) {
            started = true;
            next = extended;
            highest = extended - 1;
            Arrays.fill(missedNs, nowNs - GapHold.MAX_HOLD_NS - 1);
        }
        onTick(nowNs);
        if (extended < next) {
            tooLate(extended, nowNs);
            return;
        }
        if (isHeld(extended)) {
            counters.increment(RtpCounter.DUPLICATE);
            return;
        }
        if (extended < highest) {
            counters.increment(RtpCounter.REORDERED);
            hold.saw(nowNs - missedNs(extended), nowNs);
        } else {
            reached(extended, nowNs);
        }
        long holdNs = hold.holdNs(nowNs);
        while (extended != next) {
            if (heldCount < DEPTH && extended - next <= MAX_GAP && nowNs - missedNs(next) < holdNs) {
                wait(extended, timestamp, payloadType, marker, payload, length);
                return;
            }
            giveUpTo(heldCount == 0 ? extended : Math.min(held[0].extended, extended));
            if (extended != next) {
                drain(nowNs);
            }
        }
        advance();
        consumer.onPacket(extended, timestamp, payloadType, marker, payload, length, nowNs);
        drain(nowNs);
    }

    /** Gives up the gaps that have been open long enough. */
    public void onTick(long nowNs) {
        if (heldCount == 0) {
            return;
        }
        long holdNs = hold.holdNs(nowNs);
        while (heldCount > 0 && nowNs - missedNs(next) >= holdNs) {
            giveUpTo(held[0].extended);
            drain(nowNs);
        }
    }

    /** Returns how long a gap is kept open at present, in ns. */
    public long holdNs(long nowNs) {
        return hold.holdNs(nowNs);
    }

    /** Returns whether a packet waits for a gap. */
    public boolean waiting() {
        return heldCount > 0;
    }

    /** The next packet begins a new stream. What waits is handed on; what was learned of the network stays. */
    public void reset(long nowNs) {
        while (heldCount > 0) {
            giveUpTo(held[0].extended);
            drain(nowNs);
        }
        started = false;
        history = 0;
    }

    private void reached(long extended, long nowNs) {
        for (long missed = Math.max(highest + 1, extended - HISTORY); missed < extended; missed++) {
            missedNs[(int) missed & HISTORY - 1] = nowNs;
        }
        highest = extended;
    }

    private long missedNs(long extended) {
        return missedNs[(int) extended & HISTORY - 1];
    }

    private void tooLate(long extended, long nowNs) {
        long age = next - 1 - extended;
        if (age < HISTORY) {
            long bit = 1L << age;
            if ((history & bit) != 0) {
                counters.increment(RtpCounter.DUPLICATE);
                return;
            }
            history |= bit;
            if (highest - extended < HISTORY) {
                hold.saw(nowNs - missedNs(extended), nowNs);
            }
        }
        counters.increment(RtpCounter.LATE);
    }

    private boolean isHeld(long extended) {
        for (int i = 0; i < heldCount; i++) {
            if (held[i].extended == extended) {
                return true;
            }
        }
        return false;
    }

    private void wait(long extended, int timestamp, int payloadType, boolean marker, byte[] payload, int length) {
        int at = heldCount;
        Slot slot = held[at];
        while (at > 0 && held[at - 1].extended > extended) {
            held[at] = held[at - 1];
            at--;
        }
        held[at] = slot;
        heldCount++;
        slot.extended = extended;
        slot.timestamp = timestamp;
        slot.payloadType = payloadType;
        slot.marker = marker;
        slot.length = length;
        if (slot.payload == null) {
            slot.payload = new byte[maxPayload];
        }
        System.arraycopy(payload, 0, slot.payload, 0, length);
    }

    private void giveUpTo(long extended) {
        long missing = extended - next;
        if (missing <= 0) {
            return;
        }
        history = missing < HISTORY ? history << missing : 0;
        next = extended;
        counters.add(RtpCounter.LOST, missing);
        consumer.onLost(missing);
    }

    private void drain(long nowNs) {
        while (heldCount > 0 && held[0].extended == next) {
            Slot slot = held[0];
            heldCount--;
            for (int i = 0; i < heldCount; i++) {
                held[i] = held[i + 1];
            }
            held[heldCount] = slot;
            advance();
            consumer.onPacket(
                    slot.extended, slot.timestamp, slot.payloadType, slot.marker, slot.payload, slot.length, nowNs);
        }
    }

    private void advance() {
        next++;
        history = history << 1 | 1;
    }

    private static final class Slot {
        private byte[] payload;
        private long extended;
        private int timestamp;
        private int payloadType;
        private boolean marker;
        private int length;
    }
}
