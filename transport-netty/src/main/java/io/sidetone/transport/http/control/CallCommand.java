package io.sidetone.transport.http.control;

import java.util.Map;

/** A command of a client to a running call. */
public sealed interface CallCommand {
    /**
     * The agent stops speaking and listens (ITE requestAssistantYield).
     *
     * @param reason short reason code
     */
    record Yield(String reason) implements CallCommand {}

    /**
     * The agent takes the floor (ITE grantAssistantTurn).
     *
     * @param expectResponse whether the agent answers
     * @param autoResponseDelayMs how long the answer waits
     * @param requestId the client's id of the request, empty for none
     */
    record Grant(boolean expectResponse, int autoResponseDelayMs, String requestId) implements CallCommand {}

    /**
     * The agent says a sentence.
     *
     * @param text what it says
     * @param interrupt whether the agent says it at once, instead of after its turn
     */
    record Say(String text, boolean interrupt) implements CallCommand {}

    /**
     * Sets another turn-taking policy.
     *
     * @param name of a configured policy, or null
     * @param fields fields of a policy, when there is no name
     */
    record Policy(String name, Map<String, Object> fields) implements CallCommand {}

    /**
     * Puts the call on hold, or ends the hold.
     *
     * @param on whether it is held
     */
    record Hold(boolean on) implements CallCommand {}

    /**
     * Transfers the call.
     *
     * @param to SIP or tel URI
     * @param headers of the request to the caller's side, by name
     */
    record Transfer(String to, Map<String, String> headers) implements CallCommand {}

    /**
     * Connects the caller with whom another call talks to; their agents leave.
     *
     * @param call id of that call
     */
    record Connect(String call) implements CallCommand {}

    /**
     * Ends the call.
     *
     * @param headers of the goodbye, by name
     */
    record HangUp(Map<String, String> headers) implements CallCommand {}

    /**
     * Leaves out of the recording what is said from now on, or records again.
     *
     * @param on whether it is recorded
     */
    record Recording(boolean on) implements CallCommand {}

    /**
     * Sends keys to the caller.
     *
     * @param digits 0 to 9, *, #, A to D
     */
    record Digits(String digits) implements CallCommand {}
}
