package io.sidetone.transport.stream;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.codec.L16;
import java.nio.ByteOrder;

/**
 * Form in which audio is written in one direction of a stream, mono.
 *
 * @param encoding of a sample
 * @param sampleRateHz 8000 to 48000, a multiple of 50; G.711 is 8000
 */
public record StreamFormat(Encoding encoding, int sampleRateHz) {
    /** G.711 µ-law, what most carriers send. */
    public static final StreamFormat PCMU_8K = new StreamFormat(Encoding.PCMU, SampleRate.NARROWBAND_HZ);

    private static final int MIN_RATE_HZ = 8_000;
    private static final int MAX_RATE_HZ = 48_000;
    private static final int FRAMES_PER_SECOND = 50;

    /** Forms in which a sample is written. */
    public enum Encoding {
        /** G.711 µ-law. */
        PCMU,
        /** G.711 A-law. */
        PCMA,
        /** PCM16, low byte first. */
        L16_LE,
        /** PCM16, network byte order. */
        L16_BE
    }

    /** Checks the rate. */
    public StreamFormat {
        boolean g711 = encoding == Encoding.PCMU || encoding == Encoding.PCMA;
        if (sampleRateHz < MIN_RATE_HZ || sampleRateHz > MAX_RATE_HZ || sampleRateHz % FRAMES_PER_SECOND != 0) {
            throw new IllegalArgumentException("a stream of " + sampleRateHz
                    + " Hz is not supported; rates from 8000 to 48000 that are a multiple of 50 are: 16000 is usual");
        }
        if (g711 && sampleRateHz != SampleRate.NARROWBAND_HZ) {
            throw new IllegalArgumentException(encoding + " at " + sampleRateHz + " Hz does not exist; give 8000");
        }
    }

    /** Returns a codec for one direction of one stream. */
    public AudioCodec codec() {
        return switch (encoding) {
            case PCMU -> G711.PCMU;
            case PCMA -> G711.PCMA;
            case L16_LE -> new L16(sampleRateHz, ByteOrder.LITTLE_ENDIAN);
            case L16_BE -> new L16(sampleRateHz, ByteOrder.BIG_ENDIAN);
        };
    }

    /** Returns the bytes of one sample. */
    public int bytesPerSample() {
        return encoding == Encoding.PCMU || encoding == Encoding.PCMA ? 1 : 2;
    }

    /** Returns the bytes of 20 ms. */
    public int frameBytes() {
        return SampleRate.frameSamples(sampleRateHz) * bytesPerSample();
    }
}
