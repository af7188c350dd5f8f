package io.sidetone.speech.feed;

import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerSession;

/** The lane's session with a recognizer that works behind an {@link UtteranceFeed}. Lane only. */
public final class FedSession implements RecognizerSession {
    private final UtteranceFeed feed;
    private final LineFeed line;

    /** Passes utterances to {@code feed}; audio between utterances is ignored. */
    public FedSession(UtteranceFeed feed) {
        this(feed, null);
    }

    /** Passes utterances to {@code feed} and the whole line to {@code line}. */
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
    public void pauses(long token) {}

    @Override
    public void goesOn(long token) {}

    @Override
    public void cancel(long token) {
        feed.cancel(token);
    }

    @Override
    public void close() {
        feed.close();
    }
}
