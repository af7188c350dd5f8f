package io.sidetone.server.softphone.page;

import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavWriter;
import io.sidetone.server.softphone.api.ServerCall;
import io.sidetone.server.softphone.call.CallResult;
import io.sidetone.server.softphone.measure.CallReport;
import io.sidetone.server.softphone.report.TextReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes the page of a call: both voices, words, states, interruptions with their latencies, the sound itself, and a table
 * that says the same. One file, nothing is loaded from elsewhere; light and dark.
 */
public final class CallPage {
    private static final double MS_PER_S = 1_000;
    private static final Pattern PLACE = Pattern.compile("@@([A-Z]+)@@");

    private CallPage() {}

    /**
     * Returns the page.
     *
     * @param title heading
     * @param server what the server says of the call; without it there are no words and no states
     */
    public static String of(String title, CallResult.Completed call, Optional<ServerCall> server) {
        CallScore score = CallScore.of(call, server);
        Map<String, String> parts = Map.of(
                "TITLE", Markup.escape(title),
                "STYLE", resource("page.css"),
                "SCRIPT", resource("page.js"),
                "LEAD", lead(call, server),
                "TILES", tiles(call, score),
                "SOUND", sound(call.recording().wav()),
                "STAVES", staves(score, call.recording().wav()),
                "ROWS", rows(score),
                "MEASURED", measured(call),
                "SERVER", server.map(CallPage::server).orElse(""));
        // In one pass: what a caller says is never taken for a place to fill.
        return PLACE.matcher(resource("page.html"))
                .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
    }

    private static String resource(String name) {
        try (InputStream in = CallPage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String lead(CallResult.Completed call, Optional<ServerCall> server) {
        String who = server.map(s -> "agent " + s.agent() + ", call " + s.callId() + ", " + s.startedAt() + ", ")
                .orElse("");
        return Markup.escape(who + call.media() + ", ended by " + call.endedBy());
    }

    private static String tiles(CallResult.Completed call, CallScore score) {
        StringBuilder out = new StringBuilder();
        tile(out, "seconds", String.format(Locale.ROOT, "%.1f", score.toMs() / MS_PER_S));
        tile(out, "ms to the first word", ms(call.report().firstAgentAudioMs()));
        tile(out, "interruptions", Integer.toString(score.interruptions().size()));
        tile(out, "ms from onset to the agent's last packet, worst", ms(worst(score.interruptions())));
        tile(out, "ms from the caller's end to the answer, worst", ms(worst(score.answers())));
        tile(out, "packets lost", Long.toString(call.report().packetsLost()));
        return out.toString();
    }

    private static Double worst(List<CallScore.Gap> gaps) {
        return gaps.isEmpty()
                ? null
                : gaps.stream().mapToDouble(CallScore.Gap::durationMs).max().getAsDouble();
    }

    private static void tile(StringBuilder out, String what, String value) {
        out.append("<div class=\"tile\"><dt>")
                .append(what)
                .append("</dt><dd>")
                .append(value)
                .append("</dd></div>\n");
    }

    private static String ms(Double value) {
        return value == null ? "–" : Long.toString(Math.round(value));
    }

    private static String sound(Wav wav) {
        return "data:audio/wav;base64," + Base64.getEncoder().encodeToString(WavWriter.toBytes(wav));
    }

    private static String staves(CallScore score, Wav wav) {
        Waveform caller = new Waveform(wav.channel(0));
        Waveform agent = new Waveform(wav.channel(1));
        StringBuilder out = new StringBuilder();
        double fromMs = score.fromMs();
        do {
            out.append(new Stave(score, caller, agent, fromMs).svg());
            fromMs += Stave.LENGTH_MS;
        } while (fromMs < score.toMs());
        return out.toString();
    }

    private static String rows(CallScore score) {
        StringBuilder out = new StringBuilder();
        for (CallScore.Row row : score.rows()) {
            out.append("<tr class=\"").append(row.who()).append("\"><td>").append(seconds(row.atMs()));
            out.append("</td><td>").append(row.untilMs() == null ? "" : seconds(row.untilMs()));
            out.append("</td><th scope=\"row\">").append(row.who()).append("</th><td>");
            out.append(Markup.escape(row.what())).append("</td></tr>\n");
        }
        return out.toString();
    }

    private static String seconds(double ms) {
        return String.format(Locale.ROOT, "%.3f", ms / MS_PER_S);
    }

    private static String measured(CallResult.Completed call) {
        StringBuilder out = new StringBuilder();
        for (String line : TextReport.measurements(call)) {
            out.append(Markup.escape(line)).append('\n');
        }
        CallReport report = call.report();
        out.append(report.agentTalk().size()).append(" talks of the agent, ");
        out.append(report.plays().size()).append(" sounds of the caller\n");
        return out.toString();
    }

    private static String server(ServerCall server) {
        StringBuilder out = new StringBuilder("<details><summary>What the server counted</summary><table><tbody>\n");
        for (Map.Entry<String, Number> metric : new TreeMap<>(server.metrics()).entrySet()) {
            out.append("<tr><th scope=\"row\">").append(Markup.escape(metric.getKey()));
            out.append("</th><td>").append(metric.getValue()).append("</td></tr>\n");
        }
        out.append("</tbody></table></details>\n<details><summary>The SIP dialog</summary><pre>");
        server.sip().forEach(line -> out.append(Markup.escape(line)).append('\n'));
        return out.append("</pre></details>\n").toString();
    }
}
