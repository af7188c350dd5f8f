package io.sidetone.core.turn;

import io.sidetone.audio.prosody.VoiceContour;
import io.sidetone.core.dialogue.SentenceEnd;

/**
 * Length of a silence that ends the caller's turn: shorter after what sounds complete, longer in the middle of a phrase. A grammar,
 * punctuation and words that must go on decide alone. Else {@link TurnEndOdds} adds up all that is known: the voice, the words, what the
 * agent had asked for, and whether this caller was cut off before. Where nothing is known, the policy's {@code endSilenceMs} stands.
 *
 * <p>Lane thread only, no clock, no allocation.
 */
final class TurnEnding {
    private static final int FRAME_MS = 20;

    /** Less is a word, a yes or no, and has no phrase to be in the middle of. */
    private static final int SHORTEST_PHRASE_MS = 500;

    /** From here on somebody whose voice stays up is surely in the middle of something. */
    private static final int PHRASE_MS = 1_000;

    private static final int LONGEST_PHRASE_MS = 3_000;

    /** This far from even odds a phrase with a voice surely is in the middle, or complete. */
    private static final float VOICE_RAMP = 0.5f;

    /** The same where there are words alone, as in a short answer: they know less. */
    private static final float WORDS_RAMP = 1f;

    /** Words that are whole this seldom must go on: 3 of 100 ends of sentences lie below. */
    private static final float MUST_GO_ON = -2f;

    /** A caller who paused twice where his turn was ended has this much against the next end. */
    private static final float MOST_HASTE = 1f;

    /** One pause counts so much. */
    private static final float HASTE = 0.5f;

    /** Each turn that was his whole turn takes so much of it away. */
    private static final float HASTE_MEMORY = 0.7f;

    /** Speech that goes on this long after words were understood makes them old. */
    private static final int WORDS_MS = 500;

    /** So much sooner or later is enough to see which way the evidence goes. */
    private static final int LEAST_WIDTH_MS = 100;

    private final VoiceContour voice;
    private int spokenMs;
    private boolean transcribed;
    private SentenceEnd lastWords = SentenceEnd.UNKNOWN;
    private float lastEvidence;
    private int sinceWordsMs;
    private float haste;

    /** Creates the judge of turns of {@code voice}; null where nothing is known of it. */
    TurnEnding(VoiceContour voice) {
        this.voice = voice;
    }

    /**
     * A turn begins, of which {@code alreadyMs} of speech were heard before it was one.
     *
     * @param goesOn whether it goes on with the turn before, which was ended too soon
     */
    void begin(int alreadyMs, boolean goesOn) {
        haste = goesOn ? Math.min(MOST_HASTE, haste + HASTE) : haste * HASTE_MEMORY;
        spokenMs = alreadyMs;
        transcribed = false;
        words(SentenceEnd.UNKNOWN, 0);
    }

    /** A frame of the turn is speech. */
    void speech() {
        spokenMs = Math.min(LONGEST_PHRASE_MS, spokenMs + FRAME_MS);
        sinceWordsMs += FRAME_MS;
    }

    /** The recognizer has transcribed the whole utterance. */
    void transcribed() {
        transcribed = true;
    }

    /**
     * The recognizer understands words that end like this.
     *
     * @param logOdds what they say themselves where {@code end} is unknown, also as an answer: positive for a whole sentence
     */
    void words(SentenceEnd end, float logOdds) {
        lastWords = end;
        lastEvidence = logOdds;
        sinceWordsMs = 0;
    }

    /** The words understood last are all that was said until now: they are not old, however long the speech went on after them. */
    void wordsCover() {
        sinceWordsMs = 0;
    }

    private SentenceEnd words() {
        return sinceWordsMs > WORDS_MS ? SentenceEnd.UNKNOWN : lastWords;
    }

    private float wordsEvidence() {
        return sinceWordsMs > WORDS_MS ? 0 : lastEvidence;
    }

