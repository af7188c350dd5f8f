package io.sidetone.transport.vip.message;

import static io.sidetone.transport.vip.message.ClientOperation.ACTION_DONE;
import static io.sidetone.transport.vip.message.ClientOperation.ACTION_RESULT;
import static io.sidetone.transport.vip.message.ClientOperation.AUDIO_PLAYED;
import static io.sidetone.transport.vip.message.ClientOperation.CLIENT_CONNECT;
import static io.sidetone.transport.vip.message.ClientOperation.CONFIG_LOAD;
import static io.sidetone.transport.vip.message.ClientOperation.ERROR_FATAL;
import static io.sidetone.transport.vip.message.ClientOperation.INPUT_AUDIO;
import static io.sidetone.transport.vip.message.ClientOperation.INPUT_BARGE_IN;
import static io.sidetone.transport.vip.message.ClientOperation.INPUT_CANCEL;
import static io.sidetone.transport.vip.message.ClientOperation.INPUT_DETECTED;
import static io.sidetone.transport.vip.message.ClientOperation.INPUT_END;
import static io.sidetone.transport.vip.message.ClientOperation.INPUT_START;
import static io.sidetone.transport.vip.message.ClientOperation.INPUT_TIMEOUT;
import static io.sidetone.transport.vip.message.ClientOperation.INTENT_RESOLVED;
import static io.sidetone.transport.vip.message.ClientOperation.RESPONSE_CANCEL;
import static io.sidetone.transport.vip.message.ClientOperation.SESSION_CLOSE;
import static io.sidetone.transport.vip.message.ClientOperation.SESSION_INITIALIZE;
import static io.sidetone.transport.vip.message.ClientOperation.STATE_UPDATE;
import static io.sidetone.transport.vip.message.ClientOperation.TEXT_INPUT;
import static io.sidetone.transport.vip.message.ClientOperation.TURN_GRANT;
import static io.sidetone.transport.vip.message.ClientOperation.TURN_YIELD;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rule of what a client may ask for in each state of VIP 7.2, by the state's wire id. The floor machine itself holds it. */
public final class VipStates {
    /** No session. */
    public static final String NOT_CONNECTED = "not_connected";

    /** The handshake goes on. */
    public static final String CONNECTING = "connecting";

    /** Awaits a trigger. */
    public static final String IDLE = "idle";

    /** The caller has the floor. */
    public static final String LISTENING = "user_speaking";

    /** Recognition and inference. */
    public static final String PROCESSING = "ai_thinking";

    /** The agent has the floor. */
    public static final String SPEAKING = "ai_speaking";

    /** The client carries something out. */
    public static final String ACTION = "invoke_action";

    private static final Map<String, Set<ClientOperation>> ALLOWED = new LinkedHashMap<>();

    static {
        put(NOT_CONNECTED, CLIENT_CONNECT, SESSION_INITIALIZE, CONFIG_LOAD);
        put(CONNECTING, SESSION_INITIALIZE, CONFIG_LOAD);
        put(
                IDLE,
                STATE_UPDATE,
                INPUT_START,
                INPUT_DETECTED,
                TEXT_INPUT,
                TURN_GRANT,
                TURN_YIELD,
                RESPONSE_CANCEL,
                AUDIO_PLAYED);
        put(
                LISTENING,
                INPUT_AUDIO,
                INPUT_END,
                INPUT_CANCEL,
                INPUT_TIMEOUT,
                INPUT_DETECTED,
                INPUT_BARGE_IN,
                STATE_UPDATE,
                TEXT_INPUT,
                TURN_GRANT,
                RESPONSE_CANCEL,
                AUDIO_PLAYED);
        put(
                PROCESSING,
                INPUT_BARGE_IN,
                INPUT_DETECTED,
                STATE_UPDATE,
                TEXT_INPUT,
                TURN_YIELD,
                RESPONSE_CANCEL,
                INTENT_RESOLVED,
                AUDIO_PLAYED);
        put(
                SPEAKING,
                INPUT_BARGE_IN,
                INPUT_DETECTED,
                STATE_UPDATE,
                TEXT_INPUT,
                TURN_YIELD,
                RESPONSE_CANCEL,
                AUDIO_PLAYED,
                ACTION_RESULT,
                ACTION_DONE);
        put(
                ACTION,
                ACTION_RESULT,
                ACTION_DONE,
                STATE_UPDATE,
                TEXT_INPUT,
                INPUT_START,
                INPUT_DETECTED,
                TURN_YIELD,
                RESPONSE_CANCEL,
                AUDIO_PLAYED);
    }

    private VipStates() {}

    private static void put(String state, ClientOperation... operations) {
        Set<ClientOperation> allowed = EnumSet.of(SESSION_CLOSE, ERROR_FATAL);
        allowed.addAll(List.of(operations));
        ALLOWED.put(state, allowed);
    }

    /** Returns whether {@code operation} is one of {@code state}'s. */
    public static boolean allows(String state, ClientOperation operation) {
        return ALLOWED.get(state).contains(operation);
    }

    /**
     * Returns what is allowed in {@code state}, by name.
     *
     * @param open whether the microphone is open: then sound may come whenever nothing is being carried out
     */
    public static List<String> allowed(String state, boolean open) {
        Set<ClientOperation> operations = EnumSet.copyOf(ALLOWED.get(state));
        if (open && (state.equals(IDLE) || state.equals(PROCESSING) || state.equals(SPEAKING))) {
            operations.add(INPUT_AUDIO);
        }
        return operations.stream().map(ClientOperation::wireName).toList();
    }

    /** Every state. */
    public static Set<String> all() {
        return ALLOWED.keySet();
    }
}
