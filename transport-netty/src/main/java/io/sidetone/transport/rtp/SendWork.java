package io.sidetone.transport.rtp;

import io.sidetone.audio.SampleRate;

/**
 * Room for what a frame becomes on its way to a packet: one set for each event loop, as of {@link
 * io.sidetone.transport.rtp.receive.ReceiveWork}. Event loop only.
 */
public final class SendWork {
    private static final int MAX_FRAME_BYTES = 2 * SampleRate.MAX_FRAME_SAMPLES;

    private final short[] made = new short[SampleRate.MAX_FRAME_SAMPLES];
    private final byte[] payload = new byte[MAX_FRAME_BYTES];

    /** Samples at the codec's rate: a converted frame, or a tone. */
    short[] made() {
        return made;
    }

    /** Returns what the codec makes of them. */
    byte[] payload() {
        return payload;
    }
}
