package io.sidetone.tools.softphone.wire;

import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;

/**
 * Decodes the packets of a log to sound at one rate, for one reader. Some codecs have state, so every reader has its
 * own decoder and takes the packets in order. One thread; nothing is allocated after the first packet of a codec.
 */
public final class AgentDecoder {
    /** The most samples of one packet: 120 ms of Opus at 16 kHz, plus the samples that a resampler holds back. */
    public static final int MAX_SAMPLES = 1_920 + 8;

    private static final int PAYLOAD_TYPES = 128;

    private final PacketLog log;
    private final int sampleRateHz;
    private final AudioCodec[] codecs = new AudioCodec[PAYLOAD_TYPES];
    private final Resampler[] resamplers = new Resampler[PAYLOAD_TYPES];
    private final short[] own = new short[MAX_SAMPLES];
    private int ssrc;

    /** Creates a decoder of the present and future packets of {@code log}; it returns sound at {@code sampleRateHz}. */
    public AgentDecoder(PacketLog log, int sampleRateHz) {
        this.log = log;
        this.sampleRateHz = sampleRateHz;
    }

    /**
     * Decodes the sound of packet {@code i}; call it for each packet in order.
     *
     * @param out the caller's buffer; receives at most {@link #MAX_SAMPLES} samples from index 0
     * @return samples of mono PCM16 at this decoder's rate; 0 when the packet carries none
     */
    public int decode(int i, short[] out) {
        int type = log.payloadType(i);
        AudioCodec codec = codecs[type] == null ? begin(type) : codecs[type];
        if (codec == null) {
            return 0;
        }
        if (log.ssrc(i) != ssrc) {
            ssrc = log.ssrc(i);
            codec.reset();
        }
        if (resamplers[type] == null) {
            return log.decode(i, codec, out);
        }
        return resamplers[type].process(own, 0, log.decode(i, codec, own), out, 0);
    }

    private AudioCodec begin(int type) {
        AudioCodec codec = LineFormat.codecOf(type);
        if (codec != null && codec.sampleRateHz() != sampleRateHz) {
            resamplers[type] = Resamplers.create(codec.sampleRateHz(), sampleRateHz);
        }
        codecs[type] = codec;
        return codec;
    }
}
