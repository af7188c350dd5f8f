package io.sidetone.tools.scenario.file;

import io.sidetone.config.binding.EntryName;
import io.sidetone.config.binding.Section;
import io.sidetone.core.setting.Key;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One call that is played to an agent.
 *
 * @param name under which it stands in its file
 * @param agent who answers; the file, else the configuration says it where this is empty
 * @param seed for every random choice of the call
 * @param from number of the caller
 * @param to number that is called; the agent that takes it answers where no agent is named
 * @param headers what came with the call
 * @param variables what our own side gives the call
 * @param line what is wrong with the line
 * @param outcomes what actions bring
 * @param answers what a model that is a service says in this scenario
 * @param caller what the caller does, in order
 * @param persona who the caller is where a model plays him; then {@code caller} is empty until the call has been played
 * @param onReprompt whether a telephone plays its last sound again when the agent repeats its question
 * @param expect what must be true of the whole call
 */
@Section("One call that is played to an agent.")
public record Scenario(
        @EntryName String name,
        @Key(unit = "name of an agent", why = "Who answers; otherwise the agent of the file.", derived = "agent")
                Optional<String> agent,
        @Key(
                        why = "Every random choice of the call follows from it: the same seed gives the same call.",
                        min = 0,
                        max = Integer.MAX_VALUE,
                        byDefault = "1")
                int seed,
        @Key(unit = "number", why = "Number of the caller.", byDefault = "+15550100") String from,
        @Key(unit = "number", why = "Number that is called.", byDefault = "100") String to,
        @Key(unit = "header names and values", why = "What comes with the call, as a trunk would give it.")
                Map<String, String> headers,
        @Key(unit = "names and texts", why = "What POST /api/calls would give the call.") Map<String, String> variables,
        LineFaults line,
        @Section("What an action brings in place of its real outcome; an action without one succeeds at once.")
                List<ActionStandIn> outcomes,
        @Section("What the model says where the agent's model is a service: the first that fits what was said.")
                List<ModelAnswer> answers,
        @Section("What the caller does, one step after the other.") List<CallerStep> caller,
        Persona persona,
        @Key(
                        words = {"repeat"},
                        why = "In a real call the last sound is played again when the agent repeats its question.")
                Optional<String> onReprompt,
        Expectation expect) {
    /** Copies the collections. */
    public Scenario {
        headers = Map.copyOf(headers);
        variables = Map.copyOf(variables);
        outcomes = List.copyOf(outcomes);
        answers = List.copyOf(answers);
        caller = List.copyOf(caller);
    }

    /** Returns this scenario with {@code name} for its agent. */
    Scenario answeredBy(String name) {
        return with(Optional.of(name), seed, caller);
    }

    /** Returns this scenario with another seed. */
    public Scenario withSeed(int other) {
        return with(agent, other, caller);
    }

    /** Returns this scenario with what its persona did. */
    Scenario played(List<CallerStep> steps) {
        return with(agent, seed, steps);
    }

    private Scenario with(Optional<String> who, int number, List<CallerStep> steps) {
        return new Scenario(
                name,
                who,
                number,
                from,
                to,
                headers,
                variables,
                line,
                outcomes,
                answers,
                steps,
                persona,
                onReprompt,
                expect);
    }
}
