package io.sidetone.tools.scenario.recorded;

import io.sidetone.core.facts.CallFacts;
import java.util.List;
import java.util.Map;

/**
 * What happened in a call, as its journal has it. Times are those of the call, in ns.
 *
 * @param agent who answered
 * @param from caller
 * @param to called address
 * @param facts what the network said of it
 * @param inputs what the caller said and keyed, in order
 * @param turns what the agent said, in order
 * @param actions what the agent asked for, in order
 * @param endedBy caller, agent, or who else ended it; empty where the journal does not say
 */
record RecordedCall(
        String agent,
        String from,
        String to,
        CallFacts facts,
        List<Input> inputs,
        List<Turn> turns,
        List<Run> actions,
        String endedBy) {
    /**
     * Something of the caller.
     *
     * @param keyed whether these are keys
     * @param text words or digits
     * @param beginNs when the floor became the caller's for it
     * @param endNs when it was complete
     */
    record Input(boolean keyed, String text, long beginNs, long endNs) {}

    /**
     * A turn of the agent that was heard.
     *
     * @param voicedNs its first sound
     * @param doneNs its end
     * @param full what it would have said
     * @param heard what was heard
     * @param interrupted whether it was cut short
     */
    record Turn(long voicedNs, long doneNs, String full, String heard, boolean interrupted) {}

    /**
     * An action.
     *
     * @param name of the action
     * @param parameters as the dialogue gave them, without those that held a secret
     * @param askedNs when it was asked for
     * @param endedNs when its result came; {@code askedNs} where none came
     * @param code what came of it, or empty
     * @param values what it returned
     */
    record Run(
            String name,
            Map<String, Object> parameters,
            long askedNs,
            long endedNs,
            String code,
            Map<String, Object> values) {}
}
