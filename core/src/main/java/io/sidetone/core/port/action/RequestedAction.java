package io.sidetone.core.port.action;

import java.util.Map;

/**
 * An action that was asked for, as the record of its call keeps it. Immutable.
 *
 * @param invocationId unique within the call
 * @param action name the model gave
 * @param parameters as the model gave them; null where the recording was paused and they may not be kept
 * @param wantedAtMs wall time of the request
 */
public record RequestedAction(String invocationId, String action, Map<String, Object> parameters, long wantedAtMs) {}
