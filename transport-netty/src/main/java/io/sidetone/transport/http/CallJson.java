package io.sidetone.transport.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Calls as JSON. */
final class CallJson {
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

    static byte[] detail(CallDetail detail) {
        return Json.bytes(out -> {
            out.writeStartObject();
            fields(out, detail.call());
            if (detail.end().isPresent()) {
                CallDetail.End end = detail.end().get();
                out.writeObjectFieldStart("end");
                out.writeStringField("cause", end.cause());
                out.writeStringField("by", end.by());
                out.writeStringField("reason", end.reason());
                out.writeEndObject();
            }
            timeline(out, detail.timeline());
            history(out, detail.history());
            metrics(out, detail.metrics());
            ladder(out, detail.sip());
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
    }

    private static void timeline(JsonGenerator out, List<CallDetail.TimelineLine> lines) throws IOException {
        out.writeArrayFieldStart("timeline");
        for (CallDetail.TimelineLine line : lines) {
            out.writeStartObject();
            out.writeNumberField("atMs", line.atMs());
            out.writeStringField("kind", line.kind());
            out.writeStringField("text", line.text());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void history(JsonGenerator out, List<CallDetail.Utterance> utterances) throws IOException {
        out.writeArrayFieldStart("history");
        for (CallDetail.Utterance utterance : utterances) {
            out.writeStartObject();
            out.writeStringField("role", utterance.role());
            out.writeStringField("text", utterance.text());
            out.writeBooleanField("interrupted", utterance.interrupted());
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
