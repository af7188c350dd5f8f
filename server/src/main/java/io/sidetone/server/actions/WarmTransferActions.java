package io.sidetone.server.actions;

import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.action.ActionDefinition;
import java.util.List;
import java.util.Map;

/** The actions of a warm transfer: of the agent that has the caller, and of the one that asks the person. */
public final class WarmTransferActions {
    /** Calls somebody, says who is waiting, and connects the caller. */
    public static final String WARM_TRANSFER = "warm_transfer";

    /** The person takes the caller. */
    public static final String CONNECT = "connect_caller";

    /** The person does not. */
    public static final String DECLINE = "decline_caller";

    /** Parameter with whom to call. */
    public static final String TO = "to";

    /** Parameter with what the person is told first. */
    public static final String BRIEFING = "briefing";

    /** Parameter with why the person does not take the caller. */
    public static final String REASON = "reason";

    /** Ringing and a conversation with the person. */
    private static final int LIMIT_MS = 300_000;

    /** Above what signalling allows a transfer. */
    private static final int CONNECT_LIMIT_MS = 160_000;

    private static final int MAX_TEXT = 1_000;

    private WarmTransferActions() {}

    /** Registers them. */
    static void register(ActionRegistry registry, ActionHandler transfers) {
        registry.registerOwn(
                new ActionDefinition(
                        WARM_TRANSFER,
                        "Calls somebody, says who is waiting, and connects the caller if they agree. The caller is on hold"
                                + " meanwhile. If nobody takes the call you have the caller back and hear why.",
                        TelephoneActions.object(
                                Map.of(
                                        TO,
                                        TelephoneActions.target(),
                                        BRIEFING,
                                        text("what the person is told first: who is calling, and what about")),
                                List.of(TO, BRIEFING)),
                        true,
                        true,
                        LIMIT_MS),
                transfers);
        registry.registerOwn(
                new ActionDefinition(
                        CONNECT,
                        "Connects the person you talk to with the caller who is waiting, and leaves the call.",
                        Map.of("type", "object"),
                        true,
                        true,
                        CONNECT_LIMIT_MS),
                transfers);
        registry.registerOwn(
                new ActionDefinition(
                        DECLINE,
                        "Tells the waiting caller's agent that the person you talk to does not take the call. Say goodbye"
                                + " and hang up afterwards.",
                        TelephoneActions.object(Map.of(REASON, text("why, for the caller's agent")), List.of()),
                        false,
                        true,
                        0),
                transfers);
    }

    private static Map<String, Object> text(String description) {
        return Map.of("type", "string", "minLength", 1, "maxLength", MAX_TEXT, "description", description);
    }
}
