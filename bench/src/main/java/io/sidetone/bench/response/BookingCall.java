package io.sidetone.bench.response;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.bench.harness.TestedServer;
import io.sidetone.tools.softphone.api.ServerApi;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.call.PhoneCall;
import io.sidetone.tools.softphone.scenario.ScenarioLimits;
import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.signalling.SipTarget;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;

/**
 * What one call in which an appointment is booked has measured.
 *
 * @param answerMs from the INVITE to its 200, on the wire
 * @param audioMs from the INVITE to the agent's first voiced packet
 * @param actionMs from the dialogue's request of the action to its result, on the server's clock
 */
record BookingCall(double answerMs, double audioMs, double actionMs) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Calls {@code server} and does what {@code script} says, which has the agent carry out one action. */
    static BookingCall place(TestedServer server, CallScript script) throws Exception {
        ServerApi api = new ServerApi(URI.create("http://" + server.http()));
        AnsweredId id = new AnsweredId(api);
        PhoneCall phone = new PhoneCall(
                SipTarget.resolve("sip:desk@" + server.sip()), script, ScenarioLimits.DEFAULT, id, 1, System::nanoTime);
        if (phone.run() instanceof CallResult.Completed completed
                && completed.report().firstAgentAudioMs() != null) {
            double answerMs = completed.report().answerMs();
            return new BookingCall(
                    answerMs,
                    answerMs + completed.report().firstAgentAudioMs(),
                    actionMs(server.get("/api/calls/" + id.await())));
        }
        throw new IllegalStateException("a call failed; the server said:\n" + server.said());
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
