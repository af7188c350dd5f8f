package io.sidetone.core.call.plan;

/**
 * A call that rings and is not answered yet. Immutable.
 *
 * @param identity which call it is
 * @param trunk name of the trunk that brought it, or null
 * @param plan of the agent that its called address leads to, or null for none
 */
public record RingingCall(CallPlan.Identity identity, String trunk, CallPlan plan) {
    /** Returns the same call, which an agent takes. */
    public RingingCall taken(AnswerVerdict.Take take) {
        return new RingingCall(identity.withFacts(take.facts()), trunk, take.plan());
    }
}
