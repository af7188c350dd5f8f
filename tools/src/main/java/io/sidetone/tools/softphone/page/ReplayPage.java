package io.sidetone.tools.softphone.page;

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
import io.sidetone.tools.replay.ReplayedCall;
import io.sidetone.tools.softphone.api.ServerCall;
import io.sidetone.tools.softphone.page.TimelineDocument.Span;
import java.time.Instant;
import java.util.ArrayList;
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
        return TimelinePage.of(document(call, result));
    }

    static TimelineDocument document(ReplayedCall call, ReplayResult result) {
        return new ReplayPage(call, call.call().orElseThrow()).document(result);
    }

    private TimelineDocument document(ReplayResult result) {
        CallTimeline timeline = timeline();
        return timeline.document(
                new CallTimeline.Page(
                        new TimelineDocument.Heading(
                                "Call " + call.setup().who().callId(),
                                lead(),
                                "the call was admitted",
                                "interruption: onset to the agent's last frame"),
                        figures(timeline),
                        new TimelineDocument.Measurements("Replayed from the journal", found(result)),
                        null,
                        turns()),
                narrow(wav));
    }

    private String lead() {
        return "agent " + call.setup().who().agent() + ", from "
                + call.setup().who().from() + " to "
                + call.setup().who().to() + ", "
                + Instant.ofEpochMilli(call.setup().who().wallEpochMs())
                + (call.endCause() == null ? "" : ", " + call.endCause().reason());
    }

    private List<TimelineDocument.Figure> figures(CallTimeline timeline) {
        CallStatistics counts = call.statistics();
        int cuts = timeline.lane("interruption").size();
        return List.of(
                timeline.length(),
                CallTimeline.figure("turns of the caller answered", counts.turns()),
                CallTimeline.figure(cuts == 1 ? "interruption" : "interruptions", cuts),
                CallTimeline.figure("ms from onset to the agent's last frame, worst", timeline.worst("interruption")),
                CallTimeline.figure("ms from the caller's end to the answer, worst", timeline.worst("answer")),
                CallTimeline.figure("pauses of the agent that were false alarms", counts.falseAlarms()));
    }

    private CallTimeline timeline() {
        List<Span> speeches = new ArrayList<>();
        List<Span> gaps = new ArrayList<>();
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
                speeches.add(Span.caller(onsetMs, callerEndMs, text));
                continue;
            }
            boolean cut = turn.interruption() != null;
            for (ReplayedCall.Talk talk : replayed.talks()) {
                if (talk.token() == turn.token()) {
                    fromMs = Math.min(fromMs, talk.fromMs());
                    toMs = cut ? talk.toMs() : Math.max(toMs, talk.toMs());
                }
            }
            speeches.add(Span.agent(fromMs, toMs, text, cut));
            if (cut) {
                double detectedMs = ms(turn.interruption().detectedAtMs());
                gaps.add(Span.interruption(
                        caller.onsetMs(detectedMs),
                        detectedMs + Math.max(0, turn.interruption().latencyMs())));
            }
            if (fromMs > callerEndMs) {
                gaps.add(Span.answer(callerEndMs, fromMs));
                callerEndMs = Double.NaN;
            }
        }
        double endMs = replayed.endMs();
        return new CallTimeline(
                0,
                endMs,
                CallTimeline.spans(
                        speeches, CallTimeline.states(moves(), 0, endMs), CallTimeline.pauses(events, 0, endMs), gaps),
                CallTimeline.rows(speeches, events, 0));
    }

    private List<ServerCall.Event> moves() {
        return replayed.moves().stream()
                .map(move -> new ServerCall.Event(
                        (move.nowNs() - call.setup().who().epochNs()) / NS_PER_MS,
                        "state",
                        move.from() + " -> " + move.to()))
                .toList();
    }

    private double ms(long wallMs) {
        return wallMs - call.setup().who().wallEpochMs();
    }

    private List<String> found(ReplayResult result) {
        List<String> lines = new ArrayList<>();
        lines.add(result.inputs() + " inputs, " + result.outputs() + " outputs compared, " + result.frames()
                + " of them frames");
        lines.add(String.format(Locale.ROOT, "%.1f s of the call", result.durationNs() / NS_PER_S));
        if (result.clockJumps() > 0) {
            lines.add("the clock jumped " + result.clockJumps() + " times, first " + result.firstJump());
        }
        lines.add(result.difference() != null ? result.difference().toString() : "every output is the recorded one");
        if (result.damage() != null) {
            lines.add("the journal ends at " + result.damage());
        } else if (!result.complete()) {
            lines.add("the journal is incomplete: " + result.incomplete());
        }
        if (call.timeline().dropped() > 0) {
            lines.add(call.timeline().dropped() + " lines from the middle of the call are left out below");
        }
        return lines;
    }

    private List<TimelineDocument.Turn> turns() {
        return replayed.turns().stream().map(this::turn).toList();
    }

    private TimelineDocument.Turn turn(TurnDescriptor turn) {
        History.Entry words = said.get(turn.token());
        boolean cut = turn.interruption() != null;
        return new TimelineDocument.Turn(
                turn.turnId(),
                turn.role().wireName(),
                ms(turn.startedAtMs()),
                turn.open() ? null : Double.valueOf(ms(turn.endedAtMs())),
                turn.policyProfile(),
                cut
                        ? turn.interruption().type().wireName() + ", "
                                + turn.interruption().source().name().toLowerCase(Locale.ROOT)
                        : null,
                cut ? turn.interruption().latencyMs() : null,
                words == null ? "" : words.text());
    }

    /** A page holds its sound at 8 kHz, so that calls of ten minutes fit. */
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
