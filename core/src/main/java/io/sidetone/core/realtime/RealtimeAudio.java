package io.sidetone.core.realtime;

/** The audio formats of OpenAI's Realtime protocol, general release. Each has one rate. */
public enum RealtimeAudio {
    /** Linear PCM16, low byte first, mono, 24 kHz. */
    PCM("audio/pcm", 24_000, 2),
    /** G.711 µ-law, 8 kHz. */
    PCMU("audio/pcmu", 8_000, 1),
    /** G.711 A-law, 8 kHz. */
    PCMA("audio/pcma", 8_000, 1);

    private final String type;
    private final int sampleRateHz;
    private final int bytesPerSample;

    RealtimeAudio(String type, int sampleRateHz, int bytesPerSample) {
        this.type = type;
        this.sampleRateHz = sampleRateHz;
        this.bytesPerSample = bytesPerSample;
    }

    /** Returns the {@code type} of the format object. */
    public String type() {
        return type;
    }

    /** Returns the only rate of this format. */
    public int sampleRateHz() {
        return sampleRateHz;
    }

    /** Returns the bytes of one sample. */
    public int bytesPerSample() {
        return bytesPerSample;
    }

    /** Returns the bytes of one millisecond. */
    public int bytesPerMs() {
        return sampleRateHz / 1_000 * bytesPerSample;
    }

    /** Returns whether a format object names the rate beside the type. */
    public boolean namesRate() {
        return this == PCM;
    }
}
