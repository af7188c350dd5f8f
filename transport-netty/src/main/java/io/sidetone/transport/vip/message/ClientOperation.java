package io.sidetone.transport.vip.message;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Operation that a client may ask for, by its names on the wire (VIP-18): its own first, then the aliases of VIP 5.1.2 and 5.2.2. */
public enum ClientOperation {
    /** Begins the handshake. */
    CLIENT_CONNECT("client.connect"),
    /** Description of what the client is, sees and can do. */
    SESSION_INITIALIZE("session.initialize"),
    /** Request for what the server takes and gives. */
    CONFIG_LOAD("config.load"),
    /** Ends the session. */
    SESSION_CLOSE("session.close"),
    /** Notice that what the caller sees, or what can be done, has changed. */
    STATE_UPDATE("state.update"),
    /** The caller takes the floor. */
    INPUT_START("input.start"),
    /** Sound of the caller. */
    INPUT_AUDIO("input.audio"),
    /** The caller's input is complete. */
    INPUT_END("input.end", "Stop_Capture", "VAD_End", "VAD_End_of_Speech"),
    /** The caller took the input back. */
    INPUT_CANCEL("input.cancel"),
    /** The client waited in vain for input. */
    INPUT_TIMEOUT("input.timeout"),
    /** The client's own detector hears speech. */
    INPUT_DETECTED("input.detected", "VAD_Start"),
    /** The caller interrupts. */
    INPUT_BARGE_IN("input.barge_in"),
    /** Result of an action. */
    ACTION_RESULT("action.result", "Action_Complete"),
    /** An action is carried out and nothing is to follow. */
    ACTION_DONE("action.done"),
    /** The caller typed something. */
    TEXT_INPUT("text.input"),
    /** Report on how far the agent's voice was played. */
    AUDIO_PLAYED("audio.played", "audio.complete", "Playback_Complete"),
    /** Whatever goes on is not wanted. */
    RESPONSE_CANCEL("response.cancel"),
    /** The agent is to stop and to listen (ITE-REQ-008). */
    TURN_YIELD("turn.yield"),
    /** The agent may speak (ITE-REQ-008). */
    TURN_GRANT("turn.grant"),
    /** The model's part of the turn is over: the server knows it first. */
    INTENT_RESOLVED("Intent_Resolved"),
    /** The client cannot go on. */
    ERROR_FATAL("error.fatal");

    /** Every operation's own name. */
    public static final List<String> NAMES;

    private static final Map<String, ClientOperation> BY_NAME = new HashMap<>();

    static {
        List<String> names = new ArrayList<>();
        for (ClientOperation operation : values()) {
            names.add(operation.wireName);
            BY_NAME.put(operation.wireName, operation);
            for (String alias : operation.aliases) {
                BY_NAME.put(alias, operation);
            }
        }
        NAMES = List.copyOf(names);
    }

    private final String wireName;
    private final String[] aliases;

    ClientOperation(String wireName, String... aliases) {
        this.wireName = wireName;
        this.aliases = aliases;
    }

    /** Returns the operation's own name on the wire. */
    public String wireName() {
        return wireName;
    }

    /** Returns the operation called {@code name} or known by that alias; null when there is none. */
    public static ClientOperation named(String name) {
        return BY_NAME.get(name);
    }
}
