package io.sidetone.tools.scenario.run;

import io.sidetone.core.background.Background;
import io.sidetone.core.journal.RecordSink;
import io.sidetone.tools.scenario.file.CallerStep;
import io.sidetone.tools.scenario.file.ScenarioCase;
import io.sidetone.tools.scenario.persona.PersonaCaller;
import io.sidetone.tools.scenario.persona.Personas;
import io.sidetone.tools.softphone.sound.CallerSounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Plays scenarios in virtual time, each on one thread, several at once. */
public final class ScenarioRunner {
    private final ScenarioAgents agents;
    private final Personas personas;

    /** Creates a runner for the agents of one configuration; {@code personas} play the callers that are no lists of steps. */
    public ScenarioRunner(ScenarioAgents agents, Personas personas) {
        this.agents = agents;
        this.personas = personas;
    }

    /** Opens the journal of a call. */
    @FunctionalInterface
    public interface Journaling {
        /** Returns where the records of the call go, or null for nowhere. */
        RecordSink open(ScenarioCase each) throws IOException;

        /** No call is journaled. */
        static Journaling none() {
            return each -> null;
        }
    }

    /**
     * Plays {@code cases} on {@code threads} threads.
     *
     * @return the results, in the order of the cases
     */
    public List<ScenarioResult> run(List<ScenarioCase> cases, int threads, Journaling journaling)
            throws IOException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads, Background.named("scenario"));
        try {
            List<Future<ScenarioResult>> running = new ArrayList<>();
            for (ScenarioCase each : cases) {
                running.add(pool.submit(() -> play(each, journaling)));
            }
            List<ScenarioResult> results = new ArrayList<>();
            for (Future<ScenarioResult> result : running) {
                results.add(result.get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException unreadable) {
                throw unreadable;
            }
            throw new IllegalStateException("a scenario could not be played: " + e.getCause(), e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    /** Plays one on this thread. */
    public ScenarioResult play(ScenarioCase each, Journaling journaling) throws IOException {
        PersonaCaller persona = personas.caller(each);
        VirtualCall call = new VirtualCall(
                each.scenario(), agents, sounds(each.scenario().caller()), persona, journaling.open(each));
        call.run();
        CallerScript script = call.script();
        if (persona == null) {
            return ScenarioResult.of(each, script.failures(), call.log(), script.performed());
        }
        ScenarioCase played = each.played(script.steps());
        if (script.unplayable()) {
            return ScenarioResult.unjudged(played, script.failures(), call.log(), script.performed())
                    .noting(persona.notes());
        }
        personas.played(each, persona);
        return ScenarioResult.of(played, script.failures(), call.log(), script.performed())
                .noting(persona.notes());
    }

    private static Map<CallerStep, short[]> sounds(List<CallerStep> steps) throws IOException {
        Map<CallerStep, short[]> sounds = new HashMap<>();
        for (CallerStep step : steps) {
            if (step.play().isPresent()) {
                Path file = step.play().get();
                sounds.put(step, CallerSounds.read(file.toString(), file).pcm());
            }
        }
        return sounds;
    }
}
