package io.sidetone.speech.feed;

import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerSession;

/** The lane's view of a recognizer that works behind an {@link UtteranceFeed}. Lane only. */
public final class FedSession implements RecognizerSession {
    private final UtteranceFeed feed;
    private final LineFeed line;

    /** Puts utterances into {@code feed}; the line is not heard outside of them. */
    public FedSession(UtteranceFeed feed) {
        this(feed, null);
    }

    /** Puts utterances into {@code feed} and the line into {@code line}. */
    public FedSession(UtteranceFeed feed, LineFeed line) {
        this.feed = feed;
        this.line = line;
    }

    @Override
    public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
        return line == null || line.hear(pcm, offset, samples, streamPosMs);
    }

    @Override
    public void start(long token, ListenHint hint) {
        feed.start(token, hint);
    }

    @Override
    public boolean audio(short[] pcm, int offset, int samples) {
        return feed.audio(pcm, offset, samples);
    }

    @Override
    public void end(long token, boolean replyExpected) {
        feed.end(token, replyExpected);
    }

    @Override
    public void cancel(long token) {
        feed.cancel(token);
    }

    @Override
    public void close() {
        feed.close();
    }
}
