package io.sidetone.bench.engines;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The time that the server added to each step of the turns between two moments, by engine. */
final class EngineResults {
    /** The goal of each step at p99, without intended waits. */
    static final double GOAL_MS = 2;

    private static final long RUNAWAY_NS = 2_000_000_000L;

    private final long fromNs;
    private final long toNs;
    private final Map<String, Times> request = engines(Providers.RECOGNIZERS, Providers.MODELS);
    private final Times hearing = new Times();
    private final Times asking = new Times();
    private final Map<String, Times> clause = engines(Providers.MODELS, Providers.VOICES);
    private final Map<String, Times> audio = engines(Providers.VOICES, List.of(Providers.REALTIME));
    private final Times tickWait = new Times();
    private final Times tickLate = new Times();
    private final Map<String, Times> modelClosed = engines(Providers.MODELS, List.of());
    private final Map<String, Times> voiceCancelled = engines(Providers.VOICES, List.of(Providers.REALTIME));
    private final Map<String, Times> voiceLast = engines(Providers.VOICES, List.of(Providers.REALTIME));
    private final Map<String, Long> modelBytes = new LinkedHashMap<>();
    private final Map<String, Long> voiceBytes = new LinkedHashMap<>();
    private final Map<String, Long> dialled = new TreeMap<>();
    private long turns;
    private long cancelled;
    private long runaways;

    /** Creates the results of {@code log}, and of {@code lanes} when there are journals, else null. */
    EngineResults(WireLog log, JournalTimes lanes, long fromNs, long toNs) {
        this.fromNs = fromNs;
        this.toNs = toNs;
        for (Turn turn : log.turns()) {
            add(turn, lanes == null ? null : lanes.turn(turn.id));
        }
    }

    private static Map<String, Times> engines(List<String> some, List<String> others) {
        Map<String, Times> times = new LinkedHashMap<>();
        some.forEach(name -> times.put(name, new Times()));
        others.forEach(name -> times.put(name, new Times()));
        return times;
    }

    private boolean inside(long atNs) {
        return atNs >= fromNs && atNs < toNs;
    }

    private void add(Turn turn, JournalTimes.Lane lane) {
        if (turn.finalNs > 0 && inside(turn.requestNs)) {
            turns++;
            long tookNs = turn.requestNs - turn.finalNs;
            request.get(turn.recognizer).add(turn.requestNs, tookNs);
            request.get(turn.llm).add(turn.requestNs, tookNs);
            if (turn.modelDialled) {
                dialled.merge(turn.llm, 1L, Long::sum);
            }
            if (lane != null) {
                hearing.add(turn.requestNs, lane.finalNs - turn.finalNs);
                asking.add(turn.requestNs, turn.requestNs - lane.finalNs);
            }
        }
        if (turn.clauseNs > 0 && inside(turn.clauseReadNs)) {
            long tookNs = turn.clauseReadNs - turn.clauseNs;
            clause.get(turn.llm).add(turn.clauseReadNs, tookNs);
            clause.get(turn.voice).add(turn.clauseReadNs, tookNs);
            if (turn.voiceDialled) {
                dialled.merge(turn.voice, 1L, Long::sum);
            }
        }
        if (lane != null && turn.audioNs > 0 && lane.frameNs > 0 && inside(lane.frameNs)) {
            // The lateness counts from the later of two times: the arrival of the audio, and the due time of the tick.
            long lateNs = lane.frameNs - Math.max(lane.dueNs, lane.audioNs);
            tickWait.add(lane.frameNs, Math.max(0, lane.dueNs - lane.audioNs));
            tickLate.add(lane.frameNs, lateNs);
            audio.get(turn.voice).add(lane.frameNs, lane.audioNs - turn.audioNs + lateNs);
        }
        if (lane != null && lane.cancelNs > 0 && inside(lane.cancelNs)) {
            cancelled(turn, lane.cancelNs);
        }
    }

    private void cancelled(Turn turn, long atNs) {
        if (turn.modelSent.lastNs() > atNs + RUNAWAY_NS || turn.voiceSent.lastNs() > atNs + RUNAWAY_NS) {
            runaways++;
        }
        if (turn.modelClosedNs > atNs || turn.cancelNs > atNs) {
            cancelled++;
        }
        if (turn.modelClosedNs > atNs) {
            modelClosed.get(turn.llm).add(atNs, turn.modelClosedNs - atNs);
            modelBytes.merge(turn.llm, turn.modelSent.bytesAfter(atNs), Math::max);
        }
        if (turn.cancelNs > atNs) {
            voiceCancelled.get(turn.voice).add(atNs, turn.cancelNs - atNs);
            voiceLast.get(turn.voice).add(atNs, Math.max(0, turn.voiceSent.lastNs() - atNs));
            voiceBytes.merge(turn.voice, turn.voiceSent.bytesAfter(atNs), Math::max);
        }
    }

    /** Whether there are measurements, and no service continued after a cancel. */
    boolean sound() {
        return turns > 0 && runaways == 0;
    }

    /** Returns how many figures miss the goal. */
    long missed() {
        return List.of(request, clause, audio).stream()
                .flatMap(step -> step.values().stream())
                .filter(times -> times.count() > 0 && times.percentiles().p99() > GOAL_MS)
                .count();
    }

    void report(PrintStream out) {
        out.println("final transcript sent -> request read");
        lines(out, request, true);
        if (hearing.count() > 0) {
            out.println("  of this until the words are on the lane     " + hearing.line());
            out.println("  from the lane until the request was read    " + asking.line());
        }
        out.println("connections that were made within these turns: " + dialled);
        out.println("token sent that completes the first clause -> clause read by the voice");
        lines(out, clause, true);
        if (audio.values().stream().mapToLong(Times::count).sum() > 0) {
            out.println("first audio sent -> egress ring, without the wait for the tick");
            lines(out, audio, true);
            out.println("  wait for the tick (audio starts at once, there is no prebuffer)  " + tickWait.line());
            out.println("  that tick served late, counted above                            " + tickLate.line());
        }
        if (cancelled > 0) {
            out.println(
                    cancelled
                            + " turns cancelled while a service was at work; cancel on the lane -> the model's connection is closed");
            lines(out, modelClosed, false);
            out.println("  most bytes that a model still wrote: " + modelBytes);
            out.println("cancel on the lane -> the voice has read the cancel, where it was still speaking");
            lines(out, voiceCancelled, false);
            out.println("cancel on the lane -> last audio that voice wrote (0: none any more)");
            lines(out, voiceLast, false);
            out.println("  most bytes that a voice still wrote: " + voiceBytes);
            out.println("services that went on for 2 s after a cancel (must be 0): " + runaways);
        }
    }

    private static void lines(PrintStream out, Map<String, Times> engines, boolean judged) {
        engines.forEach((name, times) -> {
            boolean over = judged && times.count() > 0 && times.percentiles().p99() > GOAL_MS;
            out.println(String.format(
                    Locale.ROOT, "  %-14s %s%s", name, times.line(), over ? "  over " + GOAL_MS + " ms" : ""));
        });
    }
}
