package io.sidetone.speech.feed;

import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerSession;

/** The lane's view of a recogniser that works behind an {@link UtteranceFeed}. Lane only. */
public final class FedSession implements RecognizerSession {
    private final UtteranceFeed feed;

    /** Puts everything into {@code feed}. */
    public FedSession(UtteranceFeed feed) {
        this.feed = feed;
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
    public void end(long token) {
        feed.end(token);
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
