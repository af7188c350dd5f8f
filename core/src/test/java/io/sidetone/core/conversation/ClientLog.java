package io.sidetone.core.conversation;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorTransition;
import java.util.ArrayList;
import java.util.List;

/** A client that notes what it is told. */
final class ClientLog implements CallObserver {
    final List<String> told = new ArrayList<>();

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof FloorTransition moved) {
            told.add("state " + moved.to());
        } else if (event instanceof Refused now) {
            told.add("refused " + now.trigger().wireName() + " in " + now.state());
        } else if (event instanceof Narrated narrated) {
            told.add(narrated.applied() ? "applied" : "deferred");
        } else if (event instanceof Problem now) {
            told.add("problem " + now.code());
        }
    }
}
