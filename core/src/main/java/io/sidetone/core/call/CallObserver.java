package io.sidetone.core.call;

import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.turn.event.Alert;
import io.sidetone.core.turn.event.TurnEvent;
import java.util.List;

/** Sees calls come, change and go (ITE-PAT-001). Called on the lane: must neither block nor throw. */
public interface CallObserver {
    /** A call was admitted. */
    void opened(CallRecord call);

    /** Its floor changed hands. */
    void moved(CallRecord call, FloorTransition transition);

    /** The caller has heard another word of the agent, or the last of an interrupted turn (ITE-REQ-011). */
    default void caption(CallRecord call, Caption caption) {}

    /** Something happened to its turns (ITE-MSG-001). */
    default void turnEvent(CallRecord call, TurnEvent event) {}

    /** An action that its dialogue asked for is over. */
    default void acted(CallRecord call, ActionOutcome outcome) {}

    /** Something of it deserves an operator's look (VAN-13). */
    default void alert(CallRecord call, Alert alert) {}

    /** It is over; the record will not change any more. */
    void ended(CallRecord call);

    /** Tells all of {@code observers}, in their order. */
    static CallObserver all(CallObserver... observers) {
        List<CallObserver> group = List.of(observers);
        return new CallObserver() {
            @Override
            public void opened(CallRecord call) {
                group.forEach(observer -> observer.opened(call));
            }

            @Override
            public void moved(CallRecord call, FloorTransition transition) {
                group.forEach(observer -> observer.moved(call, transition));
            }

            @Override
            public void caption(CallRecord call, Caption caption) {
                group.forEach(observer -> observer.caption(call, caption));
            }

            @Override
            public void turnEvent(CallRecord call, TurnEvent event) {
                group.forEach(observer -> observer.turnEvent(call, event));
            }

            @Override
            public void acted(CallRecord call, ActionOutcome outcome) {
                group.forEach(observer -> observer.acted(call, outcome));
            }

            @Override
            public void alert(CallRecord call, Alert alert) {
                group.forEach(observer -> observer.alert(call, alert));
            }

            @Override
            public void ended(CallRecord call) {
                group.forEach(observer -> observer.ended(call));
            }
        };
    }

    /** Looks away. */
    static CallObserver none() {
        return new CallObserver() {
            @Override
            public void opened(CallRecord call) {}

            @Override
            public void moved(CallRecord call, FloorTransition transition) {}

            @Override
            public void ended(CallRecord call) {}
        };
    }
}
