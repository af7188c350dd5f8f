package io.sidetone.transport.vip;

import io.netty.buffer.ByteBuf;
import io.sidetone.transport.vip.message.AudioMessage;
import io.sidetone.transport.vip.message.ServerEvent;
import io.sidetone.transport.vip.message.VipStates;
import io.sidetone.transport.vip.message.VipWriter;
import io.sidetone.transport.ws.WsOutput;

/** A connection's way out: every message has the next sequence number (VIP-01). Event loop only. */
final class VipOut {
    private static final int TYPICAL = 256;

    private final WsOutput out;
    private final VipCounters counters;
    private long seq;
    private long changes;
    private String state = VipStates.NOT_CONNECTED;
    private boolean open;

    VipOut(WsOutput out, VipCounters counters) {
        this.out = out;
        this.counters = counters;
    }

    /** The state the client was shown last. */
    String state() {
        return state;
    }

    /** Notes whether the microphone of the present session is open. */
    void openMicrophone(boolean on) {
        open = on;
    }

    void send(ServerEvent event, VipWriter.Payload payload) {
        ByteBuf message = out.buffer(TYPICAL);
        VipWriter.write(message, event, ++seq, payload);
        out.text(message);
    }

    /** The state is another one now; {@code more} says what else there is to say of it. */
    void state(String to, String trigger, String rule, VipWriter.Payload more) {
        String from = state;
        state = to;
        send(ServerEvent.STATE, json -> {
            json.writeStringField("value", to);
            json.writeStringField("from", from);
            json.writeStringField("trigger", trigger);
            json.writeStringField("rule", rule);
            json.writeNumberField("sequence", ++changes);
            more.write(json);
        });
    }

    /** 20 ms of {@code turn}; returns whether they are on their way. */
    boolean audio(byte[] sound, int length, long turn, long positionMs) {
        ByteBuf message = out.buffer(AudioMessage.bytes(length));
        AudioMessage.write(message, seq + 1, turn, positionMs, sound, length);
        if (!out.audio(message, false)) {
            return false;
        }
        seq++;
        return true;
    }

    /** {@code operation} could not be taken; empty for something that is no operation. */
    void error(String code, String message, String operation) {
        error(ServerEvent.ERROR, code, message, operation);
    }

    /** Something failed that the client did not ask for. */
    void problem(String code, String message, boolean retryable) {
        send(ServerEvent.ERROR, json -> {
            json.writeStringField("code", code);
            json.writeStringField("message", message);
            json.writeStringField("state", state);
            json.writeBooleanField("retryable", retryable);
        });
    }

    /** Nothing more can be done in this session. */
    void fatal(String code, String message) {
        error(ServerEvent.ERROR_FATAL, code, message, "");
    }

    private void error(ServerEvent event, String code, String message, String operation) {
        counters.refused(code);
        send(event, json -> {
            json.writeStringField("code", code);
            json.writeStringField("message", message);
            json.writeStringField("state", state);
            if (!operation.isEmpty()) {
                json.writeStringField("operation", operation);
                VipWriter.texts(json, "allowed", VipStates.allowed(state, open));
            }
        });
    }

    /** The state does not allow {@code operation} (VIP-02). */
    void notAllowed(String operation, String why) {
        error(
                "not_allowed",
                operation + " is not allowed in state " + state + (why.isEmpty() ? "" : ": " + why) + "; allowed: "
                        + String.join(", ", VipStates.allowed(state, open)),
                operation);
    }

    void close(int code, String reason) {
        out.close(code, reason);
    }
}
