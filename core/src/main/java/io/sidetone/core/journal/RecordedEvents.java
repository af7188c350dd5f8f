package io.sidetone.core.journal;

import io.sidetone.core.call.Caption;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.setting.RecordShape;
import io.sidetone.core.turn.event.Alert;
import io.sidetone.core.turn.event.TurnEvent;
import java.util.List;
import java.util.Map;

/** Names that journals give to what observers see: each kind of event as a method, and what it says as arguments. Immutable. */
final class RecordedEvents {
    private static final Map<Class<?>, String> WHOLE = Map.of(
            FloorTransition.class,
            "moved",
            TurnEvent.class,
            "turnEvent",
            Caption.class,
            "caption",
            Alert.class,
            "alert");

    private RecordedEvents() {}

    /** Returns the name of the kind of {@code event}. */
    static String name(CallEvent event) {
        String kind = event.getClass().getSimpleName();
        return WHOLE.getOrDefault(event.getClass(), Character.toLowerCase(kind.charAt(0)) + kind.substring(1));
    }

    /** Adds what {@code event} says to {@code arguments}. */
    static void add(CallEvent event, List<Object> arguments) {
        if (WHOLE.containsKey(event.getClass())) {
            arguments.add(event);
            return;
        }
        RecordShape shape = RecordShape.of(event.getClass());
        for (int i = 0; i < shape.components().length; i++) {
            arguments.add(shape.value((Record) event, i));
        }
    }
}
