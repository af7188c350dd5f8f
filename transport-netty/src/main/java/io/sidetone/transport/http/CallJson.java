package io.sidetone.transport.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;
import io.sidetone.transport.turn.LevelsJson;
import io.sidetone.transport.turn.TurnJson;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Calls as JSON. */
final class CallJson {
    /** Lines of the timeline that tell how somebody was interrupted. */
    private static final Set<String> OF_INTERRUPTIONS = Set.of("yield", "commit", "resume", "alert");

    private CallJson() {}

    static byte[] list(List<CallView> calls) {
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("calls");
            for (CallView call : calls) {
                out.writeStartObject();
                fields(out, call);
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }

    /** Calls that are over, at a glance and with how they ended. */
    static byte[] ended(List<CallDirectory.Ended> calls) {
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("calls");
            for (CallDirectory.Ended call : calls) {
                out.writeStartObject();
                glance(out, call.call());
                end(out, call.call(), call.end());
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }

    private static void end(JsonGenerator out, CallView call, CallDetail.End end) throws IOException {
        out.writeStringField(
                "endedAt", call.startedAt().plusMillis(call.ageMs()).toString());
        out.writeObjectFieldStart("end");
        out.writeStringField("cause", end.cause());
        out.writeStringField("by", end.by());
        out.writeStringField("reason", end.reason());
        out.writeEndObject();
    }

    /** {@code confidential}: whether interruption metadata may be told (ITE-SEC-001). */
    static byte[] detail(CallDetail detail, boolean confidential) {
        return Json.bytes(out -> {
            out.writeStartObject();
            fields(out, detail.call());
            if (detail.end().isPresent()) {
                end(out, detail.call(), detail.end().get());
            }
            out.writeObjectFieldStart("caption");
            out.writeStringField("text", detail.caption().text());
            out.writeNumberField("heardChars", detail.caption().heardChars());
            out.writeEndObject();
            timeline(out, detail.timeline(), confidential);
            history(out, detail.history(), confidential);
            metrics(out, detail.metrics());
            usage(out, detail);
            ladder(out, detail.sip());
            turns(out, detail.turns(), confidential);
            out.writeEndObject();
        });
    }

    static byte[] accepted(String callId) {
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("callId", callId);
            out.writeEndObject();
        });
    }

    private static void fields(JsonGenerator out, CallView call) throws IOException {
        glance(out, call);
        if (call.levels() != null) {
            out.writeFieldName("levels");
            LevelsJson.write(out, call.levels());
        }
    }

    private static void glance(JsonGenerator out, CallView call) throws IOException {
        out.writeStringField("callId", call.callId());
        out.writeStringField("externalId", call.externalId());
        out.writeStringField("transport", call.transport());
        out.writeStringField("agent", call.agent());
        out.writeStringField("from", call.from());
        out.writeStringField("to", call.to());
        out.writeStringField("state", call.state());
        out.writeObjectFieldStart("view");
        out.writeStringField("vip", call.view().vip());
        out.writeStringField("ite", call.view().ite());
        out.writeStringField("vela", call.view().vela());
        out.writeStringField("vantum", call.view().vantum());
        out.writeEndObject();
        out.writeStringField("startedAt", call.startedAt().toString());
        out.writeBooleanField("held", call.held());
        out.writeBooleanField("yielding", call.yielding());
        out.writeBooleanField("recovering", call.recovering());
        out.writeNumberField("ageMs", call.ageMs());
        out.writeNumberField("lastResponseMs", call.lastResponseMs());
    }

