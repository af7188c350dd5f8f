package io.sidetone.core.conversation;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import java.util.ArrayList;
import java.util.List;

/** A client that notes what it is told. */
final class ClientLog implements CallObserver {
    final List<String> told = new ArrayList<>();

    @Override
    public void moved(CallRecord call, FloorTransition transition) {
        told.add("state " + transition.to());
    }

    @Override
    public void refused(CallRecord call, FloorState state, FloorTrigger trigger, String message) {
        told.add("refused " + trigger.wireName() + " in " + state);
    }

    @Override
    public void narrated(CallRecord call, boolean applied) {
        told.add(applied ? "applied" : "deferred");
    }

    @Override
    public void problem(CallRecord call, String code, String message, boolean retryable) {
        told.add("problem " + code);
    }
}
