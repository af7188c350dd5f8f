package io.sidetone.transport.vela;

import io.sidetone.transport.stream.StreamFormat;

/** The audio formats of VEL-08. */
enum VelaAudioFormat {
    /** Signed 16-bit little-endian samples at 16 kHz; the default. */
    PCM16_16K("pcm16", 16_000, 2),
    /** As above at 24 kHz. */
    PCM16_24K("pcm16", 24_000, 2),
    /** As above at 48 kHz, a browser's own rate. */
    PCM16_48K("pcm16", 48_000, 2),
    /** G.711 µ-law, 8 kHz. */
    MULAW_8K("mulaw", 8_000, 1);

    static final String OFFERED = "pcm16 at 16000, 24000 or 48000 Hz, or mulaw at 8000 Hz";

    private final String encoding;
    private final int sampleRateHz;
    private final int sampleBytes;

    VelaAudioFormat(String encoding, int sampleRateHz, int sampleBytes) {
        this.encoding = encoding;
        this.sampleRateHz = sampleRateHz;
        this.sampleBytes = sampleBytes;
    }

    /** Returns the format, or null when it is not offered. */
    static VelaAudioFormat of(String encoding, int sampleRateHz) {
        for (VelaAudioFormat format : values()) {
            if (format.encoding.equals(encoding) && format.sampleRateHz == sampleRateHz) {
                return format;
            }
        }
        return null;
    }

    String encoding() {
        return encoding;
    }

    int sampleRateHz() {
        return sampleRateHz;
    }

    int sampleBytes() {
        return sampleBytes;
    }

    /** Returns how much sound {@code bytes} are, in ms. */
    long ms(int bytes) {
        return bytes / sampleBytes * 1_000L / sampleRateHz;
    }

    StreamFormat stream() {
        return new StreamFormat(
                this == MULAW_8K ? StreamFormat.Encoding.PCMU : StreamFormat.Encoding.L16_LE, sampleRateHz);
    }

    @Override
    public String toString() {
        return encoding + " at " + sampleRateHz + " Hz";
    }
}
