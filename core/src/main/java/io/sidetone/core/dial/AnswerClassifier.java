package io.sidetone.core.dial;

import io.sidetone.audio.tone.ToneDetector;
import io.sidetone.audio.vad.SpeechDetector;

/**
 * Decides who answered a call of ours from what is heard after the answer. A person says a word or two and waits; a
 * recorded greeting begins at once and goes on; a fax machine sends a tone. Lane thread only; allocates nothing per frame.
 */
public final class AnswerClassifier {
    private static final int FRAME_MS = 20;

    /** Longest greeting of a person, pauses inside it included. */
    static final int LONGEST_HELLO_MS = 2_400;

    /** A greeting that goes on for longer is a recorded one before it ends. */
    static final int LONG_GREETING_MS = 3_600;

    /** Silence after which an answer is expected. */
    static final int EXPECTANT_MS = 700;

    /** Time after which a party that begins to speak has waited for us to speak first. */
    static final int LATE_MS = 3_000;

    /** Silence on both sides after which nobody is there. */
    static final int PATIENCE_MS = 6_000;

    private static final int FAX_TONE_MS = 400;
    private static final int BEEP_MS = 140;
    private static final int LEAST_WORD_MS = 60;
    private static final double CED_HZ = 2_100;
    private static final double CED_WITHIN_HZ = 25;
    private static final double CNG_HZ = 1_100;
    private static final double CNG_WITHIN_HZ = 40;
    private static final double LOWEST_BEEP_HZ = 480;
    private static final double HIGHEST_BEEP_HZ = 2_050;
    private static final double STEADY_HZ = 15;

    private final ToneDetector tones;
    private AnswerState state = AnswerState.QUIET;
    private int sinceAnswerMs;
    private int onsetMs = -1;
    private int greetingMs;
    private int pauseMs;
    private int silentMs;
    private int wordMs;
    private double toneHz;
    private int toneMs;
    private boolean beeped;

    /** Creates the judge of a call whose frames come at {@code sampleRateHz}. */
    public AnswerClassifier(int sampleRateHz) {
        this.tones = new ToneDetector(sampleRateHz);
    }

    /**
     * Takes 20 ms of the far end.
     *
     * @param speechScore of the frame, 0 to 1
     * @param speaking whether the agent speaks
     * @return who answered, with the frame that decides it; else null
     */
    public AnsweredBy frame(short[] pcm, int samples, float speechScore, boolean speaking) {
        sinceAnswerMs += FRAME_MS;
        AnsweredBy byTone = tone(tones.frequencyHz(pcm, 0, samples));
        boolean speech = toneMs == 0 && speechScore >= SpeechDetector.SPEECH_THRESHOLD;
        silentMs = speech || toneMs > 0 ? 0 : silentMs + FRAME_MS;
        wordMs = speech ? wordMs + FRAME_MS : 0;
        if (state == AnswerState.KNOWN) {
            return null;
        }
        AnsweredBy decided = byTone != null
                ? byTone
                : transition(speech ? AnswerState.Event.SPEECH : AnswerState.Event.SILENCE, speaking);
        if (decided != null) {
            state = AnswerState.KNOWN;
        }
        return decided;
    }

    /** Returns how many ms of silence the far end has kept, for who waits for the end of a greeting without a tone. */
    public int silentMs() {
        return silentMs;
    }

    /** Returns whether the tone of a voicemail has been heard, and is over. */
    public boolean beeped() {
        return beeped && toneMs == 0;
    }

    private AnsweredBy tone(double hz) {
        if (hz == 0 || toneMs > 0 && Math.abs(hz - toneHz) > STEADY_HZ) {
            toneMs = 0;
        }
        if (hz == 0) {
            return null;
        }
        toneHz = hz;
        toneMs += FRAME_MS;
        boolean fax = Math.abs(hz - CED_HZ) <= CED_WITHIN_HZ || Math.abs(hz - CNG_HZ) <= CNG_WITHIN_HZ;
        if (fax && onsetMs < 0) {
            return toneMs >= FAX_TONE_MS ? AnsweredBy.FAX : null;
        }
        boolean beep = toneMs >= BEEP_MS && hz >= LOWEST_BEEP_HZ && hz <= HIGHEST_BEEP_HZ && onsetMs >= 0;
        beeped |= beep;
        return beep ? AnsweredBy.VOICEMAIL : null;
    }

    private AnsweredBy transition(AnswerState.Event event, boolean speaking) {
        boolean speech = event == AnswerState.Event.SPEECH;
        return switch (state) {
            case QUIET -> quiet(speaking);
            case GREETING -> greeting(speech);
            case PAUSE -> pause();
            case KNOWN -> null;
        };
    }

    private AnsweredBy quiet(boolean speaking) {
        if (wordMs >= LEAST_WORD_MS) {
            onsetMs = sinceAnswerMs - wordMs;
            greetingMs = wordMs;
            state = AnswerState.GREETING;
            return onsetMs >= LATE_MS ? AnsweredBy.PERSON : null;
        }
        if (speaking) {
            silentMs = 0;
        }
        return silentMs >= PATIENCE_MS ? AnsweredBy.SILENCE : null;
    }

    private AnsweredBy greeting(boolean speech) {
        greetingMs += FRAME_MS;
        if (!speech) {
            pauseMs = FRAME_MS;
            state = AnswerState.PAUSE;
            return null;
        }
        return greetingMs >= LONG_GREETING_MS ? AnsweredBy.VOICEMAIL : null;
    }

    private AnsweredBy pause() {
        pauseMs += FRAME_MS;
        if (wordMs >= LEAST_WORD_MS) {
            greetingMs += pauseMs;
            state = AnswerState.GREETING;
            return null;
        }
        if (pauseMs < EXPECTANT_MS || wordMs > 0) {
            return null;
        }
        return greetingMs <= LONGEST_HELLO_MS ? AnsweredBy.PERSON : AnsweredBy.VOICEMAIL;
    }
}
