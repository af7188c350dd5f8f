package io.sidetone.config.schema;

import io.sidetone.core.turn.TurnPolicy;
import java.util.List;

/** The policy profiles of the interruption and turn-taking engine. */
public final class Profiles {
    /** Their names. A policy that begins with {@code custom} starts from the values of {@code default}. */
    public static final List<String> NAMES = List.of("default", "assertive", "hands-free", "custom");

    private Profiles() {}

    /** Returns the profile {@code name}, one of {@link #NAMES}. */
    public static TurnPolicy of(String name) {
        TurnPolicy base = TurnPolicy.DEFAULT;
        return switch (name) {
            case "default" -> base;
            // Yields and hands over sooner: the shortest evidence that is safe, and a tighter budget.
            case "assertive" -> variant(name, true, 60, 280, 600, 200);
            case "hands-free" ->
                variant(
                        name,
                        false,
                        base.yieldMs(),
                        base.minSpeechMs(),
                        base.endSilenceMs(),
                        base.interruptionBudgetMs());
            case "custom" ->
                variant(
                        name,
                        true,
                        base.yieldMs(),
                        base.minSpeechMs(),
                        base.endSilenceMs(),
                        base.interruptionBudgetMs());
            default -> throw new IllegalArgumentException("profile " + name + " is not one of " + NAMES);
        };
    }

    private static TurnPolicy variant(
            String name, boolean allowBargeIn, int yieldMs, int minSpeechMs, int endSilenceMs, int budgetMs) {
        TurnPolicy base = TurnPolicy.DEFAULT;
        return new TurnPolicy(
                name,
                allowBargeIn,
                base.speechThreshold(),
                base.onsetMs(),
                yieldMs,
                minSpeechMs,
                base.resumeSilenceMs(),
                endSilenceMs,
                base.continuationMs(),
                budgetMs,
                base.finalTranscriptMs(),
                base.responseMs(),
                base.noInputMs(),
                base.interDigitMs(),
                base.maxTurnMs(),
                base.mediaTimeoutMs(),
                base.maxHoldMs(),
                base.maxCallMs(),
                base.creditMs());
    }
}
