package io.sidetone.speech.voice;

import io.sidetone.audio.resample.Resampler;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.WordTimes;

/** One clause on its way through a service. Its session's loop only. */
public final class SpokenClause {
    private final long token;
    private final int index;
    private final String text;
    final long baseMs;
    final PcmQueue pcm = new PcmQueue();
    Resampler resampler;
    WordTimes words;
    boolean wordsNew;
    boolean asked;
    boolean resting;
    boolean over;
    EngineFailure failure;
    int tries;
    int rateHz;
    long askedNs;
    long receivedSamples;
    long progressSamples;

    SpokenClause(long token, int index, String text, long baseMs) {
        this.token = token;
        this.index = index;
        this.text = text;
        this.baseMs = baseMs;
    }

    /** The turn it belongs to. */
    public long token() {
        return token;
    }

    /** Its number within the turn. */
    public int index() {
        return index;
    }

    /** What is to be spoken. */
    public String text() {
        return text;
    }

    /** Whether any of its audio came. */
    public boolean sounded() {
        return receivedSamples > 0;
    }

    /** Whether nothing more is expected of the service. */
    public boolean over() {
        return over;
    }

    int heldMs() {
        return rateHz == 0 ? 0 : (int) (pcm.size() * 1_000L / rateHz);
    }

    boolean speakable() {
        return text.codePoints().anyMatch(Character::isLetterOrDigit);
    }
}
