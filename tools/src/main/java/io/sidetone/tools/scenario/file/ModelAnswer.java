package io.sidetone.tools.scenario.file;

import io.sidetone.core.setting.Key;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Answer of the stand-in of a model.
 *
 * @param to words of the caller that it answers; empty for whatever was said
 * @param say what the agent says
 * @param action what it asks for before that; empty for nothing
 * @param with parameters of the action
 * @param failed what it says where the action failed; empty for the same
 * @param hangUp whether the agent ends the call afterwards
 * @param after how long the model thinks
 */
public record ModelAnswer(
        @Key(unit = "words", why = "What the caller must have said; otherwise it answers everything.") List<String> to,
        @Key(why = "What the agent says.") String say,
        @Key(unit = "name of an action", why = "What the model asks for before it says that.") String action,
        @Key(unit = "names and texts", why = "Parameters of the action.") Map<String, String> with,
        @Key(why = "What the agent says where the action failed; otherwise the same.") String failed,
        @Key(why = "Whether the agent ends the call when it has said that.", byDefault = "false") boolean hangUp,
        @Key(why = "How long the model thinks.", min = 0, max = 600_000, byDefault = "0ms") Duration after) {
    /** Copies the collections. */
    public ModelAnswer {
        to = List.copyOf(to);
        with = Map.copyOf(with);
    }
}
