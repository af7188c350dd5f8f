package io.sidetone.config.policy;

import static io.sidetone.config.schema.ValueType.DECIMAL;
import static io.sidetone.config.schema.ValueType.FLAG;
import static io.sidetone.config.schema.ValueType.INTEGER;
import static io.sidetone.config.schema.ValueType.MAP;
import static io.sidetone.config.schema.ValueType.SECTION;
import static io.sidetone.config.schema.ValueType.WORD;

import io.sidetone.config.schema.ConfigKey;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnStage;
import java.util.ArrayList;
import java.util.List;

/** The keys under {@code policies}. Their numbers are described in {@link PolicyNumber}, where turn-taking reads them. */
public final class PolicyKeys {
    private static final String TRUE_OR_FALSE = "true or false";

    private PolicyKeys() {}

    /** Returns them, sections before what they hold. */
    public static List<ConfigKey> all() {
        List<ConfigKey> keys = new ArrayList<>();
        keys.add(ConfigKey.of("policies", MAP, "-", "How the floor changes hands, by a name of your choice."));
        keys.add(ConfigKey.of(
                        "policies.*.profile",
                        WORD,
                        "profile",
                        "Where the values start from. assertive: minSpeechMs 400, endSilenceMs 600,"
                                + " interruptionBudgetMs 200, completionGraceMs 500, speechStopDebounceMs 180, cooldown."
                                + " hands-free: no barge-in. custom: like default.")
                .oneOf(PolicyProfiles.NAMES.toArray(String[]::new))
                .byDefault("custom"));
        keys.add(ConfigKey.of(
                        "policies.*.allowBargeIn",
                        FLAG,
                        TRUE_OR_FALSE,
                        "Whether the caller may interrupt the agent. Where not, speech is kept and answered after the agent"
                                + " has finished; keys and requests to stop work all the same.")
                .derived(Boolean.toString(TurnPolicy.DEFAULT.allowBargeIn())));
        keys.add(ConfigKey.of(
                        "policies.*.cooldown",
                        FLAG,
                        TRUE_OR_FALSE,
                        "Whether the agent is heard out for cooldownMs after cooldownAfter interruptions within"
                                + " cooldownWindowMs.")
                .derived(Boolean.toString(TurnPolicy.DEFAULT.cooldown())));
        keys.add(ConfigKey.of(
                        "policies.*.vad",
                        WORD,
                        "source",
                        "Who says that the caller speaks. energy: the detector of this server. recognizer: the recognizer, which"
                                + " is then sent the whole call, where it gives speech evidence (mock does, embedded does"
                                + " not). silero: a neural network on threads of its own, a plugin; see vad.silero. Energy replaces a source that gives nothing for 96 ms.")
                .oneOf(SpeechSource.NAMES.toArray(String[]::new))
                .derived(TurnPolicy.DEFAULT.vad().wireName()));
        keys.add(ConfigKey.of(
                        "policies.*.fallbackMode",
                        WORD,
                        "mode",
                        "What a call does while its source of speech evidence is silent. hybrid: the local detector takes over."
                                + " manual: only keys and requests change the floor.")
                .oneOf("hybrid", "manual")
                .derived(TurnPolicy.DEFAULT.fallbackMode().wireName()));
        keys.add(ConfigKey.of(
                        "policies.*.speechThreshold",
                        DECIMAL,
                        "score from 0 to 1",
                        "Score at which 20 ms count as speech; 0.7 is what the detector is calibrated for.")
                .range(0.1, 0.99)
                .derived(Float.toString(TurnPolicy.DEFAULT.speechThreshold())));
        for (PolicyNumber number : PolicyNumber.values()) {
            keys.add(ConfigKey.of("policies.*." + number.key(), INTEGER, number.unit(), number.reason())
                    .range(number.min(), number.max())
                    .derived(Integer.toString(number.standard())));
        }
        stage(keys, TurnStage.THINKING, "While the agent thinks: speech takes the floor back, or is kept.", "onsetMs");
        stage(keys, TurnStage.SPEAKING, "While the agent speaks.", "minSpeechMs");
        stage(keys, TurnStage.ACTION, "While an action runs: speech is kept as the next turn, or ignored.", "onsetMs");
        stage(keys, TurnStage.GREETING, "While the agent speaks for the first time.", "minSpeechMs of speaking");
        return keys;
    }

    /** The values that one stage may set for itself. */
    private static void stage(List<ConfigKey> keys, TurnStage stage, String what, String speech) {
        String path = "policies.*." + stage.wireName();
        boolean speaks = stage == TurnStage.SPEAKING || stage == TurnStage.GREETING;
        keys.add(ConfigKey.of(path, SECTION, "-", what + " What is not given is as in the policy."));
        keys.add(ConfigKey.of(
                        path + ".allowBargeIn", FLAG, TRUE_OR_FALSE, "Whether speech takes the floor in this stage.")
                .derived(speaks ? "that of the policy" : "true")
                .example("true"));
        keys.add(stageNumber(path, PolicyNumber.MIN_SPEECH, "Speech that takes the floor, or is kept.")
                .range(speaks ? PolicyNumber.MIN_SPEECH.min() : PolicyNumber.ONSET.min(), PolicyNumber.MIN_SPEECH.max())
                .derived("the policy's " + speech)
                .example("400"));
        if (speaks) {
            keys.add(stageNumber(path, PolicyNumber.YIELD, "Speech that pauses the agent.")
                    .derived("the policy's yieldMs")
                    .example("60"));
            keys.add(stageNumber(path, PolicyNumber.PROTECTION, "No interruption this soon after its start.")
                    .derived("the policy's protectionMs")
                    .example("0"));
        }
    }

    private static ConfigKey stageNumber(String path, PolicyNumber number, String reason) {
        return ConfigKey.of(path + "." + number.key(), INTEGER, number.unit(), reason)
                .range(number.min(), number.max());
    }
}
