package io.sidetone.speech.deepgram;

import io.sidetone.speech.meter.EngineMeter;

/**
 * The caller's audio on its way to the service, and the service's clock: it counts the audio it was sent, not the time.
 * Event loop only; allocates nothing but the buffer of each message.
 */
final class AudioUplink {
    /** Mean square of −50 dBov: quieter than any word on a telephone. */
    private static final double LOUD = 32_768.0 * 32_768.0 * 1e-5;

    private final DeepgramLink link;
    private final WireEncoding encoding;
    private final int sampleRateHz;
    private final EngineMeter meter;
    private final byte[] message;
    private final byte[] quiet;
    private int waiting;
    private long samples;
    private long loudSamples;

    /**
     * Creates it.
     *
     * @param messageMs audio of one message, 20 ms or more
     */
    AudioUplink(DeepgramLink link, WireEncoding encoding, int sampleRateHz, int messageMs, EngineMeter meter) {
        this.link = link;
        this.encoding = encoding;
        this.sampleRateHz = sampleRateHz;
        this.meter = meter;
        this.message = new byte[bytes(messageMs)];
        this.quiet = new byte[message.length];
        encoding.encode(new short[samples(messageMs)], 0, samples(messageMs), quiet, 0);
    }

    private int samples(int ms) {
        return sampleRateHz / 1_000 * ms;
    }

    private int bytes(int ms) {
        return samples(ms) * encoding.bytesPerSample();
    }

    /** Adds a frame; it goes out with the message it fills. */
    void add(short[] pcm, int offset, int count) {
        int from = offset;
        int end = offset + count;
        while (from < end) {
            int room = (message.length - waiting) / encoding.bytesPerSample();
            int part = Math.min(room, end - from);
            waiting += encoding.encode(pcm, from, part, message, waiting);
            from += part;
            if (waiting == message.length) {
                send();
            }
        }
        samples += count;
        if (loud(pcm, offset, count)) {
            loudSamples = samples;
        }
    }

    private static boolean loud(short[] pcm, int offset, int count) {
        double squares = 0;
        for (int i = offset; i < offset + count; i++) {
            squares += (double) pcm[i] * pcm[i];
        }
        return squares >= LOUD * count;
    }

    /** Sends what waits for its message to be full. */
    void flush() {
        if (waiting > 0) {
            send();
        }
    }

    private void send() {
        meter.audioMs.add((long) waiting / encoding.bytesPerSample() * 1_000 / sampleRateHz);
        link.binary(message, waiting);
        waiting = 0;
    }

    /** Forgets what has not been sent. */
    void discard() {
        samples -= waiting / encoding.bytesPerSample();
        waiting = 0;
    }

    /** Sends one message of silence. */
    void silence() {
        flush();
        System.arraycopy(quiet, 0, message, 0, quiet.length);
        waiting = quiet.length;
        samples += quiet.length / encoding.bytesPerSample();
        send();
    }

    /** What the service's clock will show when it has all of it. */
    long positionMs() {
        return samples * 1_000 / sampleRateHz;
    }

    /** Where on that clock the last frame ended that could hold a word. */
    long loudMs() {
        return loudSamples * 1_000 / sampleRateHz;
    }
}
