package io.sidetone.transport.rtp.dtmf;

import io.sidetone.transport.rtp.packet.TelephoneEvent;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;

/**
 * Makes one digit of the many packets of one telephone event (RFC 4733 section 2.5).
 *
 * <p>By the RFC an event is known by its timestamp and code. Gateways change the timestamp within an event, use it again for the next
 * one, and number events apart from the sound. So a packet is judged by all that it says: another key, a marker, a duration that begins
 * anew, an end, and how long ago the last packet came. One press is one digit, whatever happened to its numbers.
 *
 * <p>An event is reported at its first end packet; when all ends are lost, at the first packet of the next event or after {@link
 * #TIMEOUT_NS} without a packet. A lost start does not matter: any packet opens the event. A key held longer than the duration
 * field counts goes on in a new segment with a later timestamp (section 2.5.1.3) and stays one digit; so does one that goes on
 * from another source. Packets come as they arrive, also late ones and repeated ones. Event loop of the call only.
 */
public final class TelephoneEventReceiver {
    /** Silence after which an event is over: several times the longest usual packet interval. */
    public static final long TIMEOUT_NS = 375_000_000L;

    /** Packets of one press overtake each other by no more, and no finger presses a key twice in it. */
    static final long DISORDER_NS = 100_000_000L;

    /** A packet that only repeats another comes so soon. */
    static final long REPEAT_NS = 40_000_000L;

    /** Digits that may come at once; then one per {@link #DIGIT_INTERVAL_NS}. Faster is a flood, not a finger. */
    static final int DIGIT_BURST = 32;

    /** Digits per second in the long run: 25. */
    static final long DIGIT_INTERVAL_NS = 40_000_000L;

    /** A segment that ends its event before half the range is full is not continued by another. */
    private static final int CONTINUED_FROM = 0x8000;

    private static final int NONE = -1;

    private final int clockRateHz;
    private final DigitConsumer consumer;
    private final RtpCounters counters;

    private int event = NONE;
    private boolean open;
    private boolean ended;
    private int ssrc;
    private int sequence;
    private int timestamp;
    private int lastDuration;
    private long lastPacketNs;
    private int eventBefore = NONE;
    private long lastBeforeNs;
    private long earlierSegments;
    private long presentSegment;
    private boolean limited;
    private long allowedFromNs;

    /** Creates a receiver for events on a clock of {@code clockRateHz}. */
    public TelephoneEventReceiver(int clockRateHz, DigitConsumer consumer, RtpCounters counters) {
        this.clockRateHz = clockRateHz;
        this.consumer = consumer;
        this.counters = counters;
    }

    /** Takes one packet of the negotiated telephone-event type; its stream may be another than that of the sound. */
    public void onPacket(
            int packetSsrc,
            int packetSequence,
            int packetTimestamp,
            boolean marker,
            byte[] payload,
            int length,
            long nowNs) {
        onTick(nowNs);
        if (length < TelephoneEvent.LENGTH) {
            counters.increment(RtpCounter.MALFORMED);
            return;
        }
        int code = TelephoneEvent.event(payload, 0);
        int duration = TelephoneEvent.duration(payload, 0);
        boolean end = TelephoneEvent.end(payload, 0);
        if (code == eventBefore && !marker && nowNs - lastBeforeNs < DISORDER_NS) {
            return;
        }
        boolean overtaken = packetSsrc == ssrc && (short) (packetSequence - sequence) < 0;
        int later = packetTimestamp - timestamp;
        boolean earlier = packetSsrc == ssrc && later < 0;
        if (open && code == event && continues(packetTimestamp, marker)) {
            // The segment lasts up to the start of the next, even if its last packets were lost.
            earlierSegments += packetTimestamp - timestamp;
            beginSegment(packetTimestamp, duration);
        } else if (code != event
                || !belongs(later == 0, earlier, marker, duration, end, overtaken, nowNs - lastPacketNs)) {
            begin(code, nowNs);
            beginSegment(packetTimestamp, duration);
        } else if (overtaken) {
            return;
        }
        ssrc = packetSsrc;
        sequence = packetSequence;
        lastPacketNs = nowNs;
        if (!open) {
            return;
        }
        // By difference: some senders let the field wrap within one segment.
        int grown = (short) (duration - lastDuration);
        if (grown > 0) {
            presentSegment += grown;
            lastDuration = duration;
            timestamp = packetTimestamp;
        }
        if (end) {
            ended = true;
            finish(nowNs);
        }
    }

    private void begin(int code, long nowNs) {
        finish(nowNs);
        if (code != event) {
            eventBefore = event;
            lastBeforeNs = lastPacketNs;
        }
        event = code;
        open = true;
        ended = false;
        earlierSegments = 0;
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

    /**
     * Returns whether a packet of the present or the last key is one of the same press.
     *
     * @param same whether its timestamp is that of the press
     * @param earlier whether it is an earlier one of the same stream
     * @param overtaken whether its stream has sent a later one already
     * @param gapNs since the last packet of the press
     */
    private boolean belongs(
            boolean same, boolean earlier, boolean marker, int duration, boolean end, boolean overtaken, long gapNs) {
        boolean anew = (short) (duration - lastDuration) < 0;
        if (gapNs >= TIMEOUT_NS) {
            // One of the two sides stood still in the middle of the press.
            boolean goesOn = !ended || end && duration == lastDuration;
            return same && !anew && !marker && goesOn && gapNs < 2 * TIMEOUT_NS;
        }
        boolean soon = gapNs < DISORDER_NS;
        boolean repeated = gapNs < REPEAT_NS || overtaken && soon;
        if (marker) {
            // Some mark every packet; a first packet may come twice, or late.
            return anew || !open && !end ? same && repeated : soon;
        }
        if (!anew) {
            return open || same || soon;
        }
        // The durations of one press grow: this packet is late, or it begins another press.
        return same ? repeated || open && soon : earlier && soon;
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
