package io.sidetone.core.journal.record;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.codec.G711;

/** Sound of a telephone came as one byte per sample: where it still does without loss, it is kept so. */
final class SampleCoding {
    private static final int PLAIN = 0;
    private static final AudioCodec[] CODECS = {null, G711.PCMU, G711.PCMA};

    private final byte[] coded = new byte[SampleRate.MAX_FRAME_SAMPLES];
    private final short[] back = new short[SampleRate.MAX_FRAME_SAMPLES];
    private int likely = 1;

    void write(Bytes out, short[] pcm, int samples) {
        int coding = fits(likely, pcm, samples) ? likely : fits(3 - likely, pcm, samples) ? 3 - likely : PLAIN;
        out.u8(coding);
        if (coding == PLAIN) {
            out.samples(pcm, samples);
        } else {
            likely = coding;
            out.raw(coded, samples);
        }
    }

    private boolean fits(int coding, short[] pcm, int samples) {
        CODECS[coding].encode(pcm, 0, samples, coded, 0);
        CODECS[coding].decode(coded, 0, samples, back, 0);
        for (int i = 0; i < samples; i++) {
            if (pcm[i] != back[i]) {
                return false;
            }
        }
        return true;
    }

    void read(ByteSource in, short[] pcm, int samples) {
        int coding = in.u8();
        if (coding >= CODECS.length) {
            throw new BadRecordException("sound in the unknown coding " + coding);
        }
        if (coding == PLAIN) {
            in.samples(pcm, samples);
        } else {
            in.raw(coded, samples);
            CODECS[coding].decode(coded, 0, samples, pcm, 0);
        }
    }
}
