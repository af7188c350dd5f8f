package io.sidetone.server.scenario.run;

import io.sidetone.server.scenario.file.ScenarioCase;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of a scenario.
 *
 * @param played the scenario, with the seed it was played with
 * @param failures what was expected in vain; empty when all is well
 * @param lengthMs of the call, in its own time
 * @param turns how often the agent spoke
 * @param conversation what happened, in order
 */
public record ScenarioResult(
        ScenarioCase played, List<Failure> failures, long lengthMs, int turns, List<ConversationLine> conversation) {
    /** Copies the lists. */
    public ScenarioResult {
        failures = List.copyOf(failures);
        conversation = List.copyOf(conversation);
    }

    /**
     * Judges a call.
     *
     * @param before what was found to be wrong already
     * @param performed what the caller did, on the clock of {@code log}
     */
    public static ScenarioResult of(ScenarioCase played, List<Failure> before, CallLog log, List<Performed> performed) {
        List<Failure> failures = new ArrayList<>(before);
        failures.addAll(Verdict.of(played.scenario(), log, performed));
        return new ScenarioResult(
                played,
                failures,
                log.ms(log.endedNs()),
                log.turns().size(),
                ConversationLine.of(log, performed, played.scenario().caller()));
    }

    /** Whether everything was as expected. */
    public boolean passed() {
        return failures.isEmpty();
    }
}
