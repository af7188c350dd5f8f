package io.sidetone.speech.realtime;

import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.codec.G711;
import io.sidetone.core.realtime.RealtimeAudio;

/** The format of audio in both directions. The G.711 of a telephone call's line needs no resampling. */
public enum WireFormat {
    /** G.711 µ-law, 8 kHz. */
    PCMU(RealtimeAudio.PCMU, G711.PCMU),
    /** G.711 A-law, 8 kHz. */
    PCMA(RealtimeAudio.PCMA, G711.PCMA),
    /** Linear PCM16, little endian, 24 kHz: the only rate of this format. */
    PCM(RealtimeAudio.PCM, null);

    final RealtimeAudio wire;
    final int sampleRateHz;
    final int bytesPerSample;
    private final AudioCodec codec;

    WireFormat(RealtimeAudio wire, AudioCodec codec) {
        this.wire = wire;
        this.sampleRateHz = wire.sampleRateHz();
        this.bytesPerSample = wire.bytesPerSample();
        this.codec = codec;
    }

    int bytesPerMs() {
        return wire.bytesPerMs();
    }

    /** Encodes {@code samples} samples into {@code out}, which the caller owns; returns the bytes written. */
    int encode(short[] pcm, int offset, int samples, byte[] out, int outOffset) {
        if (codec != null) {
            return codec.encode(pcm, offset, samples, out, outOffset);
        }
        for (int i = 0; i < samples; i++) {
            out[outOffset + 2 * i] = (byte) pcm[offset + i];
            out[outOffset + 2 * i + 1] = (byte) (pcm[offset + i] >> 8);
        }
        return 2 * samples;
    }

    /** Decodes whole samples; returns mono PCM16 in a new array. */
    short[] decode(byte[] in, int offset, int samples) {
        short[] pcm = new short[samples];
        if (codec != null) {
            codec.decode(in, offset, samples, pcm, 0);
            return pcm;
        }
        for (int i = 0; i < samples; i++) {
            pcm[i] = (short) (in[offset + 2 * i] & 0xFF | in[offset + 2 * i + 1] << 8);
        }
        return pcm;
    }
}
