package io.sidetone.speech.deepgram;

import io.sidetone.speech.meter.EngineMeter;

/**
 * Sends the caller's audio to the service, and keeps the service's clock, which counts the audio that was sent. Event
 * loop only; allocates only the buffer of each message.
 */
final class AudioUplink {
    /** Mean square of −50 dBov: quieter than any word on a telephone. */
    private static final double LOUD = 32_768.0 * 32_768.0 * 1e-5;

    private final DeepgramSocket socket;
    private final WireEncoding encoding;
    private final int sampleRateHz;
    private final EngineMeter meter;
    private final byte[] message;
    private final byte[] quiet;
    private int waiting;
    private long samples;
    private long loudSamples;

    /**
     * Creates the uplink.
     *
     * @param messageMs audio of one message, 20 ms or more
     */
    AudioUplink(DeepgramSocket socket, WireEncoding encoding, int sampleRateHz, int messageMs, EngineMeter meter) {
        this.socket = socket;
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

    /** Adds a frame; it is sent with the message that it fills. */
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

    /** Sends the audio of an unfinished message. */
    void flush() {
        if (waiting > 0) {
            send();
        }
    }

    private void send() {
        meter.audioMs.add((long) waiting / encoding.bytesPerSample() * 1_000 / sampleRateHz);
        socket.binary(message, waiting);
        waiting = 0;
    }

    /** Drops the audio that has not been sent. */
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

    /** Returns the service's clock after it has received all audio. */
    long positionMs() {
        return samples * 1_000 / sampleRateHz;
    }

    /** Returns the position on that clock where the last frame ended that could contain speech. */
    long loudMs() {
        return loudSamples * 1_000 / sampleRateHz;
    }
}
