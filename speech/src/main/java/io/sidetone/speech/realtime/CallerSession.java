package io.sidetone.speech.realtime;

import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerSession;

/** The recognizer session of a realtime model, on the lane. */
final class CallerSession implements RecognizerSession {
    private final RealtimeModel model;
    private final RealtimeCall call;
    private final CallerFeed feed;
    private final boolean detects;
    private boolean closed;

    CallerSession(RealtimeModel model, RealtimeCall call, CallerFeed feed, boolean detects) {
        this.model = model;
        this.call = call;
        this.feed = feed;
        this.detects = detects;
    }

    @Override
    public void start(long token, ListenHint hint) {
        feed.start(token);
    }

    @Override
    public boolean audio(short[] pcm, int offset, int samples) {
        return feed.audio(pcm, offset, samples);
    }

    @Override
    public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
        return !detects || feed.hear(pcm, offset, samples, streamPosMs);
    }

    @Override
    public void end(long token, boolean replyExpected) {
        feed.end(token, replyExpected);
    }

    @Override
    public void pauses(long token) {
        feed.pauses(token);
    }

    @Override
    public void goesOn(long token) {
        feed.goesOn(token);
    }

    @Override
    public void cancel(long token) {
        feed.cancel(token);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            model.leave(call);
            feed.close();
        }
    }
}
