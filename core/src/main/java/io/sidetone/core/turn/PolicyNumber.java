package io.sidetone.core.turn;

/**
 * The whole numbers of a {@link TurnPolicy}: name, default, bounds, unit and why it exists. The configuration file and
 * changes during a call are checked against the same bounds (ITE-SEC-002). Journals keep the ordinals: new numbers come last.
 */
public enum PolicyNumber {
    /** Speech that begins a turn. */
    ONSET(
            "onsetMs",
            200,
            20,
            1_000,
            "Speech that begins the caller's turn while the agent is silent. Shorter reacts sooner and takes more noises"
                    + " for speech."),
    /** Speech that pauses the agent. */
    YIELD(
            "yieldMs",
            60,
            20,
            1_000,
            "Speech that pauses the agent; two thirds of it where it is surely speech. Nothing is discarded yet. At most"
                    + " minSpeechMs: equal makes one stage of two, which a loud echo can hide the caller from, since the agent does not pause to listen."),
    /** Speech that cancels the agent. */
    MIN_SPEECH(
            "minSpeechMs",
            640,
            200,
            5_000,
            "Speech that cancels the agent's sentence: down to five eighths of it where it sounds as if the caller wanted the"
                    + " floor, up to 19 sixteenths where it dies away. In two pieces within a second, 14 of 25 parts of it are enough."
                    + " Sounds under 200 ms (coughs, clicks) are not speech, hence the bound; the detector makes a sound up"
                    + " to 120 ms longer."),
    /** Words that cancel the agent. */
    MIN_WORDS(
            "minWords",
            0,
            0,
            20,
            "words",
            "Words beyond the backchannels that cancel the agent's sentence. 0: speech alone is enough. Above 0, speech of"
                    + " which the recognizer says nothing cancels only after backchannelMaxMs."),
    /** The longest backchannel. */
    BACKCHANNEL_MAX(
            "backchannelMaxMs",
            1_500,
            200,
            10_000,
            "Speech of nothing but backchannels (mhm, yeah) cancels the agent's sentence only when it is this long."),
    /** Immunity at the start of speech. */
    PROTECTION(
            "protectionMs",
            0,
            0,
            10_000,
            "The first part of what the agent says cannot be interrupted: covers the echo of a line that has just opened."
                    + " Speech within it becomes the caller's next turn."),
    /** Silence that resumes the agent. */
    RESUME_SILENCE(
            "resumeSilenceMs",
            400,
            PolicyNumber.MIN_SILENCE_MS,
            5_000,
            "Silence after a pause that lets the agent go on from the last word boundary."),
    /** Silence that ends a turn. */
    END_SILENCE(
            "endSilenceMs",
            700,
            PolicyNumber.MIN_SILENCE_MS,
            5_000,
            "Silence that ends the caller's turn where nothing tells whether the sentence is over. Shorter answers sooner and"
                    + " cuts more people off in mid-sentence."),
    /** Time that a complete sentence saves of it. */
    END_SILENCE_SOONER(
            "endSilenceSoonerMs",
            360,
            0,
            5_000,
            "So much less than endSilenceMs (but never below 150) ends the turn when the sentence sounds complete: the voice"
                    + " has fallen, or the recognizer's words say so. 0: no less."),
    /** Time that an unfinished sentence adds to it. */
    END_SILENCE_LATER(
            "endSilenceLaterMs",
            550,
            0,
            5_000,
            "So much more than endSilenceMs ends the turn in mid-phrase: the voice stays up, or the recognizer's words go on"
                    + " ('my number is'). 0: no more."),
    /** Silence that is a stop at all. */
    SPEECH_STOP_DEBOUNCE(
            "speechStopDebounceMs",
            200,
            PolicyNumber.MIN_SILENCE_MS,
            5_000,
            "Silence before the caller counts as having stopped. It ends the turn when the words are a whole sentence of the"
                    + " dialogue's grammar, or the recognizer has transcribed the whole; otherwise endSilenceMs does."),
    /** Grace of a policy yield. */
    COMPLETION_GRACE(
            "completionGraceMs",
            150,
            0,
            5_000,
            "How long the agent may go on when the application, not the caller, wants the floor back. Never delays a"
                    + " barge-in or a manual stop."),
    /** Continuation of a turn. */
    CONTINUATION(
            "continuationMs",
            600,
            0,
            5_000,
            "Speech this soon after the end of a turn continues the same turn; the request starts again."),
    /** The interruption budget. */
    INTERRUPTION_BUDGET(
            "interruptionBudgetMs",
            250,
            60,
            PolicyNumber.MAX_BUDGET_MS,
            "From the decision to yield until the last agent frame; longer is counted and logged. Must exceed yieldMs by"
                    + " more than one frame of 20 ms."),
    /** Interruptions that cool down. */
    COOLDOWN_AFTER(
            "cooldownAfter",
            3,
            1,
            20,
            "interruptions",
            "So many interruptions within cooldownWindowMs start the cooldown, where the profile has one."),
    /** The window they are counted in. */
    COOLDOWN_WINDOW(
            "cooldownWindowMs", 60_000, 1_000, 600_000, "The time in which interruptions count towards a cooldown."),
    /** Time that the agent is given then. */
    COOLDOWN(
            "cooldownMs",
            2_000,
            200,
            30_000,
            "During a cooldown the agent may speak this long before it can be interrupted again; speech within it becomes"
                    + " the caller's next turn."),
    /** Patience with the recognizer. */
    FINAL_TRANSCRIPT(
            "finalTranscriptMs",
            5_000,
            200,
            30_000,
            "How long the end of a turn waits for the recognizer's final transcript before going on without."),
    /** Patience with the model. */
    RESPONSE(
            "responseMs",
            30_000,
            1_000,
            120_000,
            "How long the dialogue may take to answer before the agent apologizes."),
    /** Patience with the caller. */
    NO_INPUT("noInputMs", 8_000, 0, 600_000, "Silence of the caller after which the agent asks again; 0 never asks."),
    /** Number of times that it asks. */
    NO_INPUT_PROMPTS(
            "noInputPrompts",
            3,
            0,
            100,
            "prompts",
            "So often in a row the agent asks a silent caller; then it says goodbye and hangs up. 0 asks for ever."),
    /** Choice of whether and how long a question hands the floor over. */
    FOLLOW_UP(
            "followUpMs",
            0,
            0,
            60_000,
            "After a turn that ends in a question the caller has the floor at once, and this long to begin to speak; then it"
                    + " is free again. 0: it is free after a question as after any other turn."),
    /** Time after which a request is made before its turn is over. */
    PREEMPTIVE_AFTER(
            "preemptiveAfterMs",
            150,
            0,
            2_000,
            "When the recognizer's words have not changed and the caller has been silent for this long (half of it where the words"
                    + " are a whole sentence, four times as long where the voice stays up), and the words do not show that the sentence goes on, the dialogue is asked for its answer although the turn may go on; it is held until the"
                    + " turn is over, and thrown away if the words change. Answers sooner and costs requests whose answers are"
                    + " not heard, up to preemptiveBudget. 0 never does."),
    /** Number of such requests within one utterance. */
    PREEMPTIVE_STARTS(
            "preemptiveStarts",
            2,
            1,
            10,
            "requests",
            "So many requests ahead of the turn one utterance may cost, where preemptiveAfterMs allows any."),
    /** A pause between keys. */
    INTER_DIGIT("interDigitMs", 2_500, 500, 30_000, "Pause that ends an input by telephone keys."),
    /** The longest turn. */
    MAX_TURN(
            "maxTurnMs",
            60_000,
            2_000,
            3_600_000,
            "Longest turn of the caller; what was understood by then is answered."),
    /** Time after which a source of evidence is missed. */
    DEGRADED(
            "degradedMs",
            5_000,
            1_000,
            60_000,
            "The call is degraded when audio should flow and no speech evidence comes for this long; fallbackMode says what"
                    + " it does then."),
    /** Number of requests that a call may lose by them. */
    PREEMPTIVE_BUDGET(
            "preemptiveBudget",
            20,
            0,
            10_000,
            "requests",
            "So many requests ahead of the turn may a call lose, because the caller went on; after that it makes none."),
    /** The same in characters. */
    PREEMPTIVE_BUDGET_CHARS(
            "preemptiveBudgetChars",
            10_000,
            0,
            1_000_000,
            "characters",
            "So many characters of answers to such requests, written and spoken ones, may a call lose; after that it makes none."),
    /** Number of characters of it that are spoken ahead. */
    PREEMPTIVE_VOICE_CHARS(
            "preemptiveVoiceChars",
            200,
            0,
            1_000,
            "characters",
            "The voice is asked for the first clause of such an answer before the turn is over, where it has at most this many"
                    + " characters; the sound is held like the text. Answers sooner by the time that the voice takes. 0: the voice is asked when the turn is over.");

