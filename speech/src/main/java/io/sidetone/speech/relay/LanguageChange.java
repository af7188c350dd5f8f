package io.sidetone.speech.relay;

import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.Map;

/** The change of a call to another language, from the agent's wish to its end. Event loop only. */
final class LanguageChange {
    private String wanted = "";
    private String invocationId = "";
    private String to = "";

    /** The agent wants it when nobody has asked. */
    void want(String language) {
        wanted = language;
    }

    /** Returns whether the agent wants it, and it was not begun. */
    boolean wanted() {
        return !wanted.isEmpty();
    }

    /** Returns the language that is wanted, and has none then. */
    String take() {
        String language = wanted;
        wanted = "";
        return language;
    }

    /** The action {@code id} makes it. */
    void begin(String id, String language) {
        invocationId = id;
        to = language;
    }

    /** Returns whether it is under way. */
    boolean under() {
        return !invocationId.isEmpty();
    }

    /** Takes what became of an action; returns whether it ends the change. */
    boolean ended(ActionResult result) {
        if (!result.invocationId().equals(invocationId) || result.scheduled()) {
            return false;
        }
        invocationId = "";
        return true;
    }

    /** The language that was asked for last. */
    String to() {
        return to;
    }

    /** The language that {@code call} changes the agent to; empty where it does not, or changes the agent. */
    static String of(String action, Map<String, Object> parameters) {
        boolean only = ActionCall.HAND_OVER.equals(action) && !parameters.containsKey("agent");
        return only && parameters.get("language") instanceof String language ? language : "";
    }
}
