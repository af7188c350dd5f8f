package io.sidetone.transport.rtp.dtmf;

import io.netty.buffer.ByteBuf;
import io.sidetone.transport.rtp.packet.TelephoneEvent;

/**
 * The packets of one key press after another, one per 20 ms in place of audio (RFC 4733 section 2.5.1).
 *
 * <p>All packets of a press carry its first timestamp; the duration grows; the last is sent {@link #ENDS} times. Used by
 * the thread that paces the stream.
 */
public final class TelephoneEventSender {
    /** Number of times that the end is sent, so that two may be lost. */
    public static final int ENDS = 3;

    /** The longest press that one segment can express. */
    public static final int MAX_DURATION_MS = 8_000;

    private static final int VOLUME = 10;

    private final int unitsPerPacket;
    private final int unitsPerMs;
    private int event;
    private int timestamp;
    private int total;
    private int duration;
    private int endsLeft;

    /** Creates a sender for a clock of {@code clockRateHz} and packets of 20 ms. */
    public TelephoneEventSender(int clockRateHz) {
        this.unitsPerMs = clockRateHz / 1000;
        this.unitsPerPacket = unitsPerMs * 20;
    }

    /**
     * Presses a key; a press that is still being sent is cut off.
     *
     * @param digit 0–9, *, #, A–D
     * @param durationMs 20 to {@link #MAX_DURATION_MS}
     * @param startTimestamp of the packet that would come next
     */
    public void press(char digit, int durationMs, int startTimestamp) {
        int code = TelephoneEvent.eventOf(digit);
        if (code < 0 || durationMs < 20 || durationMs > MAX_DURATION_MS) {
            throw new IllegalArgumentException("cannot press '" + digit + "' for " + durationMs
                    + " ms; keys are 0-9 * # A-D, times 20 to " + MAX_DURATION_MS + " ms");
        }
        event = code;
        timestamp = startTimestamp;
        total = durationMs * unitsPerMs;
        duration = 0;
        endsLeft = ENDS;
    }

    /** Lets the key go without saying so: the receiver ends the press by its own time limit. */
    public void abandon() {
        endsLeft = 0;
    }

    /** Returns whether the next packet belongs to a press. */
    public boolean active() {
        return endsLeft > 0;
    }

    /** Returns whether the next packet is the first of its press: it carries the marker. */
    public boolean first() {
        return duration == 0;
    }

    /** Returns the timestamp of all packets of the press. */
    public int timestamp() {
        return timestamp;
    }

    /** Appends the payload of the next packet. */
    public void writeNext(ByteBuf packet) {
        duration = Math.min(total, duration + unitsPerPacket);
        boolean end = duration == total;
        if (end) {
            endsLeft--;
        }
        TelephoneEvent.write(packet, event, end, VOLUME, duration);
    }
}
