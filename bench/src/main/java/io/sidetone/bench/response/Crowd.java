package io.sidetone.bench.response;

import io.sidetone.bench.callers.CallerHabits;
import io.sidetone.bench.callers.SipCallers;
import io.sidetone.bench.callers.Softphone;
import io.sidetone.bench.harness.Scrape;
import io.sidetone.bench.harness.Target;
import io.sidetone.tools.softphone.call.CallProgress;
import io.sidetone.tools.softphone.measure.CallReport;
import io.sidetone.tools.softphone.script.CallerAction;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Many calls with G.711 in both directions that arrive within {@value #ARRIVAL_S} s at a server that has just become ready. One
 * in {@value #TIMED} is a softphone, which times the greeting on the wire.
 *
 * @param refused frames that the server's rings refused
 * @param skipped frames that a late lane skipped
 * @param greetingMs from the INVITE to the agent's first voiced packet, of each softphone
 */
record Crowd(double refused, double skipped, List<Double> greetingMs) {
    static final int ARRIVAL_S = 5;
    static final int TIMED = 10;

    private static final int TALK_S = 6;
    private static final int END_LIMIT_S = 60;

    /** Has {@code calls} callers call {@code server}. */
    static Crowd of(Target server, int calls) throws Exception {
        int timed = Math.max(1, calls / TIMED);
        int others = Math.max(1, calls - timed);
        ScheduledExecutorService phones = Executors.newScheduledThreadPool(timed);
        List<CallerHabits> habits = Collections.nCopies(others, CallerHabits.once(ARRIVAL_S + TALK_S));
        try (SipCallers callers =
                new SipCallers(server.sip(), SrtpPolicy.OFF, habits, TimeUnit.SECONDS.toNanos(ARRIVAL_S) / others)) {
            List<Future<Double>> greetings = new ArrayList<>();
            for (int i = 0; i < timed; i++) {
                Callable<Double> call = () -> greetingMs(server);
                greetings.add(phones.schedule(call, ARRIVAL_S * 1_000L * i / timed, TimeUnit.MILLISECONDS));
            }
            List<Double> greetingMs = new ArrayList<>();
            for (Future<Double> greeting : greetings) {
                greetingMs.add(greeting.get(END_LIMIT_S, TimeUnit.SECONDS));
            }
            callers.check();
            Scrape after = server.scrape();
            return new Crowd(
                    after.sum("sidetone_ring_refused_total"), after.sum("sidetone_frames_skipped_total"), greetingMs);
        } finally {
            phones.shutdownNow();
        }
    }

    private static double greetingMs(Target server) throws Exception {
        List<ScriptStep> steps = List.of(new ScriptStep(0, new Trigger.At(TALK_S * 1_000L), new CallerAction.HangUp()));
        CallReport report =
                Softphone.call(server, "desk", steps, CallProgress.NONE, 1).report();
        return report.firstAgentAudioMs() == null
                ? Double.POSITIVE_INFINITY
                : report.answerMs() + report.firstAgentAudioMs();
    }
}
