package io.sidetone.speech.codec;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.sidetone.audio.codec.AudioCodec;

/**
 * Opus for one stream of one direction or both, at 16 kHz and 24 kbit/s; its RTP clock is 48 kHz (RFC 7587). One thread. Encoder and
 * decoder live outside the heap, from their first frame on until the codec is collected; nothing is allocated per frame.
 */
public final class OpusCodec implements AudioCodec {
    private static final int SAMPLE_RATE_HZ = 16_000;
    private static final int CLOCK_RATE_HZ = 48_000;
    private static final int BYTES_PER_SAMPLE = 2;

    /** RFC 7587 section 3.1.1: 16 to 20 kbit/s are enough for wideband speech; a little room for telephones on the way. */
    private static final int BIT_RATE = 24_000;

    /** Of 0 to 10. From 5 on speech gains little and costs twice. */
    private static final int COMPLEXITY = 5;

    /** 120 ms, the longest packet. */
    private static final int LONGEST_SAMPLES = 1_920;

    /** The unit of lost time: 2.5 ms. */
    private static final int STEP_SAMPLES = 40;

    private static final int FRAME_SAMPLES = 320;
    private static final int MAX_BYTES = 1_500;

    private Memory packet;
    private Memory samples;
    private Memory encoder;
    private Memory decoder;
    private long packetAt;
    private long samplesAt;
    private long encoderAt;
    private long decoderAt;

    @Override
    public int sampleRateHz() {
        return SAMPLE_RATE_HZ;
    }

    @Override
    public int clockRateHz() {
        return CLOCK_RATE_HZ;
    }

    /** Decodes a packet; what is no packet of Opus is no sound. */
    @Override
    public int decode(byte[] in, int off, int len, short[] out, int outOff) {
        if (len < 1 || len > MAX_BYTES) {
            return 0;
        }
        openDecoder();
        packet.write(0, in, off, len);
        return read(OpusNative.opusDecode(decoderAt, packetAt, len, samplesAt, LONGEST_SAMPLES, 0), out, outOff);
    }

    /** The last frame that was lost may be in the packet that came after it (in-band FEC); those before are guessed. */
    @Override
    public int conceal(byte[] next, int off, int len, short[] out, int outOff, int lost) {
        if (len < 1 || len > MAX_BYTES || lost % STEP_SAMPLES != 0) {
            return 0;
        }
        openDecoder();
        int made = 0;
        while (lost - made > FRAME_SAMPLES) {
            int guessed = OpusNative.opusDecode(decoderAt, 0, 0, samplesAt, FRAME_SAMPLES, 0);
            if (guessed <= 0) {
                return made;
            }
            made += read(guessed, out, outOff + made);
        }
        packet.write(0, next, off, len);
        return made
                + read(OpusNative.opusDecode(decoderAt, packetAt, len, samplesAt, lost - made, 1), out, outOff + made);
    }

    private int read(int decoded, short[] out, int outOff) {
        if (decoded <= 0) {
            return 0;
        }
        samples.read(0, out, outOff, decoded);
        return decoded;
    }

    @Override
    public int encode(short[] pcm, int off, int count, byte[] out, int outOff) {
        openEncoder();
        samples.write(0, pcm, off, count);
        return encoded(count, out, outOff);
    }

    @Override
    public int encodeSilence(int count, byte[] out, int outOff) {
        openEncoder();
        samples.clear((long) count * BYTES_PER_SAMPLE);
        return encoded(count, out, outOff);
    }

    private int encoded(int count, byte[] out, int outOff) {
        int room = Math.min(MAX_BYTES, out.length - outOff);
        int bytes = OpusNative.opusEncode(encoderAt, samplesAt, count, packetAt, room);
        if (bytes <= 0) {
            throw new IllegalArgumentException(
                    count + " samples are no frame of Opus at 16 kHz; give 40, 80, 160, 320, 640 or 960");
        }
        packet.read(0, out, outOff, bytes);
        return bytes;
    }

    /** Returns the bytes of a usual packet; each one says by itself how long it is. */
    @Override
    public int bytesForSamples(int count) {
        return (int) ((long) count * BIT_RATE / SAMPLE_RATE_HZ / Byte.SIZE);
    }

    @Override
    public int samplesForBytes(int bytes) {
        return (int) ((long) bytes * Byte.SIZE * SAMPLE_RATE_HZ / BIT_RATE);
    }

    /** Opus has no payload of silence that fills any length: see {@link #encodeSilence}. */
    @Override
    public void fillSilence(byte[] out, int off, int len) {
        throw new UnsupportedOperationException("packets of Opus have no given length; use encodeSilence");
    }

    @Override
    public void reset() {
        if (decoder != null) {
            OpusNative.opusDecoderCtl(decoderAt, OpusNative.RESET_STATE);
        }
        if (encoder != null) {
            OpusNative.opusEncoderCtl(encoderAt, OpusNative.RESET_STATE, 0);
        }
    }

    private void openBuffers() {
        if (packet == null) {
            packet = new Memory(MAX_BYTES);
            samples = new Memory((long) LONGEST_SAMPLES * BYTES_PER_SAMPLE);
            packetAt = Pointer.nativeValue(packet);
            samplesAt = Pointer.nativeValue(samples);
        }
    }

    private void openDecoder() {
        if (decoder == null) {
            openBuffers();
            decoder = new Memory(OpusNative.opusDecoderGetSize(1));
            decoderAt = Pointer.nativeValue(decoder);
            check(OpusNative.opusDecoderInit(decoderAt, SAMPLE_RATE_HZ, 1));
        }
    }

    private void openEncoder() {
        if (encoder == null) {
            openBuffers();
            encoder = new Memory(OpusNative.opusEncoderGetSize(1));
            encoderAt = Pointer.nativeValue(encoder);
            check(OpusNative.opusEncoderInit(encoderAt, SAMPLE_RATE_HZ, 1, OpusNative.APPLICATION_VOIP));
            check(OpusNative.opusEncoderCtl(encoderAt, OpusNative.SET_BITRATE, BIT_RATE));
            check(OpusNative.opusEncoderCtl(encoderAt, OpusNative.SET_COMPLEXITY, COMPLEXITY));
        }
    }

    private static void check(int status) {
        if (status != 0) {
            throw new IllegalStateException("libopus answers " + status + "; install a libopus0 of version 1");
        }
    }
}
