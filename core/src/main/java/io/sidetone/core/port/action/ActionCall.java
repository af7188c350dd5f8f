package io.sidetone.core.port.action;

import java.util.Map;
import java.util.Set;

/**
 * An action the dialogue wants carried out.
 *
 * @param invocationId unique within the call
 * @param action registered name
 * @param parameters by name; values are strings, numbers, booleans, maps or lists
 * @param afterSpeech whether it waits for the end of playback (hang up, transfer)
 * @param followUp whether the model goes on after its success (T13); otherwise the turn ends there (T14)
 * @param deadlineMs how long its result may take, in ms; 0 for the lane's default
 */
public record ActionCall(
        String invocationId,
        String action,
        Map<String, Object> parameters,
        boolean afterSpeech,
        boolean followUp,
        int deadlineMs) {
    /** Ends the call when the agent has finished speaking; carried out by the lane itself, without a result. */
    public static final String HANG_UP = "hang_up";

    /** Hands the call on to {@code to} when the agent has finished speaking; carried out by the lane. */
    public static final String TRANSFER = "transfer";

    /**
     * Has {@code agent} take the call over, or the same one go on in {@code language}, when the agent has finished speaking;
     * {@code note} is for the next one. Carried out by the lane.
     */
    public static final String HAND_OVER = "hand_over";

    /** Sends {@code digits} to the caller's side; carried out by the lane. */
    public static final String SEND_DIGITS = "send_digits";

    /** Puts the caller on hold, or with {@code on: false} takes the call back; carried out by the lane. */
    public static final String HOLD = "hold";

    /** Action after which what is said is not recorded; carried out by the lane. */
    public static final String PAUSE_RECORDING = "pause_recording";

    /** Action after which what is said is recorded again; carried out by the lane. */
    public static final String RESUME_RECORDING = "resume_recording";

    private static final Set<String> OF_CALL =
            Set.of(HANG_UP, TRANSFER, HAND_OVER, SEND_DIGITS, HOLD, PAUSE_RECORDING, RESUME_RECORDING);

    /** Takes absent parameters for none. */
    public ActionCall {
        parameters = parameters == null ? Map.of() : parameters;
    }

    /** An action on the terms it is registered with. */
    public ActionCall(String invocationId, String action, Map<String, Object> parameters, boolean afterSpeech) {
        this(invocationId, action, parameters, afterSpeech, true, 0);
    }

    /** Returns it with other parameters. */
    public ActionCall with(Map<String, Object> others) {
        return new ActionCall(invocationId, action, others, afterSpeech, followUp, deadlineMs);
    }

    /** Returns what became of it. */
    public ActionOutcome outcome(long token, long wantedAtMs, long endedAtMs, String code) {
        return new ActionOutcome(invocationId, action, token, wantedAtMs, endedAtMs, code);
    }

    /** Returns whether the lane carries it out by itself: it is about the recording. */
    public boolean recording() {
        return PAUSE_RECORDING.equals(action) || RESUME_RECORDING.equals(action);
    }

    /** Returns the parameter {@code name} as text; empty where there is none. */
    public String text(String name) {
        Object value = parameters.get(name);
        return value == null ? "" : value.toString();
    }

    /** Returns whether {@code action} is carried out by the call itself: its parameters go to the telephone side or stay in the call. */
    public static boolean ofCall(String action) {
        return OF_CALL.contains(action);
    }

    /** Returns whether it hands the call over to an agent. */
    public boolean handsOver() {
        return HAND_OVER.equals(action);
    }

    /** Returns whether the lane carries it out by signalling, once the registry has let it pass. */
    public boolean telephone() {
        return TRANSFER.equals(action) || SEND_DIGITS.equals(action) || HOLD.equals(action);
    }
}
