package io.sidetone.core.facts;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Names of a {@link CallTemplate} that are known without being declared. */
public enum CallName {
    /** Number of the caller. */
    CALLER,
    /** Number that was called. */
    CALLED,
    /** Name of the agent. */
    AGENT,
    /** Day on which the call began: {@code 2026-11-26}. */
    DATE,
    /** Its English name: {@code Thursday}. */
    WEEKDAY,
    /** Time at which the call began: {@code 14:05}. */
    TIME,
    /** The keys that the caller has pressed so far. */
    DIGITS;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** Returns the name in texts. */
    public String wireName() {
        return wireName;
    }

    /** Returns all names in texts. */
    public static List<String> all() {
        return Arrays.stream(values()).map(CallName::wireName).toList();
    }

    static boolean known(String name) {
        return Arrays.stream(values()).anyMatch(each -> each.wireName.equals(name));
    }
}
