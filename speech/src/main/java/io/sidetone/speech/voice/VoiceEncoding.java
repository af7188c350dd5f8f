package io.sidetone.speech.voice;

/** The encoding of a service's samples. */
public enum VoiceEncoding {
    /** 16 bits, signed, little-endian, mono. */
    PCM_S16LE,
    /** G.711 µ-law, one byte per sample; 8 kHz only. */
    PCM_MULAW;

    /**
     * Returns {@code sampleRateHz} if it is valid for this encoding.
     *
     * @throws IllegalArgumentException if it is not
     */
    public int require(String service, int sampleRateHz) {
        if (this == PCM_MULAW && sampleRateHz != 8_000) {
            throw new IllegalArgumentException("engines." + service + ".sample-rate: " + sampleRateHz
                    + " Hz does not go with µ-law, which is 8000 Hz; give 8000, or options.encoding pcm-s16le");
        }
        if (sampleRateHz < 8_000 || sampleRateHz > 48_000 || sampleRateHz % 50 != 0) {
            throw new IllegalArgumentException("engines." + service + ".sample-rate: " + sampleRateHz
                    + " Hz cannot be played; give 8000, 16000 or 24000");
        }
        return sampleRateHz;
    }
}
