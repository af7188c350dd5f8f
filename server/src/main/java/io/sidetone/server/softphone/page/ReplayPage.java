package io.sidetone.server.softphone.page;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.audio.wav.Wav;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallStatistics;
import io.sidetone.core.call.timeline.TimelineEntry;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.replay.ReplayResult;
import io.sidetone.core.turn.TurnRole;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.server.replay.ReplayedCall;
import io.sidetone.server.softphone.api.ServerCall;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The page of a replayed call (GUD-003): both voices, floor states, turns, words, interruptions with their latencies. */
public final class ReplayPage {
    private static final double NS_PER_S = 1e9;
    private static final long NS_PER_MS = 1_000_000;

    private final ReplayedCall replayed;
    private final CallRecord call;
    private final Wav wav;
    private final List<ServerCall.Event> events = new ArrayList<>();
    private final Map<Long, History.Entry> said = new HashMap<>();

    private ReplayPage(ReplayedCall replayed, CallRecord call) {
        this.replayed = replayed;
        this.call = call;
        this.wav = replayed.wav();
        for (TimelineEntry entry : call.timeline().entries()) {
            events.add(new ServerCall.Event(entry.atMs(), entry.kind(), entry.text()));
        }
        for (History.Entry entry : call.history().entries()) {
            said.put(entry.token(), entry);
        }
    }

    /**
     * Returns the page.
     *
     * @param call what the replay showed
     * @param result what it found
     */
    public static String of(ReplayedCall call, ReplayResult result) {
        CallRecord record = call.call().orElseThrow();
        return new ReplayPage(call, record).page(result);
    }

    private String page(ReplayResult result) {
        CallTimeline score = score();
        CallStatistics counts = call.statistics();
        StringBuilder tiles = new StringBuilder();
        TimelinePage.tile(tiles, "seconds", String.format(Locale.ROOT, "%.1f", score.toMs() / 1000));
        TimelinePage.tile(tiles, "turns of the caller answered", Integer.toString(counts.turns()));
        int cuts = score.interruptions().size();
        TimelinePage.tile(tiles, cuts == 1 ? "interruption" : "interruptions", Integer.toString(cuts));
        TimelinePage.tile(
                tiles,
                "ms from onset to the agent's last frame, worst",
                TimelinePage.ms(CallTimeline.worst(score.interruptions())));
        TimelinePage.tile(
                tiles,
                "ms from the caller's end to the answer, worst",
                TimelinePage.ms(CallTimeline.worst(score.answers())));
        TimelinePage.tile(tiles, "pauses of the agent that were false alarms", Integer.toString(counts.falseAlarms()));
        return TimelinePage.of(
                new TimelinePage.Words(
                        "Call " + call.setup().callId(),
                        "agent " + call.setup().agent() + ", from "
                                + call.setup().from() + " to "
                                + call.setup().to() + ", "
                                + Instant.ofEpochMilli(call.setup().wallEpochMs())
                                + (call.endCause() == null
                                        ? ""
                                        : ", " + call.endCause().reason()),
                        tiles.toString(),
                        "interruption: onset to the agent's last frame",
                        "Replayed from the journal",
                        found(result),
                        turns(),
                        "the call was admitted"),
                score,
                narrow(wav));
    }

    private CallTimeline score() {
        List<CallTimeline.Speech> speeches = new ArrayList<>();
        List<CallTimeline.Gap> interruptions = new ArrayList<>();
        List<CallTimeline.Gap> answers = new ArrayList<>();
        VoicedFrames caller = new VoicedFrames(wav);
        double callerEndMs = Double.NaN;
        for (TurnDescriptor turn : replayed.turns()) {
            double fromMs = ms(turn.startedAtMs());
            double toMs = turn.open() ? replayed.endMs() : ms(turn.endedAtMs());
            String text =
                    said.containsKey(turn.token()) ? said.get(turn.token()).text() : "";
            if (turn.role() == TurnRole.USER) {
                double onsetMs = caller.onsetMs(fromMs);
                callerEndMs = caller.endMs(onsetMs, toMs);
                speeches.add(new CallTimeline.Speech(CallTimeline.Who.CALLER, onsetMs, callerEndMs, text, false));
                continue;
            }
            boolean cut = turn.interruption() != null;
            for (ReplayedCall.Talk talk : replayed.talks()) {
                if (talk.token() == turn.token()) {
                    fromMs = Math.min(fromMs, talk.fromMs());
                    toMs = cut ? talk.toMs() : Math.max(toMs, talk.toMs());
                }
            }
            speeches.add(new CallTimeline.Speech(CallTimeline.Who.AGENT, fromMs, toMs, text, cut));
            if (cut) {
                double detectedMs = ms(turn.interruption().detectedAtMs());
                interruptions.add(new CallTimeline.Gap(
                        caller.onsetMs(detectedMs),
                        detectedMs + Math.max(0, turn.interruption().latencyMs())));
            }
            if (fromMs > callerEndMs) {
                answers.add(new CallTimeline.Gap(callerEndMs, fromMs));
                callerEndMs = Double.NaN;
            }
        }
        speeches.sort(Comparator.comparingDouble(CallTimeline.Speech::fromMs));
        double endMs = replayed.endMs();
        return new CallTimeline(
                0,
                endMs,
                speeches,
                CallTimeline.states(moves(), 0, endMs),
                CallTimeline.pauses(events, 0, endMs),
                interruptions,
                answers,
                CallTimeline.rows(speeches, events, 0));
    }

