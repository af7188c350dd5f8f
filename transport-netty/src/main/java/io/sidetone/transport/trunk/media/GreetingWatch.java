package io.sidetone.transport.trunk.media;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;

/**
 * Sees a greeting begin and end. Lane thread.
 *
 * @param began the agent speaks
 * @param over it has spoken, or the caller takes the floor
 */
public record GreetingWatch(Runnable began, Runnable over) implements CallObserver {
    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof FloorTransition transition) {
            FloorState now = transition.to();
            if (now == FloorState.SPEAKING) {
                began.run();
            } else if (now.live() && (transition.from() == FloorState.SPEAKING || now == FloorState.LISTENING)) {
                over.run();
            }
        }
    }
}
