package io.sidetone.tools.scenario.run;

import io.sidetone.tools.scenario.file.ScenarioCase;
import java.util.ArrayList;
import java.util.List;

/**
 * Result of a scenario.
 *
 * @param played the scenario, with the seed it was played with and the steps its persona took
 * @param failures what was expected in vain; empty when all is well
 * @param lengthMs of the call, in its own time
 * @param turns how often the agent spoke
 * @param conversation what happened, in order
 * @param notes what should be known of how it was played, and is no failure
 */
public record ScenarioResult(
        ScenarioCase played,
        List<Failure> failures,
        long lengthMs,
        int turns,
        List<ConversationLine> conversation,
        List<String> notes) {
    /** Copies the lists. */
    public ScenarioResult {
        failures = List.copyOf(failures);
        conversation = List.copyOf(conversation);
        notes = List.copyOf(notes);
    }

    /**
     * Judges a call.
     *
     * @param before what was found to be wrong already
     * @param performed what the caller did, on the clock of {@code log}
     */
    public static ScenarioResult of(
            ScenarioCase played, List<Failure> before, CallLog log, List<CompletedStep> performed) {
        List<Failure> failures = new ArrayList<>(before);
        failures.addAll(Verdict.of(played.scenario(), log, performed));
        return unjudged(played, failures, log, performed);
    }

    /** Returns the result of a call in which the agent cannot be judged: it failed for {@code failures} alone. */
    public static ScenarioResult unjudged(
            ScenarioCase played, List<Failure> failures, CallLog log, List<CompletedStep> performed) {
        return new ScenarioResult(
                played,
                failures,
                log.ms(log.endedNs()),
                log.turns().size(),
                ConversationLine.of(log, performed, played.scenario().caller()),
                List.of());
    }

    /** Returns this result with {@code more} notes. */
    public ScenarioResult noting(List<String> more) {
        List<String> all = new ArrayList<>(notes);
        all.addAll(more);
        return new ScenarioResult(played, failures, lengthMs, turns, conversation, all);
    }

    /** Returns whether everything was as expected. */
    public boolean passed() {
        return failures.isEmpty();
    }
}
