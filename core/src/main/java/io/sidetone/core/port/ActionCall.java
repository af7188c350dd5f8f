package io.sidetone.core.port;

import java.util.Map;

/**
 * An action the dialogue wants carried out.
 *
 * @param invocationId unique within the call
 * @param action registered name
 * @param parameters by name; values are strings, numbers, booleans, maps or lists
 * @param afterSpeech whether it waits for the end of playback (hang up, transfer)
 */
public record ActionCall(String invocationId, String action, Map<String, Object> parameters, boolean afterSpeech) {
    /** Ends the call when the agent has finished speaking; carried out by the lane itself. */
    public static final String HANG_UP = "hang_up";
}
