package io.sidetone.core.port.action;

import java.util.Map;

/**
 * Result of an action.
 *
 * @param invocationId of the {@link ActionCall}
 * @param success whether it was carried out
 * @param code {@link #OK}, or one of the failure codes below (VIP-09)
 * @param values what it returned, by name; a failure says why under {@link #MESSAGE}
 */
public record ActionResult(String invocationId, boolean success, String code, Map<String, Object> values) {
    /** Carried out. */
    public static final String OK = "ok";

    /** No action of that name is registered, or this agent may not use it. */
    public static final String NOT_REGISTERED = "not_registered";

    /** The parameters do not fit the action's schema; it was not carried out. */
    public static final String INVALID_PARAMETERS = "invalid_parameters";

    /** Code of an action when what it should act on does not exist. */
    public static final String ELEMENT_NOT_FOUND = "element_not_found";

    /** No answer within the deadline; whether it was carried out is unknown. */
    public static final String TIMEOUT = "timeout";

    /** Taken back before it was carried out. */
    public static final String CANCELLED = "cancelled";

    /** Anything else. */
    public static final String FAILED = "failed";

    /** Key of the text that says why an action failed. */
    public static final String MESSAGE = "message";

    /**
     * Key under which a result may bring the new narrated state of the client. It reaches the dialogue together with the
     * result, before the model goes on (T13), so that the model confirms from what the caller sees now.
     */
    public static final String NARRATED_STATE = "narrated_state";

    /** Key under which a success may say, with true, that nothing is to follow it: the turn ends there (T14). */
    public static final String DONE = "done";

    private static final String SCHEDULED = "scheduled";

    /** Takes absent values for none and an absent code for what {@code success} says. */
    public ActionResult {
        code = code != null ? code : success ? OK : FAILED;
        values = values == null ? Map.of() : values;
    }

    /** A success. */
    public static ActionResult ok(String invocationId, Map<String, Object> values) {
        return new ActionResult(invocationId, true, OK, values);
    }

    /** An action is accepted and waits for the end of speech; its result follows. */
    public static ActionResult scheduled(String invocationId) {
        return ok(invocationId, Map.of(SCHEDULED, "after speech"));
    }

    /** Returns whether the action is accepted and waits; its result follows. */
    public boolean scheduled() {
        return values.containsKey(SCHEDULED);
    }

    /** A failure of the kind {@code code}; {@code message} is for the model. */
    public static ActionResult failure(String invocationId, String code, String message) {
        return new ActionResult(invocationId, false, code, Map.of(MESSAGE, message));
    }
}
