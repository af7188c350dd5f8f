package io.sidetone.tools.softphone.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.measure.CallReport;
import io.sidetone.tools.softphone.measure.Percentiles;
import io.sidetone.tools.softphone.wire.CallerTrack;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Prints the timeline and the measurements of a call for people. */
public final class TextReport {
    private static final double MS_PER_S = 1_000;

    private TextReport() {}

    /**
     * One line of a timeline.
     *
     * @param startMs begin, since the answer
     * @param endMs end, since the answer; null for a moment
     * @param who agent, caller, or the kind of event
     * @param text description
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Line(double startMs, Double endMs, String who, String text) {}

    /** Returns who spoke when, in order. */
    public static List<Line> timeline(CallResult.Completed call) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(0, null, "call", "answered, " + call.media()));
        for (CallReport.Span talk : call.report().agentTalk()) {
            lines.add(new Line(talk.fromMs(), talk.toMs(), "agent", ""));
        }
        for (CallReport.Play play : call.report().plays()) {
            if (play.onsetMs() != null) {
                lines.add(new Line(play.onsetMs(), play.endMs(), "caller", play.file() + remark(play)));
            }
        }
        for (CallerTrack.Keys keys : call.keys()) {
            lines.add(new Line(
                    call.sinceAnswerMs(keys.startNs()),
                    call.sinceAnswerMs(keys.endNs()),
                    "caller",
                    "keys " + keys.digits()));
        }
        lines.sort(Comparator.comparingDouble(Line::startMs));
        lines.add(new Line(call.sinceAnswerMs(call.endedNs()), null, "call", "ended by " + call.endedBy()));
        return lines;
    }

    private static String remark(CallReport.Play play) {
        return play.onsetToLastAgentPacketMs() == null
                ? ""
                : text(", interrupts: the agent's last packet %.0f ms later", play.onsetToLastAgentPacketMs());
    }

    /** Prints the timeline and the measurements. */
    public static void print(CallResult.Completed call, PrintWriter out) {
        timeline(call).forEach(line -> out.println(text(line)));
        out.println();
        measurements(call).forEach(out::println);
    }

    /** Returns one line of the timeline as text. */
    public static String text(Line line) {
        String from = text("%8.2f s", line.startMs() / MS_PER_S);
        String until = line.endMs() == null
                ? " ".repeat(23)
                : text(" – %7.2f s  (%5.2f s)", line.endMs() / MS_PER_S, (line.endMs() - line.startMs()) / MS_PER_S);
        return (from + until + "  " + text("%-8s", line.who()) + line.text()).stripTrailing();
    }

    /** Returns the measurements on the wire, one line each. */
    public static List<String> measurements(CallResult.Completed call) {
        CallReport report = call.report();
        List<String> lines = new ArrayList<>();
        lines.add(row("INVITE → answer", report.answerMs()));
        lines.add(row("answer → first agent audio", report.firstAgentAudioMs()));
        for (CallReport.Play play : report.plays()) {
            if (play.onsetMs() == null) {
                lines.add(text("%-44s nothing above -45 dBov in it", play.file()));
                continue;
            }
            if (play.onsetToLastAgentPacketMs() != null) {
                lines.add(row(play.file() + ": onset → last agent packet", play.onsetToLastAgentPacketMs()));
            }
            lines.add(row(play.file() + ": end → next agent audio", play.endToNextAgentMs()));
        }
        lines.add(text("%-44s %d in, %d lost", "packets", report.packetsIn(), report.packetsLost()));
        lines.add(row("agent's packets behind their timestamps", report.pacing()));
        lines.add(row("our packets behind their deadlines", call.ownLateness()));
        return lines;
    }

    private static String row(String what, Double ms) {
        return ms == null ? text("%-44s –", what) : text("%-44s %.0f ms", what, ms);
    }

    private static String row(String what, Percentiles ms) {
        return ms == null
                ? text("%-44s –", what)
                : text("%-44s p50 %.2f, p99 %.2f, max %.2f ms", what, ms.p50(), ms.p99(), ms.max());
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
