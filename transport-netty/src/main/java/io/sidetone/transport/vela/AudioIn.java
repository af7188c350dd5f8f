package io.sidetone.transport.vela;

import java.util.Base64;

/** Audio of input_audio.append: decoded and checked. Event loop of the call only. */
final class AudioIn {
    /** The longest piece, in ms. */
    static final int MAX_CHUNK_MS = 2_000;

    /** Time by which a client may be ahead of the time it takes to say what it sends, in ms. */
    static final int MAX_AHEAD_MS = 30_000;

    private static final long MS = 1_000_000L;

    private VelaAudioFormat format = VelaAudioFormat.PCM16_16K;
    private long paidUntilNs;

    VelaAudioFormat format() {
        return format;
    }

    void format(VelaAudioFormat next) {
        format = next;
    }

    /**
     * Returns the bytes of {@code chunk}.
     *
     * @throws BadVelaMessageException when it is not base64, or not sound in the format of this session
     */
    byte[] decode(String chunk, long nowNs) throws BadVelaMessageException {
        byte[] sound;
        try {
            sound = Base64.getDecoder().decode(chunk);
        } catch (IllegalArgumentException wrong) {
            throw VelaReader.bad("payload.chunk is not base64 (" + wrong.getMessage() + "); send the bytes of " + format
                    + ", base64 with padding");
        }
        if (sound.length == 0) {
            throw VelaReader.bad("payload.chunk is empty; send some sound, " + format);
        }
        if (sound.length % format.sampleBytes() != 0) {
            throw VelaReader.bad("payload.chunk: " + sound.length + " bytes are no whole number of samples of " + format
                    + "; send whole samples, or negotiate mulaw in session.start");
        }
        long ms = format.ms(sound.length);
        if (ms > MAX_CHUNK_MS) {
            throw VelaReader.bad("payload.chunk: " + sound.length + " bytes are " + ms + " ms of " + format
                    + ", more than " + MAX_CHUNK_MS + "; send shorter pieces, 20 ms is best");
        }
        long fromNs = Math.max(paidUntilNs, nowNs);
        if (paidUntilNs != 0 && fromNs - nowNs > MAX_AHEAD_MS * MS) {
            throw VelaReader.bad(
                    "payload.chunk: audio comes more than " + MAX_AHEAD_MS + " ms ahead of its time; is it " + format
                            + "? Send it as it is spoken, or negotiate its rate in session.start");
        }
        paidUntilNs = (paidUntilNs == 0 ? nowNs : fromNs) + ms * MS;
        return sound;
    }
}