    private List<ServerCall.Event> moves() {
        return replayed.moves().stream()
                .map(move -> new ServerCall.Event(
                        (move.nowNs() - call.setup().epochNs()) / NS_PER_MS, "state", move.from() + " -> " + move.to()))
                .toList();
    }

    private double ms(long wallMs) {
        return wallMs - call.setup().wallEpochMs();
    }

    private String found(ReplayResult result) {
        StringBuilder out = new StringBuilder();
        out.append(result.inputs()).append(" inputs, ").append(result.outputs()).append(" outputs compared, ");
        out.append(result.frames()).append(" of them frames\n");
        out.append(String.format(Locale.ROOT, "%.1f s of the call%n", result.durationNs() / NS_PER_S));
        if (result.clockJumps() > 0) {
            out.append("the clock jumped ").append(result.clockJumps()).append(" times, first ");
            out.append(result.firstJump()).append('\n');
        }
        if (result.difference() != null) {
            out.append(HtmlText.escape(result.difference().toString())).append('\n');
        } else {
            out.append("every output is the recorded one\n");
        }
        if (result.damage() != null) {
            out.append("the journal ends at ");
            out.append(HtmlText.escape(result.damage().toString())).append('\n');
        } else if (!result.complete()) {
            out.append("the journal is incomplete: ");
            out.append(HtmlText.escape(result.incomplete())).append('\n');
        }
        if (call.timeline().dropped() > 0) {
            out.append(call.timeline().dropped());
            out.append(" lines from the middle of the call are left out below\n");
        }
        return out.toString();
    }

    private String turns() {
        StringBuilder out =
                new StringBuilder("<details open><summary>Turns</summary><table class=\"turns\"><thead><tr>");
        for (String head :
                List.of("turn", "who", "from", "until", "policy", "interrupted by", "latency, ms", "words")) {
            out.append("<th scope=\"col\">").append(head).append("</th>");
        }
        out.append("</tr></thead><tbody>\n");
        for (TurnDescriptor turn : replayed.turns()) {
            History.Entry words = said.get(turn.token());
            boolean cut = turn.interruption() != null;
            List<String> cells = List.of(
                    turn.turnId(),
                    turn.role().wireName(),
                    TimelinePage.seconds(ms(turn.startedAtMs())),
                    turn.open() ? "" : TimelinePage.seconds(ms(turn.endedAtMs())),
                    turn.policyProfile(),
                    cut
                            ? turn.interruption().type().wireName() + ", "
                                    + turn.interruption().source().name().toLowerCase(Locale.ROOT)
                            : "",
                    cut ? Long.toString(turn.interruption().latencyMs()) : "",
                    words == null ? "" : words.text());
            out.append("<tr>");
            cells.forEach(
                    cell -> out.append("<td>").append(HtmlText.escape(cell)).append("</td>"));
            out.append("</tr>\n");
        }
        return out.append("</tbody></table></details>\n").toString();
    }

    /** The staves draw 8 samples a millisecond. */
    private static Wav narrow(Wav wav) {
        if (wav.sampleRateHz() == SampleRate.NARROWBAND_HZ) {
            return wav;
        }
        return Wav.stereo(SampleRate.NARROWBAND_HZ, narrow(wav, 0), narrow(wav, 1));
    }

    private static short[] narrow(Wav wav, int channel) {
        Resampler resampler = Resamplers.create(wav.sampleRateHz(), SampleRate.NARROWBAND_HZ);
        int frame = SampleRate.frameSamples(wav.sampleRateHz());
        int narrowFrame = SampleRate.frameSamples(SampleRate.NARROWBAND_HZ);
        short[] in = wav.channel(channel);
        short[] out = new short[in.length / frame * narrowFrame];
        for (int i = 0; i < in.length / frame; i++) {
            resampler.process(in, i * frame, frame, out, i * narrowFrame);
        }
        return out;
    }
}
