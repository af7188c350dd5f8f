package io.sidetone.transport.vela;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.Caption;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionOutcome;
import java.io.IOException;
import java.util.Map;

/**
 * Writes what a lane publishes as messages to the client. Before version negotiation a client gets the document's own
 * events and nothing else. Event loop of the call only.
 */
final class VelaEventSink implements VelaEvents.Sink {
    private static final long MS = 1_000_000L;
    private static final int MAX_LEVELS = 8;

    private final VelaCall session;
    private final VelaOutbox out;
    private String shown = FloorState.IDLE.vela();
    private long thinkingNs;
    private long responseMs;

    VelaEventSink(VelaCall session, VelaOutbox out) {
        this.session = session;
        this.out = out;
    }

    /** session.state with the name shown last. */
    void state() {
        out.send("session.state", json -> json.writeStringField("value", shown));
    }

    @Override
    public void opened(CallRecord call) {}

    @Override
    public void moved(FloorTransition move) {
        if (move.to() == FloorState.THINKING && move.from() == FloorState.FINALIZING) {
            thinkingNs = move.nowNs();
        } else if (move.to() == FloorState.SPEAKING) {
            responseMs = move.from() == FloorState.THINKING ? (move.nowNs() - thinkingNs) / MS : 0;
        }
        String view = move.views().vela();
        if (view != null && !view.equals(shown)) {
            shown = view;
            state();
        }
        if (move.from() == FloorState.CONNECTING && move.to() == FloorState.IDLE) {
            session.ready();
        }
    }

    @Override
    public void partial(long token, String text) {
        words("transcript.partial", token, text);
    }

    @Override
    public void transcript(long token, String text) {
        words("transcript.final", token, text);
    }

    @Override
    public void responseText(long token, String piece) {
        words("response.text.delta", token, piece);
    }

    private void words(String type, long token, String text) {
        out.send(type, json -> {
            json.writeStringField("text", text);
            turn(json, token);
        });
    }

    private void turn(JsonGenerator json, long token) throws IOException {
        if (out.numbered()) {
            json.writeStringField("turn", Long.toString(token));
        }
    }

    @Override
    public void responseDone(long token, boolean interrupted, String heard) {
        if (!interrupted) {
            out.send("response.completed", json -> {
                turn(json, token);
                if (out.numbered()) {
                    json.writeObjectFieldStart("metrics");
                    json.writeNumberField("responseMs", responseMs);
                    json.writeEndObject();
                }
            });
        } else if (out.numbered()) {
            out.send("response.cancelled", json -> {
                turn(json, token);
                json.writeStringField("heard", heard);
            });
        }
    }

    @Override
    public void caption(Caption caption) {
        if (out.numbered()) {
            out.send("response.caption", json -> {
                turn(json, caption.token());
                json.writeStringField("text", caption.text());
                json.writeNumberField("heardChars", caption.heardChars());
            });
        }
    }

    @Override
    public void yielding(boolean on) {
        if (out.numbered()) {
            out.send("response.yielding", json -> json.writeBooleanField("on", on));
        }
    }

    @Override
    public void acting(long token, ActionCall action) {
        if (out.numbered()) {
            out.send("tool.call", json -> {
                turn(json, token);
                json.writeStringField("invocationId", action.invocationId());
                json.writeStringField("name", action.action());
                json.writeFieldName("parameters");
                value(json, action.parameters(), 0);
            });
        }
    }

    @Override
    public void acted(ActionOutcome outcome) {
        if (out.numbered()) {
            out.send("tool.result", json -> {
                turn(json, outcome.token());
                json.writeStringField("invocationId", outcome.invocationId());
                json.writeStringField("name", outcome.action());
                json.writeStringField("code", outcome.code());
            });
        }
    }

    private static void value(JsonGenerator json, Object value, int level) throws IOException {
        if (value == null || level > MAX_LEVELS) {
            json.writeNull();
        } else if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                json.writeFieldName(String.valueOf(entry.getKey()));
                value(json, entry.getValue(), level + 1);
            }
            json.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            json.writeStartArray();
            for (Object each : list) {
                value(json, each, level + 1);
            }
            json.writeEndArray();
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value instanceof Integer || value instanceof Long) {
            json.writeNumber(((Number) value).longValue());
        } else if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
            json.writeNumber(number.doubleValue());
        } else {
            json.writeString(String.valueOf(value));
        }
    }

    @Override
    public void problem(String code, String message, boolean retryable) {
        out.send("error", json -> {
            json.writeStringField("code", code);
            json.writeStringField("message", message);
            json.writeBooleanField("retryable", retryable);
        });
    }

    @Override
    public void overflowed() {
        session.overflowed();
    }
}
