package io.sidetone.tools.softphone.page;

import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavWriter;
import io.sidetone.tools.softphone.api.ServerCall;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.measure.CallReport;
import io.sidetone.tools.softphone.page.TimelineDocument.Span;
import io.sidetone.tools.softphone.report.TextReport.Line;
import io.sidetone.tools.softphone.wire.CallerTrack;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Everything a page shows of a call, on one clock: milliseconds since the answer.
 *
 * @param fromMs where the recording begins
 * @param toMs where it ends
 * @param spans what lasted, in order within each lane: who said what, what the server was doing, while the agent waited whether
 *     somebody speaks, from the caller's onset to the agent's last packet, from the caller's end to the agent's first
 * @param rows everything, for the table
 */
record CallTimeline(double fromMs, double toMs, List<Span> spans, List<Line> rows) {
    /** A page of hours would be larger than browsers open. */
    private static final int MAX_SOUND_MINUTES = 10;

    private static final double MS_PER_MINUTE = 60_000;
    private static final String SILENCE = "The sound of calls longer than " + MAX_SOUND_MINUTES
            + " minutes is not in the page; it can be written to a file of its own.";

    private static final double MS_PER_S = 1_000;
    private static final Pattern TRANSITION = Pattern.compile("(\\w+) -> (\\w+).*");
    private static final Pattern HEARD = Pattern.compile(".*?; heard: (.*)", Pattern.DOTALL);

    /** Events whose words stand at the speeches. */
    private static final Set<String> SAID = Set.of("agent", "transcript", "partial");

    /** A transcript may come this much before the wire says that its words were on it. */
    private static final double CLOCK_SLACK_MS = 50;

    /** A longer pause of the agent is not inside a turn. */
    private static final double PAUSE_MS = 1_000;

    /** Content that differs from page to page; the fields of {@link TimelineDocument}. */
    record Page(
            TimelineDocument.Heading heading,
            List<TimelineDocument.Figure> figures,
            TimelineDocument.Measurements measurements,
            TimelineDocument.Server server,
            List<TimelineDocument.Turn> turns) {}

    static CallTimeline of(CallResult.Completed call, Optional<ServerCall> server) {
        double fromMs = call.sinceAnswerMs(call.recording().originNs());
        double toMs = Math.max(fromMs + call.recording().wav().durationMs(), call.sinceAnswerMs(call.endedNs()));
        List<ServerCall.Event> events = server.map(ServerCall::timeline).orElse(List.of());
        double serverZeroMs =
                server.map(s -> s.zeroMs(call.report().answerMs())).orElse(0.0);
        List<Span> speeches = new ArrayList<>();
        callerSpeeches(call, events, serverZeroMs, speeches);
        agentSpeeches(call, events, serverZeroMs, speeches);
        List<Span> gaps = new ArrayList<>();
        for (CallReport.Play play : call.report().plays()) {
            if (play.onsetToLastAgentPacketMs() != null) {
                gaps.add(Span.interruption(play.onsetMs(), play.onsetMs() + play.onsetToLastAgentPacketMs()));
            }
            if (play.endToNextAgentMs() != null) {
                gaps.add(Span.answer(play.endMs(), play.endMs() + play.endToNextAgentMs()));
            }
        }
        List<Span> spans =
                spans(speeches, states(events, serverZeroMs, toMs), pauses(events, serverZeroMs, toMs), gaps);
        List<Line> rows = rows(speeches, events, serverZeroMs);
        rows.add(new Line(0, null, "call", "answered, " + call.media()));
        rows.add(new Line(call.sinceAnswerMs(call.endedNs()), null, "call", "ended by " + call.endedBy()));
        rows.sort(Comparator.comparingDouble(Line::startMs));
        return new CallTimeline(fromMs, toMs, spans, rows);
    }

