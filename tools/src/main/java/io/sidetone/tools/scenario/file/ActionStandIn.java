package io.sidetone.tools.scenario.file;

import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.setting.Key;
import java.time.Duration;
import java.util.Map;

/**
 * Result of an action in a scenario. The first call of an action gets its first stand-in, the next the next one; the last
 * stays.
 *
 * @param action name of the action
 * @param code {@code ok}, or why it failed
 * @param values what it returns
 * @param after how long it takes
 */
public record ActionStandIn(
        @Key(unit = "name of an action", why = "The action it stands in for.", mandatory = true) String action,
        @Key(
                        name = "result",
                        words = {
                            ActionResult.OK,
                            ActionResult.FAILED,
                            ActionResult.TIMEOUT,
                            ActionResult.ELEMENT_NOT_FOUND
                        },
                        why = "Whether it succeeds, or how it fails.",
                        byDefault = ActionResult.OK)
                String code,
        @Key(unit = "names and texts", why = "What it returns.") Map<String, String> values,
        @Key(why = "How long it takes, in the time of the call.", min = 0, max = 600_000, byDefault = "0ms")
                Duration after) {
    /** Copies the map. */
    public ActionStandIn {
        values = Map.copyOf(values);
    }

    /** Returns whether the action succeeds. */
    public boolean success() {
        return ActionResult.OK.equals(code);
    }
}
