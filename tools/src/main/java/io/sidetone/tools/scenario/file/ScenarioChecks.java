package io.sidetone.tools.scenario.file;

import io.sidetone.config.problem.Nearest;
import io.sidetone.config.problem.Problems;
import io.sidetone.core.floor.FloorState;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Checks of what must fit together within one scenario, beyond the types of its values. */
final class ScenarioChecks {
    private static final List<String> STATES = Arrays.stream(FloorState.values())
            .map(state -> state.name().toLowerCase(Locale.ROOT))
            .toList();

    private final ScenarioCase read;
    private final Problems problems;

    ScenarioChecks(ScenarioCase read, Problems problems) {
        this.read = read;
        this.problems = problems;
    }

    void run() {
        List<CallerStep> steps = read.scenario().caller();
        for (int i = 0; i < steps.size(); i++) {
            step("caller[" + i + "]", steps.get(i));
            if (steps.get(i).hangUp() && i < steps.size() - 1) {
                add("caller[" + (i + 1) + "]", "comes after the caller has hung up", "remove it, or the hang-up");
            }
        }
        persona(read.scenario().persona());
        expectation("expect", read.scenario().expect());
        List<ModelAnswer> answers = read.scenario().answers();
        for (int i = 0; i < answers.size(); i++) {
            if (answers.get(i).say().isBlank() && answers.get(i).action().isBlank()) {
                add("answers[" + i + "]", "says nothing and asks for nothing", "give it say, or action");
            }
        }
    }

    private void persona(Persona persona) {
        if (!read.lines().hasSection(read.path() + "." + Persona.KEY)) {
            return;
        }
        if (has("caller")) {
            add(Persona.KEY, "stands beside caller", "keep one of them: the steps, or the model that takes them");
        }
        if (!has(Persona.KEY + ".engine")) {
            add(Persona.KEY + ".engine", "is missing", "name the chat model that plays the caller");
        }
        if (!has(Persona.KEY + ".is")) {
            add(Persona.KEY + ".is", "is missing", "write who the caller is and what he wants");
        } else if (Words.of(persona.is()).isEmpty()) {
            add(Persona.KEY + ".is", "has no words", "write who the caller is and what he wants");
        }
    }

    private void step(String path, CallerStep step) {
        List<String> verbs = step.verbs();
        boolean spokenFile = verbs.equals(List.of("say", "play"));
        boolean refused = CallerStep.VERBS.stream().anyMatch(verb -> has(path + "." + verb)) && verbs.isEmpty();
        if (verbs.size() != 1 && !spokenFile && !refused) {
            add(
                    path,
                    verbs.isEmpty() ? "does nothing" : "does several things: " + String.join(", ", verbs),
                    "give it one of " + String.join(", ", CallerStep.VERBS));
        }
        List<String> times = Stream.of("into-answer", "at", "pause")
                .filter(time -> has(path + "." + time))
                .toList();
        if (times.size() > 1) {
            add(path + "." + times.get(1), "stands beside " + times.get(0), "keep one of them");
        }
        step.say()
                .filter(words -> Words.of(words).isEmpty())
                .ifPresent(words -> add(path + ".say", "has no words", "write what the caller says"));
        step.digits()
                .filter(keys -> !keys.matches("[0-9*#A-D]{1,64}"))
                .ifPresent(keys -> add(path + ".digits", "'" + keys + "' is no keys", "use 0-9, *, #, A-D"));
        step.play()
                .filter(file -> !Files.isRegularFile(file) || !Files.isReadable(file))
                .ifPresent(file -> add(path + ".play", file + " cannot be read", "name a WAV file"));
        expectation(path + ".expect", step.expect());
    }

    private void expectation(String path, Expectation expect) {
        for (int i = 0; i < expect.states().size(); i++) {
            String state = expect.states().get(i);
            if (!STATES.contains(state)) {
                add(
                        path + ".states[" + i + "]",
                        "'" + state + "' is no state of the floor",
                        Nearest.to(state, STATES)
                                .map(near -> "did you mean " + near + "?")
                                .orElse("use one of " + String.join(", ", STATES)));
            }
        }
        spoken(path + ".said", expect.said());
        spoken(path + ".not-said", expect.notSaid());
    }

    private void spoken(String path, List<String> texts) {
        for (int i = 0; i < texts.size(); i++) {
            if (Words.of(texts.get(i)).isEmpty()) {
                add(path + "[" + i + "]", "has no words", "write words that can be heard");
            }
        }
    }

    private boolean has(String part) {
        return read.lines().has(read.path() + "." + part);
    }

    private void add(String part, String problem, String remedy) {
        problems.add(read.path() + "." + part, problem + read.lines().in(read.path() + "." + part), remedy);
    }
}