    /** Puts all lanes together, the speeches and the gaps in their order in time. */
    static List<Span> spans(List<Span> speeches, List<Span> states, List<Span> pauses, List<Span> gaps) {
        speeches.sort(Comparator.comparingDouble(Span::startMs));
        gaps.sort(Comparator.comparing(Span::lane).reversed());
        return Stream.of(speeches, states, pauses, gaps).flatMap(List::stream).toList();
    }

    /** Returns what lasted of {@code lane}. */
    List<Span> lane(String lane) {
        return spans.stream().filter(span -> span.lane().equals(lane)).toList();
    }

    private static void callerSpeeches(
            CallResult.Completed call, List<ServerCall.Event> events, double zeroMs, List<Span> speeches) {
        List<CallReport.Play> plays = call.report().plays().stream()
                .filter(play -> play.onsetMs() != null)
                .toList();
        for (int i = 0; i < plays.size(); i++) {
            CallReport.Play play = plays.get(i);
            double nextMs = i + 1 < plays.size() ? plays.get(i + 1).onsetMs() : Double.MAX_VALUE;
            for (CallerTrack.Keys keys : call.keys()) {
                double keysMs = call.sinceAnswerMs(keys.startNs());
                nextMs = keysMs > play.onsetMs() ? Math.min(nextMs, keysMs) : nextMs;
            }
            List<String> heard = texts(events, "transcript", zeroMs, play.onsetMs(), nextMs);
            String text = heard.isEmpty() ? play.file() : String.join(" … ", heard);
            speeches.add(Span.caller(play.onsetMs(), play.endMs(), text));
        }
        for (CallerTrack.Keys keys : call.keys()) {
            speeches.add(Span.caller(
                    call.sinceAnswerMs(keys.startNs()), call.sinceAnswerMs(keys.endNs()), "keys " + keys.digits()));
        }
    }

    /** The server reports the words of a whole turn, at its end; a turn may have pauses that part it on the wire. */
    private static void agentSpeeches(
            CallResult.Completed call, List<ServerCall.Event> events, double zeroMs, List<Span> speeches) {
        List<CallReport.Span> talks = call.report().agentTalk();
        double turnMs = Double.NaN;
        for (int i = 0; i < talks.size(); i++) {
            CallReport.Span talk = talks.get(i);
            boolean last = i + 1 == talks.size();
            double nextMs = last ? Double.MAX_VALUE : talks.get(i + 1).fromMs();
            List<String> words = new ArrayList<>(texts(events, "agent", zeroMs, talk.fromMs(), nextMs));
            List<String> commits = texts(events, "commit", zeroMs, talk.fromMs(), nextMs);
            for (String commit : commits) {
                Matcher heard = HEARD.matcher(commit);
                words.add(heard.matches() ? heard.group(1) : "");
            }
            double fromMs = Double.isNaN(turnMs) ? talk.fromMs() : turnMs;
            if (words.isEmpty() && !events.isEmpty() && !last && nextMs - talk.toMs() < PAUSE_MS) {
                turnMs = fromMs;
                continue;
            }
            turnMs = Double.NaN;
            String text = String.join(" ", words).strip();
            speeches.add(Span.agent(fromMs, talk.toMs(), text, !commits.isEmpty()));
        }
    }

    private static List<String> texts(
            List<ServerCall.Event> events, String kind, double zeroMs, double fromMs, double toMs) {
        return events.stream()
                .filter(event -> event.kind().equals(kind))
                .filter(event -> event.atMs() + zeroMs >= fromMs - CLOCK_SLACK_MS
                        && event.atMs() + zeroMs < toMs - CLOCK_SLACK_MS)
                .map(ServerCall.Event::text)
                .filter(text -> !text.isBlank())
                .toList();
    }

