package io.sidetone.transport.vela;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.Caption;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.port.action.ActionOutcome;
import java.io.IOException;
import java.util.Map;

/**
 * Writes what a lane publishes as messages to the client. Before version negotiation a client gets the document's own
 * events and nothing else. Event loop of the call only.
 */
final class VelaEventSink implements CallObserver {
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
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof FloorTransition moved) {
            moved(moved);
        } else if (event instanceof Refused refused) {
            switch (refused.trigger()) {
                case INPUT_START, INPUT_END, INPUT_CANCEL, INPUT_TIMEOUT, BARGE_IN ->
                    problem("not_allowed", refused.message(), false);
                default -> {}
            }
        } else if (event instanceof Partial partial) {
            words("transcript.partial", partial.token(), partial.text());
        } else if (event instanceof Transcript complete) {
            words("transcript.final", complete.token(), complete.text());
        } else if (event instanceof ResponseText text) {
            words("response.text.delta", text.token(), text.piece());
        } else if (event instanceof ResponseDone done && !done.interrupted()) {
            completed(done.token());
        } else if (event instanceof Problem problem) {
            problem(problem.code(), problem.message(), problem.retryable());
        } else if (out.numbered()) {
            added(event);
        }
    }

    /** Sends what the document does not know. */
    private void added(CallEvent event) {
        if (event instanceof ResponseDone done) {
            out.send("response.cancelled", json -> {
                turn(json, done.token());
                json.writeStringField("heard", done.heard());
            });
        } else if (event instanceof Caption caption) {
            out.send("response.caption", json -> {
                turn(json, caption.token());
                json.writeStringField("text", caption.text());
                json.writeNumberField("heardChars", caption.heardChars());
            });
        } else if (event instanceof Yielding yielding) {
            out.send("response.yielding", json -> json.writeBooleanField("on", yielding.on()));
        } else if (event instanceof Acting acting) {
            out.send("tool.call", json -> {
                turn(json, acting.token());
                json.writeStringField("invocationId", acting.action().invocationId());
                json.writeStringField("name", acting.action().action());
                json.writeFieldName("parameters");
                value(json, acting.action().parameters(), 0);
            });
        } else if (event instanceof Acted acted) {
            ActionOutcome outcome = acted.outcome();
            out.send("tool.result", json -> {
                turn(json, outcome.token());
                json.writeStringField("invocationId", outcome.invocationId());
                json.writeStringField("name", outcome.action());
                json.writeStringField("code", outcome.code());
            });
        }
    }

    private void moved(FloorTransition move) {
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

    private void completed(long token) {
        out.send("response.completed", json -> {
            turn(json, token);
            if (out.numbered()) {
                json.writeObjectFieldStart("metrics");
                json.writeNumberField("responseMs", responseMs);
                json.writeEndObject();
            }
        });
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

    void problem(String code, String message, boolean retryable) {
        out.send("error", json -> {
            json.writeStringField("code", code);
            json.writeStringField("message", message);
            json.writeBooleanField("retryable", retryable);
        });
    }
}
