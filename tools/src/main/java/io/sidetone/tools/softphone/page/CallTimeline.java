package io.sidetone.tools.softphone.page;

import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavWriter;
import io.sidetone.tools.softphone.api.ServerCall;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.measure.CallReport;
import io.sidetone.tools.softphone.wire.CallerTrack;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Everything a page shows of a call, on one clock: milliseconds since the answer.
 *
 * @param fromMs where the recording begins
 * @param toMs where it ends
 * @param speeches who said what, in order
 * @param states what the server was doing, in order; empty when it was not asked
 * @param pauses while the agent waited whether somebody speaks, in order
 * @param interruptions from the caller's onset to the agent's last packet
 * @param answers from the caller's end to the agent's first packet
 * @param rows everything, for the table
 */
record CallTimeline(
        double fromMs,
        double toMs,
        List<Speech> speeches,
        List<State> states,
        List<Pause> pauses,
        List<Gap> interruptions,
        List<Gap> answers,
        List<TimelineDocument.Row> rows) {
    /** A page of hours would be larger than browsers open. */
    private static final int MAX_SOUND_MINUTES = 10;

    private static final double MS_PER_MINUTE = 60_000;
    private static final String SILENCE = "The sound of calls longer than " + MAX_SOUND_MINUTES
            + " minutes is not in the page; it can be written to a file of its own.";

    private static final double MS_PER_S = 1_000;
    private static final double NS_PER_MS = 1_000_000;
    private static final Pattern TRANSITION = Pattern.compile("(\\w+) -> (\\w+).*");
    private static final Pattern HEARD = Pattern.compile(".*?; heard: (.*)", Pattern.DOTALL);

    /** A transcript may come this much before the wire says that its words were on it. */
    private static final double CLOCK_SLACK_MS = 50;

    /** A longer pause of the agent is not inside a turn. */
    private static final double PAUSE_MS = 1_000;

    /** What differs from page to page; the fields of {@link TimelineDocument}. */
    record Page(
            String title,
            String lead,
            String zero,
            String interruptionMeaning,
            List<TimelineDocument.Figure> figures,
            TimelineDocument.Measurements measurements,
            TimelineDocument.Server server,
            List<TimelineDocument.Turn> turns) {}

    /** Who speaks. */
    enum Who {
        CALLER,
        AGENT
    }

    /** A stretch of speech with its words. */
    record Speech(Who who, double fromMs, double toMs, String text, boolean cut) {}

    /** A state of the floor. */
    record State(double fromMs, double toMs, String name) {}

    /** The agent paused; {@code end} says how that went on. */
    record Pause(double fromMs, double toMs, String end) {}

    /** A time that was measured on the wire. */
    record Gap(double fromMs, double toMs) {
        double durationMs() {
            return toMs - fromMs;
        }

        private TimelineDocument.Span span(String lane) {
            return new TimelineDocument.Span(lane, fromMs, toMs, lane, "");
        }
    }

    static CallTimeline of(CallResult.Completed call, Optional<ServerCall> server) {
        double fromMs = (call.recording().originNs() - call.answeredNs()) / NS_PER_MS;
        double toMs = Math.max(
                fromMs + call.recording().wav().durationMs(), (call.endedNs() - call.answeredNs()) / NS_PER_MS);
        List<ServerCall.Event> events = server.map(ServerCall::timeline).orElse(List.of());
        double serverZeroMs =
                server.map(s -> s.zeroMs(call.report().answerMs())).orElse(0.0);
        List<Speech> speeches = new ArrayList<>();
        callerSpeeches(call, events, serverZeroMs, speeches);
        agentSpeeches(call, events, serverZeroMs, speeches);
        speeches.sort(Comparator.comparingDouble(Speech::fromMs));
        List<Gap> interruptions = new ArrayList<>();
        List<Gap> answers = new ArrayList<>();
        for (CallReport.Play play : call.report().plays()) {
            if (play.onsetToLastAgentPacketMs() != null) {
                interruptions.add(new Gap(play.onsetMs(), play.onsetMs() + play.onsetToLastAgentPacketMs()));
            }
            if (play.endToNextAgentMs() != null) {
                answers.add(new Gap(play.endMs(), play.endMs() + play.endToNextAgentMs()));
            }
        }
        List<State> states = states(events, serverZeroMs, toMs);
        return new CallTimeline(
                fromMs,
                toMs,
                speeches,
                states,
                pauses(events, serverZeroMs, toMs),
                interruptions,
                answers,
                rows(call, speeches, events, serverZeroMs));
    }

    private static void callerSpeeches(
            CallResult.Completed call, List<ServerCall.Event> events, double zeroMs, List<Speech> speeches) {
        List<CallReport.Play> plays = call.report().plays().stream()
                .filter(play -> play.onsetMs() != null)
                .toList();
        for (int i = 0; i < plays.size(); i++) {
            CallReport.Play play = plays.get(i);
            double nextMs = i + 1 < plays.size() ? plays.get(i + 1).onsetMs() : Double.MAX_VALUE;
            for (CallerTrack.Keys keys : call.keys()) {
                double keysMs = (keys.startNs() - call.answeredNs()) / NS_PER_MS;
                nextMs = keysMs > play.onsetMs() ? Math.min(nextMs, keysMs) : nextMs;
            }
            List<String> heard = texts(events, "transcript", zeroMs, play.onsetMs(), nextMs);
            String text = heard.isEmpty() ? play.file() : String.join(" … ", heard);
            speeches.add(new Speech(Who.CALLER, play.onsetMs(), play.endMs(), text, false));
        }
        for (CallerTrack.Keys keys : call.keys()) {
            speeches.add(new Speech(
                    Who.CALLER,
                    (keys.startNs() - call.answeredNs()) / NS_PER_MS,
                    (keys.endNs() - call.answeredNs()) / NS_PER_MS,
                    "keys " + keys.digits(),
                    false));
        }
    }

    /** The server reports the words of a whole turn, at its end; a turn may have pauses that part it on the wire. */
    private static void agentSpeeches(
            CallResult.Completed call, List<ServerCall.Event> events, double zeroMs, List<Speech> speeches) {
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
            speeches.add(new Speech(Who.AGENT, fromMs, talk.toMs(), text, !commits.isEmpty()));
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

    static List<State> states(List<ServerCall.Event> events, double zeroMs, double endMs) {
        List<State> states = new ArrayList<>();
        String name = null;
        double sinceMs = 0;
        for (ServerCall.Event event : events) {
            Matcher transition = TRANSITION.matcher(event.text());
            if (!event.kind().equals("state") || !transition.matches()) {
                continue;
            }
            double atMs = event.atMs() + zeroMs;
            if (name != null && atMs > sinceMs) {
                states.add(new State(sinceMs, atMs, name));
            }
            name = transition.group(2);
            sinceMs = atMs;
        }
        if (name != null && endMs > sinceMs) {
            states.add(new State(sinceMs, endMs, name));
        }
        return states;
    }

    /** A yield lasts until the agent goes on, is interrupted, or its turn ends otherwise. */
    static List<Pause> pauses(List<ServerCall.Event> events, double zeroMs, double endMs) {
        List<Pause> pauses = new ArrayList<>();
        double sinceMs = Double.NaN;
        for (ServerCall.Event event : events) {
            double atMs = event.atMs() + zeroMs;
            boolean begins = event.kind().equals("yield");
            boolean ends = event.kind().equals("resume")
                    || event.kind().equals("commit")
                    || event.kind().equals("state");
            if (ends && !Double.isNaN(sinceMs)) {
                boolean resumed = event.kind().equals("resume");
                pauses.add(new Pause(sinceMs, atMs, resumed ? "the agent went on" : "the turn ended"));
                sinceMs = Double.NaN;
            } else if (begins && Double.isNaN(sinceMs)) {
                sinceMs = atMs;
            }
        }
        if (endMs > sinceMs) {
            pauses.add(new Pause(sinceMs, endMs, "the call ended"));
        }
        return pauses;
    }

    private static List<TimelineDocument.Row> rows(
            CallResult.Completed call, List<Speech> speeches, List<ServerCall.Event> events, double zeroMs) {
        List<TimelineDocument.Row> rows = rows(speeches, events, zeroMs);
        rows.add(new TimelineDocument.Row(0, null, "call", "answered, " + call.media()));
        rows.add(new TimelineDocument.Row(
                (call.endedNs() - call.answeredNs()) / NS_PER_MS, null, "call", "ended by " + call.endedBy()));
        rows.sort(Comparator.comparingDouble(TimelineDocument.Row::startMs));
        return rows;
    }

    /** A figure in ms, or a dash when nothing was measured. */
    static TimelineDocument.Figure figure(String what, Double ms) {
        return new TimelineDocument.Figure(what, ms == null ? "–" : Long.toString(Math.round(ms)));
    }

    /** A count. */
    static TimelineDocument.Figure figure(String what, long count) {
        return new TimelineDocument.Figure(what, Long.toString(count));
    }

    /** How long the call was. */
    TimelineDocument.Figure length() {
        return new TimelineDocument.Figure("seconds", String.format(Locale.ROOT, "%.1f", toMs / MS_PER_S));
    }

    /** The longest of {@code gaps} in ms, or null. */
    static Double worst(List<Gap> gaps) {
        return gaps.isEmpty()
                ? null
                : gaps.stream().mapToDouble(Gap::durationMs).max().getAsDouble();
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
                page.title(),
                page.lead(),
                page.zero(),
                page.interruptionMeaning(),
                fromMs,
                toMs,
                page.figures(),
                spans(),
                VoiceLevels.of(wav, fromMs),
                page.measurements(),
                page.server(),
                page.turns(),
                rows,
                silent ? null : "data:audio/wav;base64," + Base64.getEncoder().encodeToString(WavWriter.toBytes(wav)),
                silent ? SILENCE : null);
    }

    private List<TimelineDocument.Span> spans() {
        List<TimelineDocument.Span> spans = new ArrayList<>();
        for (Speech speech : speeches) {
            spans.add(new TimelineDocument.Span(
                    lower(speech.who()),
                    speech.fromMs(),
                    speech.toMs(),
                    speech.cut() ? "cut" : "speech",
                    speech.text()));
        }
        for (State state : states) {
            spans.add(new TimelineDocument.Span(
                    "state", state.fromMs(), state.toMs(), lower(state.name()), state.name()));
        }
        for (Pause pause : pauses) {
            spans.add(new TimelineDocument.Span("pause", pause.fromMs(), pause.toMs(), "pause", pause.end()));
        }
        interruptions.forEach(gap -> spans.add(gap.span("interruption")));
        answers.forEach(gap -> spans.add(gap.span("answer")));
        return spans;
    }

    private static String lower(Object name) {
        return name.toString().toLowerCase(Locale.ROOT);
    }

    /** What was said, and what the server noted besides. */
    static List<TimelineDocument.Row> rows(List<Speech> speeches, List<ServerCall.Event> events, double zeroMs) {
        List<TimelineDocument.Row> rows = new ArrayList<>();
        for (Speech speech : speeches) {
            String who = speech.who() == Who.CALLER ? "caller" : "agent";
            String words = speech.text().isBlank() ? "(no words)" : speech.text();
            rows.add(new TimelineDocument.Row(
                    speech.fromMs(), speech.toMs(), who, words + (speech.cut() ? " – cut short" : "")));
        }
        for (ServerCall.Event event : events) {
            boolean said = event.kind().equals("agent")
                    || event.kind().equals("transcript")
                    || event.kind().equals("partial");
            if (!said) {
                rows.add(new TimelineDocument.Row(
                        event.atMs() + zeroMs, null, "server", event.kind() + ": " + event.text()));
            }
        }
        rows.sort(Comparator.comparingDouble(TimelineDocument.Row::startMs));
        return rows;
    }
}
