package io.sidetone.bench.response;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.bench.callers.Softphone;
import io.sidetone.bench.harness.Target;
import io.sidetone.tools.softphone.api.ServerApi;
import io.sidetone.tools.softphone.measure.CallReport;
import io.sidetone.tools.softphone.script.ScriptStep;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Measurements of one call in which an appointment is booked.
 *
 * @param answerMs from the INVITE to its 200, on the wire
 * @param audioMs from the INVITE to the agent's first voiced packet
 * @param actionMs from the dialogue's request of the action to its result, on the server's clock
 */
record BookingCall(double answerMs, double audioMs, double actionMs) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Calls {@code server} and does what {@code script} says, which has the agent carry out one action. */
    static BookingCall place(Target server, List<ScriptStep> script) throws Exception {
        AnsweredId id = new AnsweredId(new ServerApi(URI.create("http://" + server.http())));
        CallReport report = Softphone.call(server, "desk", script, id, 1).report();
        if (report.firstAgentAudioMs() == null) {
            throw new IOException("the agent was silent; the server said:\n" + server.said());
        }
        return new BookingCall(
                report.answerMs(),
                report.answerMs() + report.firstAgentAudioMs(),
                actionMs(server.get("/api/calls/" + id.await())));
    }

    private static double actionMs(String call) throws IOException {
        JsonNode actions = JSON.readTree(call).path("actions");
        if (actions.size() != 1 || !"ok".equals(actions.get(0).path("code").asText())) {
            throw new IOException("the call should have booked once: " + actions);
        }
        return Duration.between(
                        Instant.parse(actions.get(0).path("wantedAt").asText()),
                        Instant.parse(actions.get(0).path("endedAt").asText()))
                .toMillis();
    }
}