    static List<Span> states(List<ServerCall.Event> events, double zeroMs, double endMs) {
        List<Span> states = new ArrayList<>();
        String name = null;
        double sinceMs = 0;
        for (ServerCall.Event event : events) {
            Matcher transition = TRANSITION.matcher(event.text());
            if (!event.kind().equals("state") || !transition.matches()) {
                continue;
            }
            double atMs = event.atMs() + zeroMs;
            if (name != null && atMs > sinceMs) {
                states.add(Span.state(sinceMs, atMs, name));
            }
            name = transition.group(2);
            sinceMs = atMs;
        }
        if (name != null && endMs > sinceMs) {
            states.add(Span.state(sinceMs, endMs, name));
        }
        return states;
    }

    /** A yield lasts until the agent goes on, is interrupted, or its turn ends otherwise. */
    static List<Span> pauses(List<ServerCall.Event> events, double zeroMs, double endMs) {
        List<Span> pauses = new ArrayList<>();
        double sinceMs = Double.NaN;
        for (ServerCall.Event event : events) {
            double atMs = event.atMs() + zeroMs;
            boolean begins = event.kind().equals("yield");
            boolean ends = event.kind().equals("resume")
                    || event.kind().equals("commit")
                    || event.kind().equals("state");
            if (ends && !Double.isNaN(sinceMs)) {
                boolean resumed = event.kind().equals("resume");
                pauses.add(Span.pause(sinceMs, atMs, resumed ? "the agent went on" : "the turn ended"));
                sinceMs = Double.NaN;
            } else if (begins && Double.isNaN(sinceMs)) {
                sinceMs = atMs;
            }
        }
        if (endMs > sinceMs) {
            pauses.add(Span.pause(sinceMs, endMs, "the call ended"));
        }
        return pauses;
    }

    /** A figure in ms, or a dash when nothing was measured. */
    static TimelineDocument.Figure figure(String what, Double ms) {
        return new TimelineDocument.Figure(what, ms == null ? "–" : Long.toString(Math.round(ms)));
    }

    /** A count. */
    static TimelineDocument.Figure figure(String what, long count) {
        return new TimelineDocument.Figure(what, Long.toString(count));
    }

    /** Returns how long the call was. */
    TimelineDocument.Figure length() {
        return new TimelineDocument.Figure("seconds", String.format(Locale.ROOT, "%.1f", toMs / MS_PER_S));
    }

    /** Returns the longest span of {@code lane} in ms, or null. */
    Double worst(String lane) {
        return lane(lane).stream()
                .map(span -> span.endMs() - span.startMs())
                .max(Double::compare)
                .orElse(null);
    }

    /**
     * Returns the document of the page.
     *
     * @param page what differs from page to page
     * @param wav the recording, two channels
     */
    TimelineDocument document(Page page, Wav wav) {
        boolean silent = wav.durationMs() > MAX_SOUND_MINUTES * MS_PER_MINUTE;
        return new TimelineDocument(
                TimelineDocument.VERSION,
                page.heading(),
                fromMs,
                toMs,
                page.figures(),
                spans,
                VoiceLevels.of(wav, fromMs),
                page.measurements(),
                page.server(),
                page.turns(),
                rows,
                silent ? null : "data:audio/wav;base64," + Base64.getEncoder().encodeToString(WavWriter.toBytes(wav)),
                silent ? SILENCE : null);
    }

    /** Returns what was said, and what the server noted besides. */
    static List<Line> rows(List<Span> speeches, List<ServerCall.Event> events, double zeroMs) {
        List<Line> rows = new ArrayList<>();
        for (Span speech : speeches) {
            String words = speech.text().isBlank() ? "(no words)" : speech.text();
            rows.add(new Line(
                    speech.startMs(), speech.endMs(), speech.lane(), words + (speech.cut() ? " – cut short" : "")));
        }
        for (ServerCall.Event event : events) {
            if (!SAID.contains(event.kind())) {
                rows.add(new Line(event.atMs() + zeroMs, null, "server", event.kind() + ": " + event.text()));
            }
        }
        rows.sort(Comparator.comparingDouble(Line::startMs));
        return rows;
    }
}