    private static void turns(JsonGenerator out, CallDetail.Turns turns, boolean confidential) throws IOException {
        out.writeStringField("policyProfile", turns.policy());
        out.writeArrayFieldStart("turns");
        for (TurnDescriptor turn : turns.turns()) {
            TurnJson.turn(out, turn, confidential);
        }
        out.writeEndArray();
        out.writeArrayFieldStart("interruptions");
        for (TurnDescriptor turn : turns.turns()) {
            if (confidential && turn.interruption() != null) {
                TurnJson.turn(out, turn, true);
            }
        }
        out.writeEndArray();
        out.writeArrayFieldStart("transitions");
        for (CallDetail.TransitionLine line : turns.transitions()) {
            out.writeStartObject();
            out.writeStringField("at", line.at().toString());
            out.writeStringField("rule", line.rule());
            out.writeStringField("from", line.from());
            out.writeStringField("to", line.to());
            out.writeStringField("trigger", line.trigger());
            out.writeNumberField("durationMs", line.durationMs());
            TurnJson.views(out, line.views());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeArrayFieldStart("vantum");
        for (CallDetail.VantumLine line : turns.vantum()) {
            out.writeStartObject();
            out.writeStringField("at", line.at().toString());
            out.writeStringField("from", line.from());
            out.writeStringField("to", line.to());
            out.writeNumberField("durationMs", line.durationMs());
            out.writeEndObject();
        }
        out.writeEndArray();
        alerts(out, turns.alerts(), confidential);
        actions(out, turns.actions());
    }

    private static void actions(JsonGenerator out, List<ActionOutcome> actions) throws IOException {
        out.writeArrayFieldStart("actions");
        for (ActionOutcome action : actions) {
            out.writeStartObject();
            out.writeStringField("invocationId", action.invocationId());
            out.writeStringField("action", action.action());
            out.writeStringField(
                    "wantedAt", Instant.ofEpochMilli(action.wantedAtMs()).toString());
            out.writeStringField(
                    "endedAt", Instant.ofEpochMilli(action.endedAtMs()).toString());
            out.writeStringField("code", action.code());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void alerts(JsonGenerator out, List<CallDetail.AlertLine> alerts, boolean confidential)
            throws IOException {
        out.writeArrayFieldStart("alerts");
        for (CallDetail.AlertLine alert : alerts) {
            if (!confidential && alert.kind().startsWith("interruption")) {
                continue;
            }
            out.writeStartObject();
            out.writeStringField("at", alert.at().toString());
            out.writeStringField("kind", alert.kind());
            out.writeNumberField("value", alert.value());
            out.writeNumberField("limit", alert.limit());
            out.writeStringField("text", alert.text());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void timeline(JsonGenerator out, List<CallDetail.TimelineLine> lines, boolean confidential)
            throws IOException {
        out.writeArrayFieldStart("timeline");
        for (CallDetail.TimelineLine line : lines) {
            if (!confidential && OF_INTERRUPTIONS.contains(line.kind())) {
                continue;
            }
            out.writeStartObject();
            out.writeNumberField("atMs", line.atMs());
            out.writeStringField("kind", line.kind());
            out.writeStringField("text", line.text());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void history(JsonGenerator out, List<CallDetail.Utterance> utterances, boolean confidential)
            throws IOException {
        out.writeArrayFieldStart("history");
        for (CallDetail.Utterance utterance : utterances) {
            out.writeStartObject();
            out.writeStringField("utteranceId", utterance.utteranceId());
            out.writeStringField("role", utterance.role());
            out.writeStringField("text", utterance.text());
            out.writeBooleanField("interrupted", utterance.interrupted());
            if (confidential && utterance.interruptedAt() != null) {
                out.writeStringField("interruptedAt", utterance.interruptedAt().toString());
            }
            if (!utterance.intended().isEmpty()) {
                out.writeStringField("intended", utterance.intended());
            }
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void metrics(JsonGenerator out, Map<String, Number> metrics) throws IOException {
        out.writeObjectFieldStart("metrics");
        for (Map.Entry<String, Number> metric : metrics.entrySet()) {
            out.writeFieldName(metric.getKey());
            Number value = metric.getValue();
            if (value instanceof Double || value instanceof Float) {
                out.writeNumber(value.doubleValue());
            } else {
                out.writeNumber(value.longValue());
            }
        }
        out.writeEndObject();
    }

    private static void usage(JsonGenerator out, CallDetail detail) throws IOException {
        out.writeArrayFieldStart("usage");
        for (EngineUsage each : detail.usage()) {
            out.writeStartObject();
            out.writeStringField("engine", each.engine());
            out.writeStringField("role", each.role());
            for (Measure measure : Measure.values()) {
                out.writeNumberField(measure.wireName(), each.of(measure));
            }
            out.writeEndObject();
        }
        out.writeEndArray();
        if (!detail.cost().isEmpty()) {
            out.writeObjectFieldStart("cost");
            for (Map.Entry<String, Double> each : detail.cost().entrySet()) {
                out.writeNumberField(each.getKey(), each.getValue());
            }
            out.writeEndObject();
        }
    }

    private static void ladder(JsonGenerator out, List<CallDetail.LadderLine> lines) throws IOException {
        out.writeArrayFieldStart("sip");
        for (CallDetail.LadderLine line : lines) {
            out.writeStartObject();
            out.writeStringField("at", line.at().toString());
            out.writeStringField("direction", line.direction());
            out.writeStringField("peer", line.peer());
            out.writeStringField("summary", line.summary());
            if (!line.message().isEmpty()) {
                out.writeStringField("message", line.message());
            }
            out.writeEndObject();
        }
        out.writeEndArray();
    }
}
