package io.sidetone.transport.rtp.receive;

import io.sidetone.audio.SampleRate;

/**
 * Room for what a packet becomes on its way to the lane: one set for each event loop, because nobody needs it after the packet. So the
 * packets of many calls find it in the processor's cache, and a call keeps only what it must remember. Event loop only.
 */
public final class ReceiveWork {
    /** The largest payload taken: an Ethernet frame full. */
    public static final int MAX_PAYLOAD = 1500;

    /** Samples that G.722 packs into a byte. */
    private static final int MAX_SAMPLES_PER_BYTE = 2;

    private final byte[] payload = new byte[MAX_PAYLOAD];
    private final short[] decoded = new short[MAX_SAMPLES_PER_BYTE * MAX_PAYLOAD];
    private final short[] noise = new short[MAX_SAMPLES_PER_BYTE * MAX_PAYLOAD];
    private final short[] converted = new short[SampleRate.MAX_FRAME_SAMPLES];

    /** The payload, as it came. */
    public byte[] payload() {
        return payload;
    }

    /** Its samples, at the codec's rate. */
    short[] decoded() {
        return decoded;
    }

    /** Noise that is made before those samples, at the same rate. */
    short[] noise() {
        return noise;
    }

    /** A frame of them, at the call's rate. */
    short[] converted() {
        return converted;
    }
}
