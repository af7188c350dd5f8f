package io.sidetone.speech.voice;

import io.sidetone.audio.resample.Resampler;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.WordTimes;

/** One clause and its state at a service. Its session's loop only. */
public final class SpokenClause {
    private final long token;
    private final int index;
    private final String text;
    final TurnCredit credit;
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

    SpokenClause(long token, int index, String text, TurnCredit credit) {
        this.token = token;
        this.index = index;
        this.text = text;
        this.credit = credit;
    }

    /** Returns the token of its turn. */
    public long token() {
        return token;
    }

    /** Returns its number within the turn. */
    public int index() {
        return index;
    }

    /** Returns the text to speak. */
    public String text() {
        return text;
    }

    /** Returns whether any of its audio arrived. */
    public boolean sounded() {
        return receivedSamples > 0;
    }

    int heldMs() {
        return rateHz == 0 ? 0 : (int) (pcm.size() * 1_000L / rateHz);
    }

    boolean speakable() {
        return text.codePoints().anyMatch(Character::isLetterOrDigit);
    }
}
