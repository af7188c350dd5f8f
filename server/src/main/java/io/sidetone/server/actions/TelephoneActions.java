package io.sidetone.server.actions;

import io.sidetone.core.control.ExtraHeaders;
import io.sidetone.core.facts.HandedOver;
import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Actions that every agent can do with its telephone. The registry checks the parameters; the call's lane carries them out once
 * the answer here let them pass.
 */
public final class TelephoneActions implements ActionHandler {
    /** Above what signalling itself allows a transfer: 30 s for its first word, 120 s for its outcome. */
    private static final int TRANSFER_LIMIT_MS = 160_000;

    private static final int DIGITS_LIMIT_MS = 20_000;

    /** Name of the parameter with SIP headers. */
    static final String HEADERS = "headers";

    /** Registers hang_up, transfer, hand_over, send_digits, hold, pause_recording and resume_recording. */
    public static void register(ActionRegistry registry) {
        TelephoneActions telephone = new TelephoneActions();
        for (ActionDefinition definition : definitionsOf()) {
            registry.registerOwn(definition, telephone);
        }
    }

    private static List<ActionDefinition> definitionsOf() {
        return List.of(
                new ActionDefinition(
                        ActionCall.HANG_UP,
                        "Ends the call when you have finished speaking. Say goodbye in the same turn.",
                        object(Map.of(HEADERS, headers()), List.of()),
                        true,
                        false,
                        0),
                new ActionDefinition(
                        ActionCall.TRANSFER,
                        "Connects the caller with somebody else when you have finished speaking, and leaves the call.",
                        object(Map.of("to", target(), HEADERS, headers()), List.of("to")),
                        true,
                        true,
                        TRANSFER_LIMIT_MS),
                new ActionDefinition(
                        ActionCall.HAND_OVER,
                        "Gives the caller to another assistant of this house, or goes on in another language, when you have"
                                + " finished speaking. Say so in the same turn.",
                        object(Map.of("agent", name(), "language", name(), "note", note()), List.of()),
                        true,
                        true,
                        0),
                new ActionDefinition(
                        ActionCall.SEND_DIGITS,
                        "Presses telephone keys towards the caller's side, for example for a menu there.",
                        object(
                                Map.of(
                                        "digits",
                                        Map.of(
                                                "type",
                                                "string",
                                                "pattern",
                                                "^[0-9*#A-Da-d]{1,32}$",
                                                "description",
                                                "keys 0-9, *, #, A-D")),
                                List.of("digits")),
                        false,
                        true,
                        DIGITS_LIMIT_MS),
                new ActionDefinition(
                        ActionCall.HOLD,
                        "Puts the caller on hold, or takes the caller back with on: false.",
                        object(Map.of("on", Map.of("type", "boolean", "description", "default true")), List.of()),
                        false,
                        true,
                        0),
                recording(
                        ActionCall.PAUSE_RECORDING,
                        "Leaves out of the recording what is said from now on. Do so before you ask for a card number or a"
                                + " password."),
                recording(
                        ActionCall.RESUME_RECORDING,
                        "Records again what is said. Do so when you have what must not be recorded."));
    }

    private static ActionDefinition recording(String name, String description) {
        return new ActionDefinition(name, description, object(Map.of(), List.of()), false, true, 0);
    }

    private static Map<String, Object> name() {
        return Map.of("type", "string", "maxLength", 64);
    }

    private static Map<String, Object> note() {
        return Map.of(
                "type",
                "string",
                "maxLength",
                HandedOver.MAX_NOTE,
                "description",
                "what the next one must know: who calls, what was done, what is wanted");
    }

    /** Whom a call goes to. */
    static Map<String, Object> target() {
        return Map.of(
                "type",
                "string",
                "minLength",
                1,
                "maxLength",
                255,
                "pattern",
                "^(sips?:[^\\s<>\"]+|tel:[^\\s<>\"]+|\\+?[0-9*#][0-9*#.-]*)$",
                "description",
                "a telephone number, or a sip:, sips: or tel: URI");
    }

    /** For flows and clients; {@link AllowedActions} shows models nothing of it. */
    private static Map<String, Object> headers() {
        return Map.of(
                "type",
                "object",
                "maxProperties",
                ExtraHeaders.MAX,
                "propertyNames",
                Map.of("pattern", "^" + ExtraHeaders.OF_ACTIONS + "$"),
                "additionalProperties",
                Map.of(
                        "type",
                        "string",
                        "minLength",
                        1,
                        "maxLength",
                        ExtraHeaders.MAX_VALUE,
                        "pattern",
                        "^[^\\x00-\\x1f\\x7f]*$"));
    }

    static Map<String, Object> object(Map<String, Object> properties, List<String> required) {
        return Map.of("type", "object", "properties", properties, "required", required, "additionalProperties", false);
    }

    @Override
    public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        answer.accept(ActionResult.ok(call.invocationId(), null));
    }

    @Override
    public void cancel(CallContext context, String invocationId) {
        // The lane carries it out and knows what can be taken back.
    }
}
