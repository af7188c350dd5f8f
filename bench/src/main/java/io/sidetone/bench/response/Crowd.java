package io.sidetone.bench.response;

import io.sidetone.bench.calls.CallGenerator;
import io.sidetone.bench.harness.Scrape;
import io.sidetone.bench.harness.TestedServer;
import io.sidetone.tools.softphone.call.CallProgress;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.call.PhoneCall;
import io.sidetone.tools.softphone.measure.CallReport;
import io.sidetone.tools.softphone.scenario.ScenarioLimits;
import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.script.CallerAction;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.signalling.SipTarget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Many calls with G.711 in both directions that arrive within {@value #ARRIVAL_S} s at a server that has just become ready. Most of
 * them are sipp's; one in {@value #TIMED} is a softphone, which times the greeting on the wire.
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
    static Crowd of(TestedServer server, Path folder, int calls) throws Exception {
        SipTarget target = SipTarget.resolve("sip:desk@" + server.sip());
        int timed = Math.max(1, calls / TIMED);
        int others = Math.max(1, calls - timed);
        ScheduledExecutorService phones = Executors.newScheduledThreadPool(timed);
        try (CallGenerator generator = CallGenerator.start(
                folder, server.sip(), others, Math.max(1, others / ARRIVAL_S), ARRIVAL_S + TALK_S)) {
            List<Future<Double>> greetings = new ArrayList<>();
            for (int i = 0; i < timed; i++) {
                Callable<Double> call = () -> greetingMs(target);
                greetings.add(phones.schedule(call, ARRIVAL_S * 1_000L * i / timed, TimeUnit.MILLISECONDS));
            }
            List<Double> greetingMs = new ArrayList<>();
            for (Future<Double> greeting : greetings) {
                greetingMs.add(greeting.get(END_LIMIT_S, TimeUnit.SECONDS));
            }
            if (!generator.succeeded(END_LIMIT_S)) {
                throw new IllegalStateException("calls failed; sipp said:\n" + generator.output());
            }
            Scrape after = server.scrape();
            return new Crowd(
                    after.sum("sidetone_ring_refused_total", ""),
                    after.sum("sidetone_frames_skipped_total", ""),
                    greetingMs);
        } finally {
            phones.shutdownNow();
        }
    }

    private static double greetingMs(SipTarget target) throws Exception {
        PhoneCall phone = new PhoneCall(
                target,
                new CallScript(
                        List.of(new ScriptStep(0, new Trigger.At(TALK_S * 1_000L), new CallerAction.HangUp())), false),
                ScenarioLimits.DEFAULT,
                CallProgress.NONE,
                1,
                System::nanoTime);
        CallResult result = phone.run();
        if (result instanceof CallResult.Completed completed) {
            CallReport report = completed.report();
            return report.firstAgentAudioMs() == null
                    ? Double.POSITIVE_INFINITY
                    : report.answerMs() + report.firstAgentAudioMs();
        }
        throw new IllegalStateException("a call of the crowd failed: " + result);
    }
}
