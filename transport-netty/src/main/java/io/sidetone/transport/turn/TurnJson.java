package io.sidetone.transport.turn;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.turn.event.Interruption;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Turns and their events as JSON; the form is that of {@code turn-event-1.schema.json}. Any thread. */
public final class TurnJson {
    /** The {@code type} of every message. */
    public static final String MESSAGE_TYPE = "voicepilot.turn.event";

    /** Version of the message; a change that an old reader cannot ignore raises it. */
    public static final int VERSION = 1;

    /** Events that only a safe way may carry: how callers interrupt, and what was said. */
    private static final Set<TurnEventType> WITHHELD = EnumSet.of(TurnEventType.INTERRUPTION, TurnEventType.CALL_ENDED);

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final String COUNTS = "interruption";

    private TurnJson() {}

    /**
     * Returns the message about {@code event}, or null where nothing of it may be reported.
     *
     * @param confidential whether the way to the reader is safe for interruption metadata (ITE-SEC-001) and for who calls
     */
    public static byte[] message(String callId, TurnEvent event, boolean confidential) {
        if (!confidential && WITHHELD.contains(event.type())) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            out.writeStartObject();
            out.writeStringField("type", MESSAGE_TYPE);
            out.writeObjectFieldStart("payload");
            out.writeNumberField("version", VERSION);
            out.writeStringField("type", event.type().wireName());
            out.writeStringField("callId", callId);
            out.writeNumberField("sequence", event.sequence());
            out.writeStringField("state", event.state());
            out.writeStringField("floor", event.floor().name());
            views(out, event.views());
            if (event.turn() != null) {
                out.writeFieldName("turn");
                turn(out, event.turn(), confidential);
            }
            out.writeStringField("timestamp", iso(event.timestampMs()));
            diagnostics(out, event.diagnostics(), confidential);
            out.writeEndObject();
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail to be written", e);
        }
        return bytes.toByteArray();
    }

    /** Writes the field {@code view}: the names of the four vocabularies, null where one shows nothing. */
    public static void views(JsonGenerator out, FloorViews views) throws IOException {
        out.writeObjectFieldStart("view");
        out.writeStringField("vip", views.vip());
        out.writeStringField("ite", views.ite());
        out.writeStringField("vela", views.vela());
        out.writeStringField("vantum", views.vantum());
        out.writeEndObject();
    }

    /** Writes a turn as an object (ITE TurnDescriptor). */
    public static void turn(JsonGenerator out, TurnDescriptor turn, boolean confidential) throws IOException {
        out.writeStartObject();
        out.writeStringField("turnId", turn.turnId());
        out.writeStringField("role", turn.role().wireName());
        out.writeStringField("startedAt", iso(turn.startedAtMs()));
        if (!turn.open()) {
            out.writeStringField("endedAt", iso(turn.endedAtMs()));
        }
        if (turn.interruption() != null && confidential) {
            out.writeFieldName("interruption");
            interruption(out, turn.interruption());
        }
        out.writeStringField("policyProfile", turn.policyProfile());
        out.writeEndObject();
    }

    private static void interruption(JsonGenerator out, Interruption how) throws IOException {
        out.writeStartObject();
        out.writeStringField("type", how.type().wireName());
        out.writeStringField("detectedAt", iso(how.detectedAtMs()));
        out.writeNumberField("latencyMs", how.latencyMs());
        out.writeStringField("source", how.source().wireName());
        if (how.reasonCode() != null && !how.reasonCode().isEmpty()) {
            out.writeStringField("reasonCode", how.reasonCode());
        }
        out.writeEndObject();
    }

    private static void diagnostics(JsonGenerator out, Map<String, Object> values, boolean confidential)
            throws IOException {
        boolean begun = false;
        for (Map.Entry<String, Object> each : values.entrySet()) {
            if (!confidential
                    && (each.getKey().startsWith(COUNTS) || each.getKey().equals(TurnEvent.CALL))) {
                continue;
            }
            if (!begun) {
                out.writeObjectFieldStart("diagnostics");
                begun = true;
            }
            out.writeFieldName(each.getKey());
            value(out, each.getValue());
        }
        if (begun) {
            out.writeEndObject();
        }
    }

    private static void value(JsonGenerator out, Object value) throws IOException {
        if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value instanceof Double number) {
            out.writeNumber(number);
        } else if (value instanceof Number number) {
            out.writeNumber(number.longValue());
        } else if (value instanceof Iterable<?> list) {
            out.writeStartArray();
            for (Object each : list) {
                value(out, each);
            }
            out.writeEndArray();
        } else if (value instanceof Map<?, ?> fields) {
            out.writeStartObject();
            for (Map.Entry<?, ?> field : fields.entrySet()) {
                out.writeFieldName(String.valueOf(field.getKey()));
                value(out, field.getValue());
            }
            out.writeEndObject();
        } else {
            out.writeString(String.valueOf(value));
        }
    }

    /** Returns a wall time as ISO 8601 in UTC with milliseconds. */
    public static String iso(long wallMs) {
        String text = Instant.ofEpochMilli(wallMs).toString();
        return text.indexOf('.') < 0 ? text.replace("Z", ".000Z") : text;
    }
}
