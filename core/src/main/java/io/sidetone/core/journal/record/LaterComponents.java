package io.sidetone.core.journal.record;

import io.sidetone.core.call.CallSetup;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.dialogue.SpokenGuidance;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallOrigin;
import io.sidetone.core.facts.CallTerms;
import io.sidetone.core.facts.HandedOver;
import io.sidetone.core.port.ListenHint;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Components that records have got since older journals were written, with what they were before. Whoever adds a component
 * to a record that a journal may hold adds it here where a call without it runs as it did.
 */
public final class LaterComponents {
    private static final Map<Class<?>, Map<String, Object>> BEFORE = Map.of(
            CallSetup.class, Map.of("facts", CallFacts.NONE, "holdMusic", List.of()),
            Phrases.class, Map.of("handOver", Map.of()),
            CallFacts.class,
                    Map.of(
                            "variables",
                            Map.of(),
                            "terms",
                            CallTerms.NONE,
                            "handedOver",
                            HandedOver.NONE,
                            "origin",
                            CallOrigin.NONE),
            CallTerms.class, Map.of("tools", List.of()),
            ControlRequest.class, Map.of("headers", Map.of()),
            ListenHint.class, Map.of("secrecy", ListenHint.Secrecy.NONE),
            SpokenGuidance.class, Map.of("noAnswer", SpokenGuidance.ENGLISH.noAnswer()));

    /** Components that may be null, and were before they were written. */
    private static final Map<Class<?>, Set<String>> ABSENT = Map.of(CallSetup.class, Set.of("dialled"));

    private LaterComponents() {}

    /** Returns whether a record without component {@code name} had null there. */
    public static boolean wasAbsent(Class<?> type, String name) {
        return ABSENT.getOrDefault(type, Set.of()).contains(name);
    }

    /** Returns the value that component {@code name} of {@code type} had before it was written, or null for none. */
    public static Object before(Class<?> type, String name) {
        return BEFORE.getOrDefault(type, Map.of()).get(name);
    }
}
