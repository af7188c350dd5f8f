package io.sidetone.core.lane;

import io.sidetone.audio.SampleRate;
import java.util.Arrays;

/**
 * One preallocated ring slot: an event and room for 20 ms of PCM16 mono. It begins with room for 8 kHz; the first frame of a higher rate
 * makes more, which stays.
 *
 * <p>Filled by the producer that claimed it, read by the lane thread, which nulls {@link #ref} on consumption. The
 * fields are public to the package's publisher and handler only; nothing else sees a slot.
 */
public final class LaneEvent {
    /** Samples of most frames: where all calls are of the telephone, slots need no more, and more of them stay in the caches. */
    private static final int USUAL_SAMPLES = SampleRate.frameSamples(SampleRate.NARROWBAND_HZ);

    LaneEventType type;
    long handle = CallHandle.NONE;
    long nowNs;
    long token;
    long a;
    long b;
    Object ref;
    int samples;
    private short[] pcm = new short[USUAL_SAMPLES];

    /** Returns what happened. */
    public LaneEventType type() {
        return type;
    }

    /** The call it happened to, or {@link CallHandle#NONE}. */
    public long handle() {
        return handle;
    }

    /** The monotonic time at which the producer saw it. */
    public long nowNs() {
        return nowNs;
    }

    /** The turn it belongs to, where the type has one. */
    public long token() {
        return token;
    }

    /** First number, by type. */
    public long a() {
        return a;
    }

    /** Second number, by type. */
    public long b() {
        return b;
    }

    /** The object that rides along, by type. */
    public Object ref() {
        return ref;
    }

    /** Samples in {@link #pcm()}. */
    public int samples() {
        return samples;
    }

    /** The frame of an AUDIO event; valid during the handler call only. */
    public short[] pcm() {
        return pcm;
    }

    /** Copies {@code count} samples from {@code source} in. Producer that has claimed the slot. */
    void fill(short[] source, int offset, int count) {
        if (pcm.length < count) {
            pcm = new short[count];
        }
        System.arraycopy(source, offset, pcm, 0, count);
        samples = count;
    }

    /** Replaces the key of a DIGIT event by {@code standIn} before anybody sees it. */
    public void coverKey(char standIn) {
        a = standIn;
    }

    /** Replaces the text of a TEXT_INPUT event by {@code standIn} before anybody sees it. */
    public void coverText(String standIn) {
        ref = standIn;
    }

    /** Replaces the frame by silence before anybody hears it. */
    public void silence() {
        Arrays.fill(pcm, 0, samples, (short) 0);
    }

    void clear() {
        type = null;
        ref = null;
        handle = CallHandle.NONE;
        samples = 0;
    }
}
