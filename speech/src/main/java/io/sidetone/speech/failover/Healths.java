package io.sidetone.speech.failover;

import io.sidetone.core.port.EngineHealth;
import java.util.List;
import java.util.function.Function;

/** One of several engines is enough. */
final class Healths {
    private Healths() {}

    static <E> EngineHealth any(List<Candidate<E>> alternatives, Function<E, EngineHealth> health) {
        StringBuilder down = new StringBuilder();
        for (Candidate<E> each : alternatives) {
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
