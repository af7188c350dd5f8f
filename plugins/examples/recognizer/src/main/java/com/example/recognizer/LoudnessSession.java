package com.example.recognizer;

import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;

/** One call. The lane calls every method: none blocks, and {@link #audio} allocates nothing. */
final class LoudnessSession implements RecognizerSession {
    private final String word;
    private final double loud;
    private final RecognizerEvents events;
    private boolean heard;
    private boolean closed;

    LoudnessSession(LoudnessPlugin.Options options, RecognizerEvents events) {
        this.word = options.word();
        this.loud = Math.pow(10, options.loudDb() / 10.0) * 32_768 * 32_768;
        this.events = events;
    }

    @Override
    public void start(long token, ListenHint hint) {
        heard = false;
    }

    @Override
    public boolean audio(short[] pcm, int offset, int samples) {
        double squares = 0;
        for (int i = offset; i < offset + samples; i++) {
            squares += (double) pcm[i] * pcm[i];
        }
        heard |= squares >= loud * samples;
        return true;
    }

    @Override
    public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
        return true;
    }

    @Override
    public void end(long token, boolean replyExpected) {
        if (!closed) {
            events.finalTranscript(token, heard ? word : "");
        }
    }

    @Override
    public void pauses(long token) {
        // The words are there when the utterance ends.
    }

    @Override
    public void goesOn(long token) {
        // See pauses.
    }

    @Override
    public void cancel(long token) {
        heard = false;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            events.closed();
        }
    }
}
