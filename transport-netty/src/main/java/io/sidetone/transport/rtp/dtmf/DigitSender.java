package io.sidetone.transport.rtp.dtmf;

import io.netty.buffer.ByteBuf;
import io.sidetone.audio.SampleRate;
import io.sidetone.audio.tone.Tone;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.IntConsumer;

/**
 * The digits a call sends, one after another, in place of its audio: as telephone events (RFC 4733), or as tones for a
 * peer that takes none. Stepped by the frames of the stream, so its pace is the lane's. Media event loop only.
 *
 * <p>Digits belong to no turn: what interrupts the agent does not stop them.
 */
public final class DigitSender {
    /** Requests that may wait. */
    public static final int MAX_WAITING = 16;

    /** Status of a request that was sent whole. */
    public static final int SENT = 200;

    /** Frames of audio between two digits: 40 ms. */
    static final int GAP_FRAMES = 2;

    /** Each of the two tones, in dBov: −10 dBm0. */
    private static final double TONE_DBOV = -13;

    private static final String DIGITS = "0123456789*#ABCD";

    private final Queue<Batch> waiting = new ArrayDeque<>();
    private final Tone[] tones = new Tone[DIGITS.length()];
    private int clockRateHz = SampleRate.NARROWBAND_HZ;
    private TelephoneEventSender events = new TelephoneEventSender(clockRateHz);
    private int toneRateHz = SampleRate.NARROWBAND_HZ;
    private int next;
    private int gapFrames;
    private int toneFrames;
    private Tone tone;
    private boolean pressed;
    private boolean inBand = true;

    /** Kinds of the next frame of the stream. */
    public enum Frame {
        /** The call's own audio. */
        AUDIO,
        /** A telephone event. */
        EVENT,
        /** A tone. */
        TONE
    }

    private record Batch(String digits, int toneMs, IntConsumer outcome) {}

    /**
     * Sends digits after those that wait.
     *
     * @param digits 0–9, *, #, A–D; not empty
     * @param toneMs 40 to {@link TelephoneEventSender#MAX_DURATION_MS}
     * @param outcome hears {@link #SENT} when the last one has been sent
     * @return false when too many wait
     */
    public boolean offer(String digits, int toneMs, IntConsumer outcome) {
        if (waiting.size() >= MAX_WAITING) {
            return false;
        }
        for (int i = 0; i < digits.length(); i++) {
            int key = DIGITS.indexOf(Character.toUpperCase(digits.charAt(i)));
            if (key < 0 || toneMs < 2 * SampleRate.FRAME_MS || toneMs > TelephoneEventSender.MAX_DURATION_MS) {
                throw new IllegalArgumentException("cannot send '" + digits.charAt(i) + "' for " + toneMs
                        + " ms; digits are 0-9 * # A-D, times 40 to " + TelephoneEventSender.MAX_DURATION_MS + " ms");
            }
            if (tones[key] == null) {
                tones[key] = toneOf(key);
            }
        }
        waiting.add(new Batch(digits, toneMs, outcome));
        return true;
    }

    private Tone toneOf(int key) {
        return Tone.dtmf(DIGITS.charAt(key), toneRateHz, TONE_DBOV);
    }

    /** Timestamps count at {@code newClockRateHz} from now on. A key that is down is released. */
    public void clockRate(int newClockRateHz) {
        if (newClockRateHz != clockRateHz) {
            pause();
            clockRateHz = newClockRateHz;
            events = new TelephoneEventSender(clockRateHz);
        }
    }

    /** Tones are asked for at {@code sampleRateHz} from now on. A key that is down is released. */
    public void sampleRate(int sampleRateHz) {
        if (sampleRateHz == toneRateHz) {
            return;
        }
        pause();
        toneRateHz = sampleRateHz;
        for (int key = 0; key < tones.length; key++) {
            tones[key] = tones[key] == null ? null : toneOf(key);
        }
    }

    /**
     * Decides about the next frame; only for a frame that will be sent.
     *
     * @param timestamp of that frame
     */
    public Frame next(int timestamp) {
        if (pressed && !events.active() && toneFrames == 0) {
            released();
        }
        if (!pressed && gapFrames == 0 && !waiting.isEmpty()) {
            press(waiting.peek(), timestamp);
        }
        if (!pressed) {
            gapFrames = Math.max(0, gapFrames - 1);
            return Frame.AUDIO;
        }
        return events.active() ? Frame.EVENT : Frame.TONE;
    }

    private void press(Batch batch, int timestamp) {
        char digit = batch.digits().charAt(next);
        if (inBand) {
            tone = tones[DIGITS.indexOf(Character.toUpperCase(digit))];
            tone.reset();
            toneFrames = (batch.toneMs() + SampleRate.FRAME_MS - 1) / SampleRate.FRAME_MS;
        } else {
            events.press(digit, batch.toneMs(), timestamp);
        }
        pressed = true;
    }

    private void released() {
        pressed = false;
        gapFrames = GAP_FRAMES;
        Batch batch = waiting.peek();
        next++;
        if (next == batch.digits().length()) {
            waiting.poll();
            next = 0;
            batch.outcome().accept(SENT);
        }
    }

    /** From the next digit on: whether the peer takes no events and hears tones. A key that is down is released. */
    public void inBand(boolean tonesOnly) {
        if (tonesOnly != inBand) {
            inBand = tonesOnly;
            pause();
        }
    }

    /** The stream pauses: the key that is down is released, the other digits wait. */
    public void pause() {
        events.abandon();
        toneFrames = 0;
    }

    /** Returns whether the next packet is the first of its event: it carries the marker. */
    public boolean first() {
        return events.first();
    }

    /** Timestamp of all packets of the event. */
    public int timestamp() {
        return events.timestamp();
    }

    /** Appends the payload of an event frame. */
    public void writeEvent(ByteBuf packet) {
        events.writeNext(packet);
    }

    /** Fills a tone frame of {@code samples} samples. */
    public void fillTone(short[] pcm, int samples) {
        tone.fill(pcm, 0, samples);
        toneFrames--;
    }
}
