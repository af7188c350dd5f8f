package io.sidetone.server.actions;

import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.action.ActionDefinition;
import java.util.List;
import java.util.Map;

/** The actions of the shipped appointment desk, as models see them. */
public final class AppointmentActions {
    /** Books {@code day} and {@code time}. */
    public static final String BOOK = "book_appointment";

    /** Notes that the caller wants to be called back. */
    public static final String CALL_BACK = "request_callback";

    private AppointmentActions() {}

    /** Registers both, carried out by {@code desk}. */
    public static void register(ActionRegistry registry, ActionHandler desk) {
        Map<String, Object> said = Map.of("type", "string", "minLength", 1, "maxLength", 200);
        registry.registerOwn(
                new ActionDefinition(
                        BOOK,
                        "Books an appointment for the caller.",
                        Map.of(
                                "type",
                                "object",
                                "properties",
                                Map.of("day", said, "time", said),
                                "required",
                                List.of("day", "time")),
                        false,
                        true,
                        0),
                desk);
        registry.registerOwn(
                new ActionDefinition(
                        CALL_BACK,
                        "Notes that the caller wants to be called back.",
                        Map.of("type", "object"),
                        false,
                        true,
                        0),
                desk);
    }
}
