package io.sidetone.core.call.plan;

import java.util.function.Consumer;

/** Somebody outside who decides on calls while they ring. */
public interface AnswerHook {
    /** Nobody is asked. */
    AnswerHook NONE = new AnswerHook() {
        @Override
        public boolean concerns(String trunk, CallPlan plan) {
            return false;
        }

        @Override
        public void ask(RingingCall call, Consumer<AnswerVerdict> verdict) {
            throw new IllegalStateException("nobody is asked about calls");
        }
    };

    /**
     * Returns whether somebody is asked about such calls. The event loop of its signalling or its connection; never blocks.
     *
     * @param trunk name of the trunk, or null
     * @param plan of the agent that was found, or null
     */
    boolean concerns(String trunk, CallPlan plan);

    /**
     * Asks. The event loop of its signalling or its connection; never blocks.
     *
     * @param verdict takes the answer exactly once, within a time that the hook bounds; on any thread, this one included
     */
    void ask(RingingCall call, Consumer<AnswerVerdict> verdict);
}
