package io.sidetone.speech.codec;

import com.sun.jna.Native;
import io.sidetone.speech.embedded.parts.CFunctions;

/**
 * The C functions of libopus 1.x, mapped one to one; addresses are numbers, so that a call makes no object. Only
 * {@link OpusCodec} calls them.
 */
final class OpusNative {
    /** {@code OPUS_APPLICATION_VOIP}. */
    static final int APPLICATION_VOIP = 2048;

    static final int SET_BITRATE = 4002;
    static final int SET_COMPLEXITY = 4010;
    static final int RESET_STATE = 4028;

    static {
        Native.register(OpusNative.class, CFunctions.of(OpusLibrary.NAME));
    }

    private OpusNative() {}

    static native int opusEncoderGetSize(int channels);

    static native int opusEncoderInit(long encoder, int sampleRateHz, int channels, int application);

    static native int opusEncoderCtl(long encoder, int request, int value);

    static native int opusEncode(long encoder, long pcm, int samples, long data, int maxBytes);

    static native int opusDecoderGetSize(int channels);

    static native int opusDecoderInit(long decoder, int sampleRateHz, int channels);

    static native int opusDecoderCtl(long decoder, int request);

    static native int opusDecode(long decoder, long data, int bytes, long pcm, int samples, int fec);
}
