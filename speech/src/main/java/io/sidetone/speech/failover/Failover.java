package io.sidetone.speech.failover;

import io.sidetone.core.port.EngineHealth;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Engines of one kind in order of preference, and the rule when the next one is asked. Shared by all calls;
 * thread-safe.
 *
 * @param candidates the preferred one first
 * @param loops gives each session its loop
 * @param limitMs how long an engine may take to begin its answer before the next one is asked; the last engine has no
 *     limit. For a recognizer: from the end of an utterance to its transcript
 * @param counters counts how often one engine replaced another
 * @param <E> kind of engine
 */
public record Failover<E>(
        List<Candidate<E>> candidates,
        Supplier<ScheduledExecutorService> loops,
        int limitMs,
        FailoverCounters counters) {
    /** Copies the list and registers its engines with {@code counters}. */
    public Failover {
        candidates = List.copyOf(candidates);
        counters.possible(candidates.stream().map(Candidate::name).toList());
    }

    /** The same with counters that are not exported. */
    public Failover(List<Candidate<E>> candidates, Supplier<ScheduledExecutorService> loops, int limitMs) {
        this(candidates, loops, limitMs, new FailoverCounters());
    }

    E engine(int index) {
        return candidates.get(index).engine();
    }

    /** Returns the common health: one working engine is enough. */
    EngineHealth health(Function<E, EngineHealth> health) {
        StringBuilder down = new StringBuilder();
        for (Candidate<E> each : candidates) {
            EngineHealth found = health.apply(each.engine());
            if (found.up() && !each.circuit().resting()) {
                return EngineHealth.up(each.name() + ": " + found.detail());
            }
            down.append(down.length() == 0 ? "" : "; ")
                    .append(each.name())
                    .append(": ")
                    .append(found.up() ? each.circuit().why() : found.detail());
        }
        return EngineHealth.down(down.toString());
    }
}
