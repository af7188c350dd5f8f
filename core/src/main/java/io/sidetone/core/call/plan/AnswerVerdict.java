package io.sidetone.core.call.plan;

import io.sidetone.core.facts.CallFacts;

/** Verdict on what becomes of a call that rings. */
public sealed interface AnswerVerdict {
    /**
     * An agent takes it.
     *
     * @param plan of the agent
     * @param facts of the call, with what was added to them
     */
    record Take(CallPlan plan, CallFacts facts) implements AnswerVerdict {}

    /**
     * Nobody takes it.
     *
     * @param status of SIP, 400 to 699
     * @param reason in words, or null for those of the status
     */
    record Refuse(int status, String reason) implements AnswerVerdict {}

    /**
     * The caller's side is to call somebody else (302).
     *
     * @param target SIP or tel URI
     */
    record Redirect(String target) implements AnswerVerdict {}
}