    /** Smallest silence that may end or resume anything (ITE-SEC-002). */
    public static final int MIN_SILENCE_MS = 150;

    /** Largest interruption budget (ITE-SEC-002). */
    public static final int MAX_BUDGET_MS = 750;

    private final String key;
    private final int standard;
    private final int min;
    private final int max;
    private final String unit;
    private final String reason;

    PolicyNumber(String key, int standard, int min, int max, String reason) {
        this(key, standard, min, max, "ms", reason);
    }

    PolicyNumber(String key, int standard, int min, int max, String unit, String reason) {
        this.key = key;
        this.standard = standard;
        this.min = min;
        this.max = max;
        this.unit = unit;
        this.reason = reason;
    }

    /** Returns the name under which it is configured. */
    public String key() {
        return key;
    }

    /** Returns the value of the profile {@code default}. */
    public int standard() {
        return standard;
    }

    /** Returns the smallest value allowed. */
    public int min() {
        return min;
    }

    /** Returns the largest value allowed. */
    public int max() {
        return max;
    }

    /** Returns what is counted: ms, words, interruptions, prompts. */
    public String unit() {
        return unit;
    }

    /** Returns why it exists and what bounds it. */
    public String reason() {
        return reason;
    }

    /** Returns the number of that key, or null. */
    public static PolicyNumber of(String key) {
        for (PolicyNumber number : values()) {
            if (number.key.equals(key)) {
                return number;
            }
        }
        return null;
    }
}
