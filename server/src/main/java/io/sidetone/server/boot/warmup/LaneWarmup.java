package io.sidetone.server.boot.warmup;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.core.background.Background;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.journal.CallRecorder;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.SteppedLane;
import io.sidetone.core.mock.MockLine;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.server.actions.AllowedActions;
import io.sidetone.server.ops.metrics.ActionMetrics;
import io.sidetone.server.ops.metrics.AnswerMetrics;
import io.sidetone.server.ops.metrics.EndedCallMeter;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Plays calls with the mock engines on a lane of its own before the server is ready. The classes of a call and of its
 * journal, of an action and of what counts both are loaded then; else the first caller's lane would load them, for some 60 ms of
 * processor time (ITE-CON-001). On its own thread; the counters are its own and are not exported.
 */
final class LaneWarmup {
    private static final long TICK_NS = 5_000_000;
    private static final int RING = 1_024;
    private static final int FRAMES = 256;
    private static final int FRAME_SAMPLES = 160;
    private static final int CALL_MS = 1_000;

    private final LateAction action = new LateAction();
    private final Thread thread;
    private final SteppedLane lane;
    private final EgressRing egress;
    /** Written by the thread of the warm-up alone; the loop of the engines reads it, too. */
    private volatile long nowNs;

    private LaneWarmup() {
        CallFactory factory = new CallFactory(
                CallObserver.all(acted(), new AnswerMetrics(agent -> 0), new EndedCallMeter()),
                (index, setup, publisher, sequence, atNs) ->
                        new CallRecorder(record -> {}, setup, publisher, sequence, atNs));
        lane = new SteppedLane(RING, 2, factory, () -> nowNs);
        egress = lane.egressRing(FRAMES);
        thread = Background.thread("lane-warmup", this::play);
    }

    /** Bound to a registry of its own. */
    private static ActionMetrics acted() {
        ActionMetrics acted = new ActionMetrics(name -> true);
        acted.bindTo(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
        return acted;
    }

    /** Starts the warm-up. */
    static LaneWarmup start() {
        LaneWarmup warmup = new LaneWarmup();
        warmup.thread.start();
        return warmup;
    }

    private void play() {
        WarmupEngines engines = WarmupEngines.counted(() -> nowNs);
        conversation(engines);
        ScheduledExecutorService loop = Background.timer("lane-warmup-engines");
        beginning(engines.withFallbacks(loop, () -> nowNs));
        loop.shutdownNow();
    }

    /** Greeting, a key that interrupts it, an answer to that, an action and its outcome, hang-up. */
    private void conversation(WarmupEngines engines) {
        MockLine line = opened(engines);
        pass(line, CALL_MS);
        line.publish(LaneEventType.DIGIT, '1', null, nowNs);
        pass(line, CALL_MS);
        line.publish(LaneEventType.TEXT_INPUT, "one more thing");
        pass(line, CALL_MS);
        line.publish(LaneEventType.TEXT_INPUT, "action warmup");
        pass(line, CALL_MS / 10);
        action.succeed();
        pass(line, CALL_MS);
        line.hangUp();
        pass(line, CALL_MS / 10);
    }

    /** A call that ends as soon as it has begun. */
    private void beginning(WarmupEngines engines) {
        MockLine line = opened(engines);
        pass(line, CALL_MS / 10);
        line.hangUp();
        pass(line, CALL_MS / 10);
    }

    private MockLine opened(WarmupEngines engines) {
        MockLine line = new MockLine(lane.claim(), egress, () -> nowNs);
        line.open(line.setup(
                        "warmup",
                        "warmup",
                        engines.recognizer(),
                        engines.dialogue(),
                        engines.synthesizer(),
                        TurnPolicy.DEFAULT,
                        AlertThresholds.DEFAULT)
                .withActions(AllowedActions.of(List.of(), List.of(), action)));
        return line;
    }

    private void pass(MockLine line, int ms) {
        short[] quiet = new short[FRAME_SAMPLES];
        for (int t = 0; t < ms; t += 20) {
            line.hear(quiet, nowNs);
            for (int i = 0; i < 4; i++) {
                nowNs += TICK_NS;
                lane.tick(nowNs, nowNs);
            }
            for (EgressFrame frame = egress.peek(); frame != null; frame = egress.peek()) {
                egress.release();
            }
        }
    }

    /** Waits for its end. */
    void await() throws InterruptedException {
        thread.join();
    }
}
