package io.sidetone.bench.engines;

import java.io.PrintStream;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The time that the server added to each step of the turns between two moments, by engine. */
final class EngineResults {
    /** The goal of each step at p99, without intended waits. */
    static final double GOAL_MS = 2;

    private static final long RUNAWAY_NS = 2_000_000_000L;

    /** Steps that are timed, by engine. */
    private enum Step {
        REQUEST("final transcript sent -> request read", true),
        CLAUSE("token sent that completes the first clause -> clause read by the voice", true),
        AUDIO("first audio sent -> egress ring, without the wait for the tick", true),
        MODEL_CLOSED("cancel on the lane -> the model's connection is closed", false),
        VOICE_CANCELLED("cancel on the lane -> the voice has read the cancel, where it was still speaking", false),
        VOICE_LAST("cancel on the lane -> last audio that voice wrote (0: none any more)", false);

        private final String shown;
        private final boolean judged;

        Step(String shown, boolean judged) {
            this.shown = shown;
            this.judged = judged;
        }

        private boolean missed(Times times) {
            return judged && times.percentiles().p99() > GOAL_MS;
        }
    }

    private final long fromNs;
    private final long toNs;
    private final Map<Step, Map<String, Times>> steps = new EnumMap<>(Step.class);
    private final Times hearing = new Times();
    private final Times asking = new Times();
    private final Times tickWait = new Times();
    private final Times tickLate = new Times();
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
        for (WireTurn turn : log.turns()) {
            add(turn, lanes == null ? null : lanes.turn(turn.id));
        }
    }

    private Times times(Step step, String engine) {
        return steps.computeIfAbsent(step, any -> new TreeMap<>()).computeIfAbsent(engine, any -> new Times());
    }

    private boolean inside(long atNs) {
        return atNs >= fromNs && atNs < toNs;
    }

    private void add(WireTurn turn, JournalTimes.Lane lane) {
        if (turn.finalNs > 0 && inside(turn.requestNs)) {
            turns++;
            long tookNs = turn.requestNs - turn.finalNs;
            times(Step.REQUEST, turn.recognizer).add(turn.requestNs, tookNs);
            times(Step.REQUEST, turn.llm).add(turn.requestNs, tookNs);
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
            times(Step.CLAUSE, turn.llm).add(turn.clauseReadNs, tookNs);
            times(Step.CLAUSE, turn.voice).add(turn.clauseReadNs, tookNs);
            if (turn.voiceDialled) {
                dialled.merge(turn.voice, 1L, Long::sum);
            }
        }
        if (lane != null && turn.audioNs > 0 && lane.frameNs > 0 && inside(lane.frameNs)) {
            // The lateness counts from the later of two times: the arrival of the audio, and the due time of the tick.
            long lateNs = lane.frameNs - Math.max(lane.dueNs, lane.audioNs);
            tickWait.add(lane.frameNs, Math.max(0, lane.dueNs - lane.audioNs));
            tickLate.add(lane.frameNs, lateNs);
            times(Step.AUDIO, turn.voice).add(lane.frameNs, lane.audioNs - turn.audioNs + lateNs);
        }
        if (lane != null && lane.cancelNs > 0 && inside(lane.cancelNs)) {
            cancelled(turn, lane.cancelNs);
        }
    }

    private void cancelled(WireTurn turn, long atNs) {
        if (turn.modelSent.lastNs() > atNs + RUNAWAY_NS || turn.voiceSent.lastNs() > atNs + RUNAWAY_NS) {
            runaways++;
        }
        if (turn.modelClosedNs > atNs || turn.cancelNs > atNs) {
            cancelled++;
        }
        if (turn.modelClosedNs > atNs) {
            times(Step.MODEL_CLOSED, turn.llm).add(atNs, turn.modelClosedNs - atNs);
            modelBytes.merge(turn.llm, turn.modelSent.bytesAfter(atNs), Math::max);
        }
        if (turn.cancelNs > atNs) {
            times(Step.VOICE_CANCELLED, turn.voice).add(atNs, turn.cancelNs - atNs);
            times(Step.VOICE_LAST, turn.voice).add(atNs, Math.max(0, turn.voiceSent.lastNs() - atNs));
            voiceBytes.merge(turn.voice, turn.voiceSent.bytesAfter(atNs), Math::max);
        }
    }

    /** Returns whether there are measurements, and no service continued after a cancel. */
    boolean sound() {
        return turns > 0 && runaways == 0;
    }

    /** Returns how many figures miss the goal. */
    long missed() {
        return steps.entrySet().stream()
                .flatMap(step -> step.getValue().values().stream().filter(step.getKey()::missed))
                .count();
    }

    void report(PrintStream out) {
        steps.forEach((step, engines) -> {
            out.println(step.shown);
            engines.forEach((name, times) -> out.println(String.format(
                    Locale.ROOT,
                    "  %-14s %s%s",
                    name,
                    times.line(),
                    step.missed(times) ? "  over " + GOAL_MS + " ms" : "")));
        });
        if (hearing.count() > 0) {
            out.println("of the request until the words are on the lane  " + hearing.line());
            out.println("from the lane until the request was read        " + asking.line());
            out.println("wait for the tick (there is no prebuffer)       " + tickWait.line());
            out.println("that tick served late, counted above            " + tickLate.line());
        }
        out.println("connections that were made within these turns: " + dialled);
        if (cancelled > 0) {
            out.println(cancelled + " turns cancelled while a service was at work; most bytes still written "
                    + modelBytes + " by models, " + voiceBytes + " by voices");
            out.println("services that went on for 2 s after a cancel (must be 0): " + runaways);
        }
    }
}
