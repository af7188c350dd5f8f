package io.sidetone.transport.http.control;

import java.util.Map;

/** What a client wants of a running call. */
public sealed interface CallCommand {
    /**
     * The agent stops speaking and listens (ITE requestAssistantYield).
     *
     * @param reason short reason code
     */
    record Yield(String reason) implements CallCommand {}

    /**
     * The agent has the floor (ITE grantAssistantTurn).
     *
     * @param expectResponse whether the agent answers
     * @param autoResponseDelayMs how long the answer waits
     * @param requestId what the client calls the request, empty for none
     */
    record Grant(boolean expectResponse, int autoResponseDelayMs, String requestId) implements CallCommand {}

    /**
     * The agent says a sentence.
     *
     * @param text what it says
     * @param interrupt at once instead of when its turn is over
     */
    record Say(String text, boolean interrupt) implements CallCommand {}

    /**
     * Another turn-taking policy.
     *
     * @param name of a configured policy, or null
     * @param fields of a policy of its own, where there is no name
     */
    record Policy(String name, Map<String, Object> fields) implements CallCommand {}

    /**
     * We put the call on hold or take it back.
     *
     * @param on whether it is held
     */
    record Hold(boolean on) implements CallCommand {}

    /**
     * The call is handed on.
     *
     * @param to SIP or tel URI
     */
    record Transfer(String to) implements CallCommand {}

    /**
     * Keys are sent to the caller.
     *
     * @param digits 0 to 9, *, #, A to D
     */
    record Digits(String digits) implements CallCommand {}
}