    /** Returns the silence that ends the turn now, in ms. */
    int silenceMs(TurnPolicy policy) {
        int usualMs = policy.endSilenceMs();
        int stopMs = policy.number(PolicyNumber.SPEECH_STOP_DEBOUNCE);
        if (transcribed) {
            return Math.min(usualMs, stopMs);
        }
        int shortestMs =
                Math.max(PolicyNumber.MIN_SILENCE_MS, usualMs - policy.number(PolicyNumber.END_SILENCE_SOONER));
        int longestMs = usualMs + policy.number(PolicyNumber.END_SILENCE_LATER);
        return words() == SentenceEnd.WHOLE || words() == SentenceEnd.CLOSED
                ? shortestMs == usualMs ? usualMs : Math.min(usualMs, stopMs)
                : weigh(shortestMs, usualMs, longestMs);
    }

    private int weigh(int shortestMs, int usualMs, int longestMs) {
        return switch (words()) {
            case WHOLE, CLOSED, COMPLETE -> shortestMs;
            case GOES_ON -> longestMs;
            case UNKNOWN ->
                voiced() ? byVoice(shortestMs, usualMs, longestMs) : byWords(shortestMs, usualMs, longestMs);
        };
    }

    /** Returns whether nothing says that the turn goes on; also where the policy waits no longer for one that does. */
    boolean mayEnd(TurnPolicy policy) {
        int usualMs = policy.endSilenceMs();
        int soonerMs = Math.max(LEAST_WIDTH_MS, policy.number(PolicyNumber.END_SILENCE_SOONER));
        int laterMs = Math.max(LEAST_WIDTH_MS, policy.number(PolicyNumber.END_SILENCE_LATER));
        return transcribed || weigh(usualMs - soonerMs, usualMs, usualMs + laterMs) <= usualMs;
    }

    /** Returns whether the words show that the sentence goes on. */
    boolean wordsGoOn() {
        return words() == SentenceEnd.GOES_ON || wordsEvidence() <= MUST_GO_ON;
    }

    /** Returns whether words show that the sentence is whole, and nothing says otherwise. */
    boolean likely(TurnPolicy policy) {
        int shortestMs = policy.endSilenceMs() - policy.number(PolicyNumber.END_SILENCE_SOONER);
        return words().mayBeWhole()
                || wordsEvidence() > 0 && silenceMs(policy) <= Math.max(PolicyNumber.MIN_SILENCE_MS, shortestMs);
    }

    /** Returns what {@link #silenceMs} rests on, as people read it. */
    String by() {
        if (transcribed) {
            return "transcript";
        }
        return switch (words()) {
            case WHOLE, CLOSED -> "grammar";
            case COMPLETE, GOES_ON -> "words";
            case UNKNOWN ->
                voiced()
                        ? wordsEvidence() == 0 ? "voice" : "voice and words"
                        : wordsEvidence() == 0 ? "silence" : "words";
        };
    }

    private int byVoice(int shortestMs, int usualMs, int longestMs) {
        float words = wordsEvidence();
        float odds = TurnEndOdds.of(voice, spokenMs, words, haste);
        float phrase = within((float) (spokenMs - SHORTEST_PHRASE_MS) / (PHRASE_MS - SHORTEST_PHRASE_MS));
        // A voice that stays up is not waited for longest where the words are a whole sentence.
        float unfinishedMs = words > 0 ? usualMs : usualMs + phrase * (longestMs - usualMs);
        return Math.round(unfinishedMs + within((odds / VOICE_RAMP + 1) / 2) * (shortestMs - unfinishedMs));
    }

    /** A short answer has no phrase to be in the middle of; its words may say that it goes on. */
    private int byWords(int shortestMs, int usualMs, int longestMs) {
        float words = wordsEvidence();
        if (words == 0) {
            return usualMs;
        }
        float part = TurnEndOdds.of(null, spokenMs, words, haste) / WORDS_RAMP;
        return Math.round(usualMs + within(part) * (shortestMs - usualMs) + within(-part) * (longestMs - usualMs));
    }

    private boolean voiced() {
        return voice != null && voice.known() && spokenMs >= SHORTEST_PHRASE_MS;
    }

    private static float within(float part) {
        return Math.max(0, Math.min(1, part));
    }
}
