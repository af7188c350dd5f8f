package io.sidetone.tools.scenario.file;

import io.sidetone.core.setting.Key;
import java.util.Map;

/**
 * An action that the agent must ask for.
 *
 * @param name of the action
 * @param with parameters that it must have, compared as text; others may be there
 * @param result what must come of it; empty for anything
 */
public record ExpectedAction(
        @Key(unit = "name of an action", why = "Which action.", mandatory = true) String name,
        @Key(unit = "names and texts", why = "Parameters that it must have, compared as text.")
                Map<String, String> with,
        @Key(unit = "code", why = "What must come of it, such as ok, failed or invalid_parameters.") String result) {
    /** Copies the map. */
    public ExpectedAction {
        with = Map.copyOf(with);
    }
}
