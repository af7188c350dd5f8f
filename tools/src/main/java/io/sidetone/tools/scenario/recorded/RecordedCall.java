package io.sidetone.tools.scenario.recorded;

import io.sidetone.core.facts.CallFacts;
import io.sidetone.tools.scenario.run.CallLog;
import java.util.List;

/**
 * Account of what happened in a call, as its journal has it. Times are those of the call, in ns.
 *
 * @param agent who answered
 * @param from caller
 * @param to called address
 * @param facts what the network said of it
 * @param inputs what the caller said and keyed, in order
 * @param log what the agent said and asked for, and who ended the call
 */
record RecordedCall(String agent, String from, String to, CallFacts facts, List<Input> inputs, CallLog log) {
    /** Returns caller, agent, or who else ended it; empty where the journal does not say. */
    String endedBy() {
        return log.endCause() == null ? "" : log.endCause().by();
    }

    /**
     * Something of the caller.
     *
     * @param keyed whether these are keys
     * @param text words or digits
     * @param beginNs when the floor became the caller's for it
     * @param endNs when it was complete
     */
    record Input(boolean keyed, String text, long beginNs, long endNs) {}
}
