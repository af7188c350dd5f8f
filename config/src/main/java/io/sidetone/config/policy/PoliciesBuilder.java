package io.sidetone.config.policy;

import io.sidetone.config.schema.Values;
import io.sidetone.core.turn.FallbackMode;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnStage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The section {@code policies}. What a policy leaves out is that of its profile. */
public final class PoliciesBuilder {
    private final Values values;
    private final TurnPolicy.Bounds bounds;

    /**
     * Reads {@code values}.
     *
     * @param bounds that hold for every call alike; they come from other sections
     */
    public PoliciesBuilder(Values values, TurnPolicy.Bounds bounds) {
        this.values = values;
        this.bounds = bounds;
    }

    /** Returns every policy by name; the profiles are always among them. */
    public Map<String, TurnPolicy> build() {
        Map<String, TurnPolicy> policies = new LinkedHashMap<>();
        for (String profile : List.of("default", "assertive", "hands-free")) {
            policies.put(profile, PolicyProfiles.of(profile).within(bounds));
        }
        for (String name : values.names("policies")) {
            policies.put(name, policy("policies." + name).within(bounds));
        }
        return policies;
    }

    private TurnPolicy policy(String path) {
        TurnPolicy base = PolicyProfiles.of(values.text(path + ".profile"));
        values.conclude(path + ".allowBargeIn", base.allowBargeIn());
        values.conclude(path + ".cooldown", base.cooldown());
        values.conclude(path + ".vad", base.vad().wireName());
        values.conclude(path + ".fallbackMode", base.fallbackMode().wireName());
        values.conclude(path + ".speechThreshold", Double.parseDouble(Float.toString(base.speechThreshold())));
        TurnPolicy policy = base.withBargeIn(values.flag(path + ".allowBargeIn"))
                .withCooldown(values.flag(path + ".cooldown"))
                .withVad(SpeechSource.of(values.text(path + ".vad")))
                .withFallback(FallbackMode.of(values.text(path + ".fallbackMode")))
                .withSpeechThreshold(
                        values.get(path + ".speechThreshold", Double.class).floatValue());
        for (PolicyNumber number : PolicyNumber.values()) {
            values.conclude(path + "." + number.key(), base.number(number));
            policy = policy.with(number, values.integer(path + "." + number.key()));
        }
        for (TurnStage stage : TurnStage.values()) {
            for (String key : TurnPolicy.STAGE_KEYS) {
                policy = policy.with(stage, key, values.raw(path + "." + stage.wireName() + "." + key));
            }
        }
        return policy;
    }
}
