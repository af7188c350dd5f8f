package io.sidetone.speech.voice;

import io.netty.buffer.ByteBuf;
import io.sidetone.audio.codec.G711;

/** Converts the bytes of one clause into samples, however the service cuts them. One thread. */
public final class PcmDecoder {
    private final VoiceEncoding encoding;
    private int carried = -1;
    private long samples;

    /** Creates a decoder for one clause. */
    public PcmDecoder(VoiceEncoding encoding) {
        this.encoding = encoding;
    }

    /**
     * Returns the whole samples of {@code bytes} and of the remainder before it, as mono PCM16 in a new array; half a
     * sample waits for its other half.
     */
    public short[] decode(byte[] bytes) {
        if (encoding == VoiceEncoding.PCM_MULAW) {
            short[] pcm = new short[bytes.length];
            samples += G711.PCMU.decode(bytes, 0, bytes.length, pcm, 0);
            return pcm;
        }
        int before = carried >= 0 ? 1 : 0;
        short[] pcm = new short[(bytes.length + before) / 2];
        int at = 0;
        for (int i = 0; i < pcm.length; i++) {
            int low = i == 0 && before == 1 ? carried : bytes[at++] & 0xFF;
            pcm[i] = (short) (low | bytes[at++] << 8);
        }
        if (at < bytes.length) {
            carried = bytes[at] & 0xFF;
        } else if (pcm.length > 0) {
            carried = -1;
        }
        samples += pcm.length;
        return pcm;
    }

    /** Like {@link #decode(byte[])}; reads all of {@code bytes}. */
    public short[] decode(ByteBuf bytes) {
        byte[] copy = new byte[bytes.readableBytes()];
        bytes.readBytes(copy);
        return decode(copy);
    }

    /** Returns the number of decoded samples. */
    public long samples() {
        return samples;
    }

    /** Returns whether half a sample is left: at the end of a clause this means that the service lost a byte. */
    public boolean halfSample() {
        return carried >= 0;
    }
}
