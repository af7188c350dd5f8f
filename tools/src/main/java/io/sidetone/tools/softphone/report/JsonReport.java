package io.sidetone.tools.softphone.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.tools.softphone.measure.CallReport;

/** Writes the measurements as JSON; its keys are a public interface. */
public final class JsonReport {
    private static final double TENTHS = 10;
    private static final double MICROS = 1_000;

    private JsonReport() {}

    /** Returns the object; milliseconds are rounded to 0.1, those of the pacing to 0.001. */
    public static ObjectNode of(CallReport report) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        put(root, "answerMs", report.answerMs());
        put(root, "firstAgentAudioMs", report.firstAgentAudioMs());
        ArrayNode talk = root.putArray("agentTalkMs");
        report.agentTalk()
                .forEach(span -> talk.addArray().add(tenths(span.fromMs())).add(tenths(span.toMs())));
        ArrayNode plays = root.putArray("plays");
        for (CallReport.Play play : report.plays()) {
            ObjectNode node = plays.addObject();
            node.put("file", play.file());
            put(node, "onsetMs", play.onsetMs());
            put(node, "endMs", play.endMs());
            put(node, "onsetToLastAgentPacketMs", play.onsetToLastAgentPacketMs());
            put(node, "endToNextAgentMs", play.endToNextAgentMs());
        }
        root.put("packetsIn", report.packetsIn());
        root.put("packetsLost", report.packetsLost());
        if (report.pacing() == null) {
            root.putNull("pacingMs");
        } else {
            root.putObject("pacingMs")
                    .put("p50", micros(report.pacing().p50()))
                    .put("p99", micros(report.pacing().p99()))
                    .put("max", micros(report.pacing().max()));
        }
        return root;
    }

    private static void put(ObjectNode node, String key, Double ms) {
        if (ms == null) {
            node.putNull(key);
        } else {
            node.put(key, tenths(ms));
        }
    }

    private static double tenths(double ms) {
        return Math.round(ms * TENTHS) / TENTHS;
    }

    private static double micros(double ms) {
        return Math.round(ms * MICROS) / MICROS;
    }
}
