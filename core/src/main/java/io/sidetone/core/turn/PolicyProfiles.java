package io.sidetone.core.turn;

import java.util.List;

/** The policy profiles of the interruption and turn-taking engine (ITE-POL-001). */
public final class PolicyProfiles {
    /** Their names. A policy that begins with {@code custom} starts from the values of {@code default}. */
    public static final List<String> NAMES = List.of("default", "assertive", "hands-free", "custom");

    private static final TurnPolicy ASSERTIVE = TurnPolicy.DEFAULT
            .named("assertive")
            .withCooldown(true)
            .with(PolicyNumber.INTERRUPTION_BUDGET, 200)
            .with(PolicyNumber.COMPLETION_GRACE, 500)
            .with(PolicyNumber.SPEECH_STOP_DEBOUNCE, 180)
            .with(PolicyNumber.YIELD, 60)
            .with(PolicyNumber.MIN_SPEECH, 400)
            .with(PolicyNumber.END_SILENCE, 600)
            .with(PolicyNumber.END_SILENCE_SOONER, 280)
            .with(PolicyNumber.END_SILENCE_LATER, 400);

    private PolicyProfiles() {}

    /**
     * Returns the profile {@code name}, one of {@link #NAMES}. Assertive yields and hands over sooner, with a tighter
     * budget, and cools down after repeated interruptions.
     */
    public static TurnPolicy of(String name) {
        return switch (name) {
            case "default" -> TurnPolicy.DEFAULT;
            case "assertive" -> ASSERTIVE;
            case "hands-free" -> TurnPolicy.DEFAULT.named(name).withBargeIn(false);
            case "custom" -> TurnPolicy.DEFAULT.named(name);
            default -> throw new IllegalArgumentException("profile: '" + name + "' is not one of " + NAMES);
        };
    }
}
