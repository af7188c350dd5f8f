package io.sidetone.audio.codec;

import io.sidetone.audio.Signals;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;

/** What the tests of G.722 feed it: signals that reach every branch of the coder, and bytes no coder would write. */
final class G722Signals {
    static final int SAMPLE_RATE_HZ = 16_000;

    private G722Signals() {}

    /** Eight seconds: sweep, loud and faint noise, full-scale squares, silence, an impulse, a tone of each band. */
    static short[] everything() {
        ByteBuffer all = ByteBuffer.allocate(2 * 8 * SAMPLE_RATE_HZ).order(ByteOrder.LITTLE_ENDIAN);
        short[] sweep = new short[SAMPLE_RATE_HZ];
        for (int i = 0; i < sweep.length; i++) {
            double phase = 2 * StrictMath.PI * (50.0 * i + 7_900.0 * i * i / (2.0 * sweep.length)) / SAMPLE_RATE_HZ;
            sweep[i] = (short) StrictMath.rint(12_000 * StrictMath.sin(phase));
        }
        short[] squares = new short[SAMPLE_RATE_HZ];
        for (int i = 0; i < squares.length; i++) {
            squares[i] = i / (1 + i / 400) % 2 == 0 ? Short.MAX_VALUE : Short.MIN_VALUE;
        }
        short[] quiet = new short[SAMPLE_RATE_HZ];
        quiet[SAMPLE_RATE_HZ / 2] = Short.MIN_VALUE;
        short[][] parts = {
            sweep,
            Signals.noise(722, SAMPLE_RATE_HZ, 20_000),
            squares,
            quiet,
            Signals.noise(64, SAMPLE_RATE_HZ, 40),
            Signals.sine(440, SAMPLE_RATE_HZ, SAMPLE_RATE_HZ, 30_000),
            Signals.sine(5_200, SAMPLE_RATE_HZ, SAMPLE_RATE_HZ, 9_000),
            Signals.noise(9, SAMPLE_RATE_HZ, 32_767)
        };
        for (short[] part : parts) {
            for (short sample : part) {
                all.putShort(sample);
            }
        }
        return samples(all.array());
    }

    static byte[] randomBytes(long seed, int count) {
        byte[] bytes = new byte[count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    static byte[] littleEndian(short[] pcm) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * pcm.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asShortBuffer().put(pcm);
        return bytes.array();
    }

    static short[] samples(byte[] littleEndian) {
        short[] pcm = new short[littleEndian.length / 2];
        ByteBuffer.wrap(littleEndian)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asShortBuffer()
                .get(pcm);
        return pcm;
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Encodes in frames of 20 ms, as a call does. */
    static byte[] encode(AudioCodec codec, short[] pcm) {
        byte[] out = new byte[codec.bytesForSamples(pcm.length)];
        for (int at = 0; at < pcm.length; at += 320) {
            codec.encode(pcm, at, Math.min(320, pcm.length - at), out, at / 2);
        }
        return out;
    }

    /** Decodes in packets of 160 bytes, as a call does. */
    static short[] decode(AudioCodec codec, byte[] payload) {
        short[] out = new short[codec.samplesForBytes(payload.length)];
        for (int at = 0; at < payload.length; at += 160) {
            codec.decode(payload, at, Math.min(160, payload.length - at), out, 2 * at);
        }
        return out;
    }
}
