package io.sidetone.tools.softphone.page;

import io.sidetone.tools.softphone.api.ServerCall;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.measure.CallReport;
import io.sidetone.tools.softphone.report.TextReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes the page of a call: both voices, words, states, interruptions with their latencies, the sound itself, and a table
 * that says the same. One file, nothing is loaded from elsewhere; light and dark.
 */
public final class CallPage {
    private CallPage() {}

    /**
     * Returns the page.
     *
     * @param title heading
     * @param server what the server says of the call; without it there are no words and no states
     */
    public static String of(String title, CallResult.Completed call, Optional<ServerCall> server) {
        return TimelinePage.of(document(title, call, server));
    }

    static TimelineDocument document(String title, CallResult.Completed call, Optional<ServerCall> server) {
        CallTimeline timeline = CallTimeline.of(call, server);
        return timeline.document(
                new CallTimeline.Page(
                        new TimelineDocument.Heading(
                                title,
                                lead(call, server),
                                "the answer",
                                "interruption: onset to the agent's last packet"),
                        figures(call, timeline),
                        new TimelineDocument.Measurements("Measured on the wire", measured(call)),
                        server.map(CallPage::server).orElse(null),
                        null),
                call.recording().wav());
    }

    private static String lead(CallResult.Completed call, Optional<ServerCall> server) {
        String who = server.map(s -> "agent " + s.agent() + ", call " + s.callId() + ", " + s.startedAt() + ", ")
                .orElse("");
        return who + call.media() + ", ended by " + call.endedBy();
    }

    private static List<TimelineDocument.Figure> figures(CallResult.Completed call, CallTimeline timeline) {
        return List.of(
                timeline.length(),
                CallTimeline.figure("ms to the first word", call.report().firstAgentAudioMs()),
                CallTimeline.figure(
                        "interruptions", timeline.lane("interruption").size()),
                CallTimeline.figure("ms from onset to the agent's last packet, worst", timeline.worst("interruption")),
                CallTimeline.figure("ms from the caller's end to the answer, worst", timeline.worst("answer")),
                CallTimeline.figure("packets lost", call.report().packetsLost()));
    }

    private static List<String> measured(CallResult.Completed call) {
        CallReport report = call.report();
        List<String> lines = new ArrayList<>(TextReport.measurements(call));
        lines.add(report.agentTalk().size() + " talks of the agent, "
                + report.plays().size() + " sounds of the caller");
        return lines;
    }

    private static TimelineDocument.Server server(ServerCall server) {
        return new TimelineDocument.Server(
                new TreeMap<>(server.metrics())
                        .entrySet().stream()
                                .map(metric -> new TimelineDocument.Metric(metric.getKey(), metric.getValue()))
                                .toList(),
                server.sip(),
                server.answers());
    }
}
