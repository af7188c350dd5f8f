package io.sidetone.transport.rtp.dtmf;

import io.sidetone.transport.rtp.packet.TelephoneEvent;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;

/**
 * Makes one digit of the many packets of one telephone event (RFC 4733 section 2.5).
 *
 * <p>An event is known by its timestamp and code. It is reported at its first end packet; when all ends are lost, at the
 * first packet of the next event or after {@link #TIMEOUT_NS} without a packet. A lost start does not matter: any packet
 * opens the event. A key held longer than the duration field counts goes on in a new segment with a later timestamp
 * (section 2.5.1.3) and stays one digit; so does one that goes on from another source, as when a relay in between begins a
 * new stream. Packets come in sequence order. Event loop of the call only.
 */
public final class TelephoneEventReceiver {
    /** Silence after which an event without an end is over: several times the longest usual packet interval. */
    public static final long TIMEOUT_NS = 375_000_000L;

    /** Digits that may come at once; then one per {@link #DIGIT_INTERVAL_NS}. Faster is a flood, not a finger. */
    static final int DIGIT_BURST = 32;

    /** Digits per second in the long run: 25. */
    static final long DIGIT_INTERVAL_NS = 40_000_000L;

    /** A segment that ends its event before half the range is full is not continued by another. */
    private static final int CONTINUED_FROM = 0x8000;

    private final int clockRateHz;
    private final DigitConsumer consumer;
    private final RtpCounters counters;

    private boolean known;
    private boolean open;
    private int timestamp;
    private int event;
    private int lastDuration;
    private long earlierSegments;
    private long presentSegment;
    private long lastPacketNs;
    private boolean limited;
    private long allowedFromNs;

    /** Creates a receiver for events on a clock of {@code clockRateHz}. */
    public TelephoneEventReceiver(int clockRateHz, DigitConsumer consumer, RtpCounters counters) {
        this.clockRateHz = clockRateHz;
        this.consumer = consumer;
        this.counters = counters;
    }

    /** Takes one packet of the negotiated telephone-event type. */
    public void onPacket(int packetTimestamp, boolean marker, byte[] payload, int length, long nowNs) {
        onTick(nowNs);
        if (length < TelephoneEvent.LENGTH) {
            counters.increment(RtpCounter.MALFORMED);
            return;
        }
        int code = TelephoneEvent.event(payload, 0);
        int duration = TelephoneEvent.duration(payload, 0);
        if (open && !known && code == event && !marker && duration >= lastDuration) {
            // The same key, still held, on the timestamps of the new source.
            known = true;
            timestamp = packetTimestamp;
        } else if (open && known && code == event && continues(packetTimestamp, marker)) {
            // The segment lasts up to the start of the next, even if its last packets were lost.
            earlierSegments += packetTimestamp - timestamp;
            beginSegment(packetTimestamp, duration);
        } else if (!known || packetTimestamp != timestamp || code != event) {
            finish(nowNs);
            known = true;
            open = true;
            event = code;
            earlierSegments = 0;
            beginSegment(packetTimestamp, duration);
        }
        if (!open) {
            return;
        }
        // By difference: some senders let the field wrap within one segment.
        int grown = (short) (duration - lastDuration);
        if (grown > 0) {
            presentSegment += grown;
            lastDuration = duration;
        }
        lastPacketNs = nowNs;
        if (TelephoneEvent.end(payload, 0)) {
            finish(nowNs);
        }
    }

    private void beginSegment(int packetTimestamp, int duration) {
        timestamp = packetTimestamp;
        lastDuration = duration;
        presentSegment = duration;
    }

    private boolean continues(int packetTimestamp, boolean marker) {
        int advance = packetTimestamp - timestamp;
        return !marker
                && lastDuration >= CONTINUED_FROM
                && advance >= lastDuration
                && advance <= TelephoneEvent.MAX_DURATION + 1;
    }

    /** Ends an event whose packets have stopped coming. */
    public void onTick(long nowNs) {
        if (open && nowNs - lastPacketNs >= TIMEOUT_NS) {
            finish(nowNs);
        }
    }

    /** Returns whether a key is being held. */
    public boolean open() {
        return open;
    }

    /** Forgets the stream: another source begins. An unfinished event is over unless that one goes on with it. */
    public void reset() {
        known = false;
    }

    private void finish(long nowNs) {
        if (!open) {
            return;
        }
        open = false;
        char digit = TelephoneEvent.digit(event);
        if (digit == TelephoneEvent.NO_DIGIT || !withinRate(nowNs)) {
            counters.increment(RtpCounter.EVENTS_IGNORED);
            return;
        }
        counters.increment(RtpCounter.DIGITS);
        long durationMs = (earlierSegments + presentSegment) * 1000 / clockRateHz;
        consumer.onDigit(digit, (int) Math.min(Integer.MAX_VALUE, durationMs), nowNs);
    }

    private boolean withinRate(long nowNs) {
        if (!limited || nowNs - allowedFromNs > 0) {
            limited = true;
            allowedFromNs = nowNs;
        }
        if (allowedFromNs - nowNs > (DIGIT_BURST - 1) * DIGIT_INTERVAL_NS) {
            return false;
        }
        allowedFromNs += DIGIT_INTERVAL_NS;
        return true;
    }
}
