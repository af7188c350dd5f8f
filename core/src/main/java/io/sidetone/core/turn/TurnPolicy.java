package io.sidetone.core.turn;

import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.dialogue.SpokenGuidance;
import io.sidetone.core.setting.Altered;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Policy of how the floor changes hands: thresholds and times of one profile (ITE-POL-001). Immutable; exchangeable during a call;
 * readable on the lane without allocation.
 *
 * <p>Every change is checked against the bounds of {@link PolicyNumber}: an unsafe value is refused with a remedy, at
 * configuration time and during a call alike (ITE-SEC-002).
 *
 * @param profile name of the profile
 * @param allowBargeIn whether the caller may interrupt the agent's speech, where a stage does not say otherwise
 * @param cooldown whether repeated interruptions start a cooldown
 * @param vad the primary source of speech evidence
 * @param fallbackMode what the call does without its primary source of evidence
 * @param speechThreshold score at which a frame counts as speech (VAN-07: 0.7)
 * @param numbers by the ordinal of {@link PolicyNumber}
 * @param stages what they say for themselves, by the ordinal of {@link TurnStage}
 * @param bounds what bounds every call of the process
 * @param phrases what certain words of the caller mean
 * @param guidance what the call says when something does not answer
 */
public record TurnPolicy(
        String profile,
        boolean allowBargeIn,
        boolean cooldown,
        SpeechSource vad,
        FallbackMode fallbackMode,
        float speechThreshold,
        List<Integer> numbers,
        List<StagePolicy> stages,
        Bounds bounds,
        Phrases phrases,
        SpokenGuidance guidance) {
    /** The keys that a stage may set for itself. */
    public static final List<String> STAGE_KEYS = List.of("allowBargeIn", "protectionMs", "yieldMs", "minSpeechMs");

    private static final PolicyNumber[] NUMBERS = PolicyNumber.values();

    /** Numbers that the first journals have; the numbers behind these are limits. */
    private static final int FIRST_NUMBERS = PolicyNumber.DEGRADED.ordinal() + 1;

    private static final TurnStage[] STAGES = TurnStage.values();
    private static final float SPEECH_THRESHOLD = 0.7f;
    private static final int FRAME_MS = 20;

    /** The profile {@code default}. */
    public static final TurnPolicy DEFAULT = new TurnPolicy(
            "default",
            true,
            false,
            SpeechSource.ENERGY,
            FallbackMode.HYBRID,
            SPEECH_THRESHOLD,
            Arrays.stream(NUMBERS).map(PolicyNumber::standard).toList(),
            Collections.nCopies(STAGES.length, StagePolicy.INHERITED),
            new Bounds(30_000, 300_000, 3_600_000, 10_000, 4_000),
            Phrases.NONE,
            SpokenGuidance.ENGLISH);

    /**
     * Limits that bound every call of the process alike.
     *
     * @param mediaTimeoutMs no sign of media for this long ends the call
     * @param maxHoldMs longest hold
     * @param maxCallMs longest call
     * @param maxCallNoticeMs how long before its end the caller is warned; 0: not at all
     * @param creditMs how far synthesis may be ahead of playout
     */
    public record Bounds(int mediaTimeoutMs, int maxHoldMs, int maxCallMs, int maxCallNoticeMs, int creditMs) {}

    /** Refuses numbers out of bounds; those that a journal of an earlier version does not have limit nothing. */
    public TurnPolicy {
        numbers = completed(numbers);
        stages = List.copyOf(stages);
        if (numbers.size() != NUMBERS.length || stages.size() != STAGES.length) {
            throw new IllegalArgumentException("a policy has " + NUMBERS.length + " numbers and " + STAGES.length
                    + " stages, not " + numbers.size() + " and " + stages.size());
        }
        for (PolicyNumber number : NUMBERS) {
            int value = numbers.get(number.ordinal());
            if (value < number.min() || value > number.max()) {
                throw outside(number.key(), number, value);
            }
        }
    }

    private static List<Integer> completed(List<Integer> numbers) {
        List<Integer> all = new ArrayList<>(numbers);
        for (int i = all.size(); i >= FIRST_NUMBERS && i < NUMBERS.length; i++) {
            all.add(NUMBERS[i].max());
        }
        return List.copyOf(all);
    }

    /** Returns this policy under another profile name. */
    public TurnPolicy named(String name) {
        return Altered.with(this, "profile", name);
    }

    /** Returns this policy with or without barge-in while the agent speaks. */
    public TurnPolicy withBargeIn(boolean allowed) {
        return Altered.with(this, "allowBargeIn", allowed);
    }

    /** Returns this policy with or without the cooldown (ITE-AC-007). */
    public TurnPolicy withCooldown(boolean on) {
        return Altered.with(this, "cooldown", on);
    }

    /** Returns this policy with another source of speech evidence (ITE-PAT-003). */
    public TurnPolicy withVad(SpeechSource source) {
        return Altered.with(this, "vad", source);
    }

    /** Returns this policy with another fallback. */
    public TurnPolicy withFallback(FallbackMode mode) {
        return Altered.with(this, "fallbackMode", mode);
    }

    /** Returns this policy with another score at which a frame counts as speech. */
    public TurnPolicy withSpeechThreshold(float score) {
        if (!(score >= 0.1f && score <= 0.99f)) {
            throw refusal(
                    "speechThreshold", score, "is outside 0.1 to 0.99; 0.7 is what the detector is calibrated for");
        }
        return Altered.with(this, "speechThreshold", score);
    }

    /** Returns this policy with {@code number} changed. */
    public TurnPolicy with(PolicyNumber number, int value) {
        List<Integer> changed = new ArrayList<>(numbers);
        changed.set(number.ordinal(), value);
        return Altered.with(this, "numbers", changed);
    }

    /** Returns this policy with a value of one stage changed; null inherits it again. */
    public TurnPolicy with(TurnStage stage, String key, Object value) {
        String path = stage.wireName() + "." + key;
        PolicyNumber number = PolicyNumber.of(key);
        if (!STAGE_KEYS.contains(key)) {
            throw refusal(path, value, "is not a value of a stage; a stage has " + String.join(", ", STAGE_KEYS));
        }
        Object checked = value;
        if (value != null && number == null && !(value instanceof Boolean)) {
            throw refusal(path, value, "is not true or false");
        }
        if (value != null && number != null) {
            int whole = whole(path, value);
            boolean speaks = stage == TurnStage.SPEAKING || stage == TurnStage.GREETING;
            int min = number == PolicyNumber.MIN_SPEECH && !speaks ? PolicyNumber.ONSET.min() : number.min();
            if (whole < min || whole > number.max()) {
                throw outside(path, number, whole);
            }
            checked = whole;
        }
        List<StagePolicy> changed = new ArrayList<>(stages);
        changed.set(stage.ordinal(), stage(stage).with(key, checked));
        return Altered.with(this, "stages", changed);
    }

    /** Returns this policy with other meanings of words. */
    public TurnPolicy withPhrases(Phrases other) {
        return Altered.with(this, "phrases", other);
    }

    /** Returns this policy for an agent that speaks so. */
    public TurnPolicy withGuidance(SpokenGuidance other) {
        return Altered.with(this, "guidance", other);
    }

    /** Returns this policy within the bounds that hold for every call of the process. */
    public TurnPolicy within(Bounds other) {
        return Altered.with(this, "bounds", other);
    }

    /**
     * Returns this policy with the fields named changed; a stage is a map of its own values. Inverse of {@link #fields}.
     *
     * @throws IllegalArgumentException naming the field, the value, the rule and the remedy
     */
    public TurnPolicy with(Map<String, ?> fields) {
        TurnPolicy policy = this;
        for (Map.Entry<String, ?> field : fields.entrySet()) {
            policy = policy.with(field.getKey(), field.getValue());
        }
        return policy.checked();
    }

    private TurnPolicy with(String key, Object value) {
        PolicyNumber number = PolicyNumber.of(key);
        if (number != null) {
            return with(number, whole(key, value));
        }
        TurnStage stage = TurnStage.of(key);
        if (stage != null) {
            if (!(value instanceof Map<?, ?> own)) {
                throw refusal(key, value, "is not a map; give the stage's own values: " + STAGE_KEYS);
            }
            TurnPolicy policy = this;
            for (Map.Entry<?, ?> entry : own.entrySet()) {
                policy = policy.with(stage, String.valueOf(entry.getKey()), entry.getValue());
            }
            return policy;
        }
        return switch (key) {
            case "profile" -> named(String.valueOf(value));
            case "allowBargeIn" -> withBargeIn(flag(key, value));
            case "cooldown" -> withCooldown(flag(key, value));
            case "speechThreshold" -> withSpeechThreshold(decimal(key, value));
            case "vad" -> withVad(source(value));
            case "fallbackMode" -> withFallback(mode(value));
            default ->
                throw refusal(
                        key,
                        value,
                        "is no field of a policy; known are " + DEFAULT.fields().keySet());
        };
    }

    /** Returns this policy if its values fit each other. */
    public TurnPolicy checked() {
        for (TurnStage stage : List.of(TurnStage.SPEAKING, TurnStage.GREETING)) {
            String path = stage(stage).yieldMs() == null ? "yieldMs" : stage.wireName() + ".yieldMs";
            if (yieldMs(stage) > minSpeechMs(stage)) {
                throw refusal(
                        path,
                        yieldMs(stage),
                        "is above minSpeechMs " + minSpeechMs(stage)
                                + "; pause the agent no later than its sentence is cancelled");
            }
            if (interruptionBudgetMs() <= yieldMs(stage) + FRAME_MS) {
                throw refusal(
                        "interruptionBudgetMs",
                        interruptionBudgetMs(),
                        "is no more than the detection takes: yieldMs " + yieldMs(stage) + " and one frame of "
                                + FRAME_MS + " ms; raise it above " + (yieldMs(stage) + FRAME_MS)
                                + ", or lower yieldMs");
            }
        }
        if (maxTurnMs() <= endSilenceMs()) {
            throw refusal(
                    "maxTurnMs",
                    maxTurnMs(),
                    "is no more than endSilenceMs " + endSilenceMs() + "; raise it: no turn could end by silence");
        }
        return this;
    }

    /** Returns every field under its own name, stages as maps of what they set themselves. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("profile", profile);
        fields.put("allowBargeIn", allowBargeIn);
        fields.put("cooldown", cooldown);
        fields.put("vad", vad.wireName());
        fields.put("fallbackMode", fallbackMode.wireName());
        fields.put("speechThreshold", Double.valueOf(Float.toString(speechThreshold)));
        for (PolicyNumber number : NUMBERS) {
            fields.put(number.key(), number(number));
        }
        for (TurnStage stage : STAGES) {
            Map<String, Object> own = new LinkedHashMap<>();
            for (String key : STAGE_KEYS) {
                Object value = stage(stage).value(key);
                if (value != null) {
                    own.put(key, value);
                }
            }
            fields.put(stage.wireName(), own);
        }
        return fields;
    }

    private static int whole(String path, Object value) {
        if (value instanceof Number number && number.doubleValue() == number.intValue()) {
            return number.intValue();
        }
        throw refusal(path, value, "is not a whole number");
    }

    private static boolean flag(String path, Object value) {
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw refusal(path, value, "is not true or false");
    }

    private static float decimal(String path, Object value) {
        if (value instanceof Number number) {
            return number.floatValue();
        }
        throw refusal(path, value, "is not a number");
    }

    private static SpeechSource source(Object value) {
        SpeechSource source = SpeechSource.of(String.valueOf(value));
        if (source == null) {
            throw refusal("vad", value, "is no source of speech evidence; use one of " + SpeechSource.NAMES);
        }
        return source;
    }

    private static FallbackMode mode(Object value) {
        FallbackMode mode = FallbackMode.of(String.valueOf(value));
        if (mode == null) {
            throw refusal("fallbackMode", value, "is not hybrid or manual");
        }
        return mode;
    }

    private static IllegalArgumentException outside(String path, PolicyNumber number, int value) {
        return refusal(
                path,
                value,
                "is outside " + number.min() + " to " + number.max() + " " + number.unit() + "; choose a value within");
    }

    private static IllegalArgumentException refusal(String path, Object value, String why) {
        return new IllegalArgumentException(path + ": '" + value + "' " + why);
    }

    /** Returns whether the caller's speech takes the floor in {@code stage}. */
    public boolean allowBargeIn(TurnStage stage) {
        Boolean own = stage(stage).allowBargeIn();
        if (own != null) {
            return own;
        }
        return switch (stage) {
            case GREETING -> allowBargeIn(TurnStage.SPEAKING);
            case SPEAKING -> allowBargeIn;
            case THINKING, ACTION -> true;
        };
    }

    /** Returns {@code number} of this policy. */
    public int number(PolicyNumber number) {
        return numbers.get(number.ordinal());
    }

    /** Returns what {@code stage} says for itself. */
    public StagePolicy stage(TurnStage stage) {
        return stages.get(stage.ordinal());
    }

    /** Returns how long {@code stage} cannot be interrupted after its start. */
    public int protectionMs(TurnStage stage) {
        Integer own = stage(stage).protectionMs();
        if (own != null) {
            return own;
        }
        return switch (stage) {
            case GREETING -> protectionMs(TurnStage.SPEAKING);
            case SPEAKING -> number(PolicyNumber.PROTECTION);
            case THINKING, ACTION -> 0;
        };
    }

    /** Speech that pauses the agent in {@code stage}. */
    public int yieldMs(TurnStage stage) {
        Integer own = stage(stage).yieldMs();
        if (own != null) {
            return own;
        }
        return switch (stage) {
            case GREETING -> yieldMs(TurnStage.SPEAKING);
            case SPEAKING -> yieldMs();
            case THINKING, ACTION -> minSpeechMs(stage);
        };
    }

    /** Speech that takes the floor in {@code stage}. */
    public int minSpeechMs(TurnStage stage) {
        Integer own = stage(stage).minSpeechMs();
        if (own != null) {
            return own;
        }
        return switch (stage) {
            case GREETING -> minSpeechMs(TurnStage.SPEAKING);
            case SPEAKING -> minSpeechMs();
            case THINKING, ACTION -> onsetMs();
        };
    }

    /** Speech that begins a turn while the agent is silent. */
    public int onsetMs() {
        return number(PolicyNumber.ONSET);
    }

    /** Speech that pauses the agent, where a stage does not say otherwise. */
    public int yieldMs() {
        return number(PolicyNumber.YIELD);
    }

    /** Speech that cancels the agent, where a stage does not say otherwise; never below 200. */
    public int minSpeechMs() {
        return number(PolicyNumber.MIN_SPEECH);
    }

    /** Silence after a yield that lets the agent go on. */
    public int resumeSilenceMs() {
        return number(PolicyNumber.RESUME_SILENCE);
    }

    /** Silence that ends the caller's turn. */
    public int endSilenceMs() {
        return number(PolicyNumber.END_SILENCE);
    }

    /** Speech this soon after the end continues the same turn. */
    public int continuationMs() {
        return number(PolicyNumber.CONTINUATION);
    }

    /** From the yield decision to the last agent frame (ITE-REQ-003: 250). */
    public int interruptionBudgetMs() {
        return number(PolicyNumber.INTERRUPTION_BUDGET);
    }

    /** Returns how long FINALIZING waits for the final transcript. */
    public int finalTranscriptMs() {
        return number(PolicyNumber.FINAL_TRANSCRIPT);
    }

    /** Returns how long THINKING waits for the response (VAN-05: 30 s). */
    public int responseMs() {
        return number(PolicyNumber.RESPONSE);
    }

    /** Silence in IDLE after which the agent asks again; 0 = never. */
    public int noInputMs() {
        return number(PolicyNumber.NO_INPUT);
    }

    /** Pause that ends an input by keys. */
    public int interDigitMs() {
        return number(PolicyNumber.INTER_DIGIT);
    }

    /** Longest turn of the caller. */
    public int maxTurnMs() {
        return number(PolicyNumber.MAX_TURN);
    }
}
