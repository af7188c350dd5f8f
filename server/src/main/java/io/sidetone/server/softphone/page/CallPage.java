package io.sidetone.server.softphone.page;

import io.sidetone.server.softphone.api.ServerCall;
import io.sidetone.server.softphone.call.CallResult;
import io.sidetone.server.softphone.measure.CallReport;
import io.sidetone.server.softphone.report.TextReport;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes the page of a call: both voices, words, states, interruptions with their latencies, the sound itself, and a table
 * that says the same. One file, nothing is loaded from elsewhere; light and dark.
 */
public final class CallPage {
    private static final double MS_PER_S = 1_000;

    private CallPage() {}

    /**
     * Returns the page.
     *
     * @param title heading
     * @param server what the server says of the call; without it there are no words and no states
     */
    public static String of(String title, CallResult.Completed call, Optional<ServerCall> server) {
        CallTimeline score = CallTimeline.of(call, server);
        return TimelinePage.of(
                new TimelinePage.Words(
                        title,
                        lead(call, server),
                        tiles(call, score),
                        "interruption: onset to the agent's last packet",
                        "Measured on the wire",
                        measured(call),
                        server.map(CallPage::server).orElse(""),
                        "the answer"),
                score,
                call.recording().wav());
    }

    private static String lead(CallResult.Completed call, Optional<ServerCall> server) {
        String who = server.map(s -> "agent " + s.agent() + ", call " + s.callId() + ", " + s.startedAt() + ", ")
                .orElse("");
        return who + call.media() + ", ended by " + call.endedBy();
    }

    private static String tiles(CallResult.Completed call, CallTimeline score) {
        StringBuilder out = new StringBuilder();
        TimelinePage.tile(out, "seconds", String.format(Locale.ROOT, "%.1f", score.toMs() / MS_PER_S));
        TimelinePage.tile(
                out, "ms to the first word", TimelinePage.ms(call.report().firstAgentAudioMs()));
        TimelinePage.tile(
                out, "interruptions", Integer.toString(score.interruptions().size()));
        TimelinePage.tile(
                out,
                "ms from onset to the agent's last packet, worst",
                TimelinePage.ms(CallTimeline.worst(score.interruptions())));
        TimelinePage.tile(
                out,
                "ms from the caller's end to the answer, worst",
                TimelinePage.ms(CallTimeline.worst(score.answers())));
        TimelinePage.tile(out, "packets lost", Long.toString(call.report().packetsLost()));
        return out.toString();
    }

    private static String measured(CallResult.Completed call) {
        StringBuilder out = new StringBuilder();
        for (String line : TextReport.measurements(call)) {
            out.append(HtmlText.escape(line)).append('\n');
        }
        CallReport report = call.report();
        out.append(report.agentTalk().size()).append(" talks of the agent, ");
        out.append(report.plays().size()).append(" sounds of the caller\n");
        return out.toString();
    }

    private static String server(ServerCall server) {
        StringBuilder out = new StringBuilder("<details><summary>What the server counted</summary><table><tbody>\n");
        for (Map.Entry<String, Number> metric : new TreeMap<>(server.metrics()).entrySet()) {
            out.append("<tr><th scope=\"row\">").append(HtmlText.escape(metric.getKey()));
            out.append("</th><td>").append(metric.getValue()).append("</td></tr>\n");
        }
        out.append("</tbody></table></details>\n<details><summary>The SIP dialog</summary><pre>");
        server.sip().forEach(line -> out.append(HtmlText.escape(line)).append('\n'));
        return out.append("</pre></details>\n").toString();
    }
}
