package io.sidetone.core.journal.record;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.WordTimes;
import io.sidetone.core.port.action.Instructions;
import java.util.Map;

/**
 * The classes of values that older journals know under another name. Whoever moves or renames a record or an enum that a
 * journal may hold adds its former name here; names are never removed.
 */
final class FormerNames {
    private static final Map<String, Class<?>> TYPES = Map.of(
            "io.sidetone.core.call.EndCause", EndCause.class,
            "io.sidetone.core.port.Occasion", PromptReason.class,
            "io.sidetone.core.port.action.Briefing", Instructions.class,
            "io.sidetone.core.playout.WordTimes", WordTimes.class);

    private FormerNames() {}

    /** Returns the class that was once called {@code name}, or null. */
    static Class<?> type(String name) {
        return TYPES.get(name);
    }
}
