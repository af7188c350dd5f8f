package io.sidetone.tools.scenario.run;

import io.sidetone.tools.scenario.file.CallerStep;
import io.sidetone.tools.scenario.persona.PersonaCaller;
import io.sidetone.tools.scenario.persona.PersonaException;
import java.util.ArrayList;
import java.util.List;

/** The steps of a caller: those of a list, or those that a persona takes as the call goes on. One thread. */
final class CallerSteps {
    private final List<CallerStep> steps;
    private final PersonaCaller persona;
    private final CallLog log;
    private int told;

    /** Creates the steps of {@code list}, or where {@code persona} is not null those that it takes. */
    CallerSteps(List<CallerStep> list, PersonaCaller persona, CallLog log) {
        this.steps = new ArrayList<>(list);
        this.persona = persona;
        this.log = log;
    }

    /** Returns whether the caller thinks of the steps himself. */
    boolean improvised() {
        return persona != null;
    }

    int size() {
        return steps.size();
    }

    CallerStep get(int index) {
        return steps.get(index);
    }

    /** Returns the steps so far. */
    List<CallerStep> all() {
        return List.copyOf(steps);
    }

    /**
     * The agent has finished: adds what the caller does next. The time of the call stands still meanwhile.
     *
     * @return false where there is nothing more to do
     */
    boolean grow() throws PersonaException {
        if (persona == null) {
            return false;
        }
        String heard = log.heardSince(told);
        told = log.turns().size();
        steps.add(persona.next(heard));
        return true;
    }

    /** Returns whether the caller has stayed for as long as he wants to; then the hang-up is added. */
    boolean timeIsUp(long lastedNs) {
        if (persona == null || lastedNs < persona.limit().toNanos()) {
            return false;
        }
        steps.add(persona.timeIsUp());
        return true;
    }
}
