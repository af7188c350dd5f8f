package io.sidetone.core.turn;

import io.sidetone.audio.prosody.VoiceContour;
import io.sidetone.core.dialogue.SentenceEnd;

/**
 * How long a silence ends the caller's turn: shorter after what sounds complete, longer in the middle of a phrase. A grammar,
 * punctuation and words that must go on decide alone. Else all that is known is added up as a logarithm of odds: the voice
 * (pitch and loudness that have fallen, and that much was said) and the words, where the recognizer reports some. Where nothing
 * is known, the policy's {@code endSilenceMs} stands.
 *
 * <p>Where there are no words, {@link VoiceEnds} judges the voice. Beside words the length of a turn says less and the melody more, with
 * the weights below; what the words say was learnt from text ({@link io.sidetone.core.dialogue.SentenceWords}). A caller who went on where
 * his turn was ended is waited for longer. docs/vad.md says what was learnt from what.
 *
 * <p>Lane thread only, no clock, no allocation.
 */
final class TurnEnding {
    private static final int FRAME_MS = 20;

    /** What a voice alone must show beyond even odds: an end found late costs less than a caller cut off. */
    private static final float CAUTION = 0.3f;

    /** This far from there a voice alone is surely in the middle of something, or at its end. */
    private static final float ALONE_RAMP = 0.5f;

    private static final float LOWERING_WEIGHT = 1.2f;
    private static final float FADING_WEIGHT = 0.15f;
    private static final float LENGTH_WEIGHT_PER_MS = 0.0013f;

    /** A single outlier must not decide. */
    private static final float LEAST_LOWERING = -3f;

    private static final float MOST_LOWERING = 4f;
    private static final float LEAST_FADING_DB = -6f;
    private static final float MOST_FADING_DB = 8f;

    /** Less is a word, a yes or no, and has no phrase to be in the middle of. */
    private static final int SHORTEST_PHRASE_MS = 500;

    /** From here on somebody whose voice stays up is surely in the middle of something. */
    private static final int PHRASE_MS = 1_000;

    private static final int LONGEST_PHRASE_MS = 3_000;

    /** At this much evidence of the voice beside words it is as likely as not that the phrase is complete. */
    private static final float MIDDLE = 4.25f;

    /** This far from the middle a phrase with a voice counts as complete or unfinished. */
    private static final float VOICE_RAMP = 0.25f;

    /** The same where there are words alone, as in a short answer. */
    private static final float WORDS_RAMP = 1f;

    /** A caller who paused twice where his turn was ended has this much against the next end. */
    private static final float MOST_HASTE = 1f;

    /** One pause counts so much. */
    private static final float HASTE = 0.5f;

    /** Each turn that was his whole turn takes so much of it away. */
    private static final float HASTE_MEMORY = 0.7f;

    /** Speech that goes on this long after words were understood makes them old. */
    private static final int WORDS_MS = 500;

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
     * @param logOdds what the words themselves say where {@code end} is unknown, as of {@link SentenceWords}
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
        return switch (words()) {
            case WHOLE, CLOSED -> shortestMs == usualMs ? usualMs : Math.min(usualMs, stopMs);
            case COMPLETE -> shortestMs;
            case GOES_ON -> longestMs;
            case UNKNOWN ->
                voiced() ? byVoice(shortestMs, usualMs, longestMs) : byWords(shortestMs, usualMs, longestMs);
        };
    }

    /** Whether the words show that the sentence goes on. */
    boolean wordsGoOn() {
        return words() == SentenceEnd.GOES_ON || wordsEvidence() <= -WORDS_RAMP;
    }

    /** Whether words show that the sentence is whole, and nothing says otherwise. */
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
        float phrase = within((float) (spokenMs - SHORTEST_PHRASE_MS) / (PHRASE_MS - SHORTEST_PHRASE_MS), 0, 1);
        // A voice that stays up is not waited for longest where the words are a whole sentence.
        float unfinishedMs = wordsEvidence() > 0 ? usualMs : usualMs + phrase * (longestMs - usualMs);
        return Math.round(unfinishedMs + completeness() * (shortestMs - unfinishedMs));
    }

    private boolean voiced() {
        return voice != null && voice.known() && spokenMs >= SHORTEST_PHRASE_MS;
    }

    /** A short answer has no phrase to be in the middle of; its words may say that it goes on. */
    private int byWords(int shortestMs, int usualMs, int longestMs) {
        float part = within(wordsEvidence() / WORDS_RAMP, -1, 1);
        return Math.round(usualMs + part * (part > 0 ? shortestMs - usualMs : usualMs - longestMs));
    }

    /** From 0, in mid-phrase, to 1, a phrase that is over. */
    private float completeness() {
        return wordsEvidence() == 0
                ? ramp(VoiceEnds.logOdds(voice, spokenMs) - CAUTION - haste, ALONE_RAMP)
                : ramp(besideWords() + wordsEvidence() - haste, VOICE_RAMP);
    }

    private float besideWords() {
        return LOWERING_WEIGHT * within(voice.lowering(), LEAST_LOWERING, MOST_LOWERING)
                + FADING_WEIGHT * within(voice.fadingDb(), LEAST_FADING_DB, MOST_FADING_DB)
                + LENGTH_WEIGHT_PER_MS * (spokenMs - SHORTEST_PHRASE_MS)
                - MIDDLE;
    }

    private static float ramp(float evidence, float ramp) {
        return within((evidence + ramp) / (2 * ramp), 0, 1);
    }

    private static float within(float value, float least, float most) {
        return Math.max(least, Math.min(most, value));
    }
}
