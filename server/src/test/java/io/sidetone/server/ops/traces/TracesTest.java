package io.sidetone.server.ops.traces;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.trace.v1.Span;
import io.sidetone.config.telemetry.TracesConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.TurnRole;
import io.sidetone.core.turn.event.Interruption;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.speech.watch.EngineListener;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real-time")
class TracesTest {
    private static final long MS = 1_000_000;
    private static final long WALL_MS = 1_790_000_000_000L;
    private static final String ID = "01JCALL0000000000000000000";
    private static final FloorViews VIEWS = FloorViews.of(FloorState.IDLE, false, false);

    private final long epochNs = System.nanoTime();
    private final CallRecord call = record(ID, epochNs);
    private Collector collector;
    private Traces traces;

    @BeforeEach
    void open() throws Exception {
        collector = new Collector();
    }

    @AfterEach
    void close() {
        if (traces != null) {
            traces.close();
        }
        collector.close();
        assertThat(collector.complaints).isEmpty();
    }

    private static CallRecord record(String id, long epochNs) {
        return new CallRecord(
                new CallSetup(
                        new CallSetup.Identity(
                                id, "x", "sip-udp", "desk", "+4930111", "b", CallFacts.NONE, 1, WALL_MS, epochNs),
                        CallSetup.Engines.of(null, null, null),
                        CallSetup.Line.of(null, null),
                        CallSetup.Terms.DEFAULT),
                null);
    }

    private TracesConfig config(double sample, boolean words) {
        return new TracesConfig(
                Optional.of(collector.traces()),
                "front desk",
                sample,
                words,
                "Authorization",
                Optional.of(Secret.literal("Bearer of-the-test")));
    }

    private void start(TracesConfig config) {
        traces = Traces.open(config, System::nanoTime).orElseThrow();
    }

    private long at(int ms) {
        return epochNs + ms * MS;
    }

    private void move(FloorState from, FloorState to, FloorTrigger trigger, String reason, int ms) {
        traces.on(call, new FloorTransition(1, "T", from, to, trigger, reason, at(ms), 0, VIEWS));
    }

    private void turn(TurnEventType type, TurnRole role, long token, Interruption how, int ms) {
        TurnDescriptor turn = new TurnDescriptor("turn-1", role, token, WALL_MS, TurnDescriptor.OPEN, how, "default");
        traces.on(call, new TurnEvent(type, 1, FloorState.LISTENING, VIEWS, turn, at(ms), WALL_MS + ms, Map.of()));
    }

    private EngineListener watch(String engine, EngineKind role) {
        return traces.watching(engine, role).of(new CallContext(ID, "desk", "", "", 1, new Fence()));
    }

    /** A question at 1 s, a failed model and its stand-in, an action, an answer from 3 s on that is interrupted at 5 s. */
    private void talk() {
        traces.on(call, new CallObserver.Opened());
        EngineListener stt = watch("dg", EngineKind.RECOGNIZER);
        EngineListener first = watch("llm", EngineKind.DIALOGUE);
        EngineListener second = watch("spare", EngineKind.DIALOGUE);
        EngineListener voice = watch("sonic", EngineKind.SYNTHESIZER);
        turn(TurnEventType.TURN_STARTED, TurnRole.USER, 16, null, 1_000);
        move(FloorState.IDLE, FloorState.LISTENING, FloorTrigger.INPUT_START, "speech", 1_000);
        stt.asked(16, 0, 0, at(1_001));
        stt.piece(16, 0, 0, at(1_400));
        stt.piece(16, 0, 0, at(1_500));
        move(FloorState.LISTENING, FloorState.FINALIZING, FloorTrigger.INPUT_END, "silence", 2_500);
        traces.on(call, new CallObserver.InputEnded(16, at(2_000), at(2_500)));
        stt.ended(16, 1_500, at(2_501));
        stt.done(16, 0, at(2_600));
        traces.on(call, new CallObserver.Transcript(16, "is there tea"));
        move(FloorState.FINALIZING, FloorState.THINKING, FloorTrigger.FINAL_TRANSCRIPT, "transcript", 2_601);
        traces.on(call, new CallObserver.Granted(32));
        first.asked(32, 0, 0, at(2_602));
        first.failed(32, 0, new EngineFailure("timeout", "the words of a failure", true), at(2_700));
        second.asked(32, 0, 0, at(2_701));
        traces.on(
                call,
                new CallObserver.Acting(32, new ActionCall("i1", "check_stock", Map.of("article", "tea"), false)));
        traces.on(call, new CallObserver.Acted(new ActionOutcome("i1", "check_stock", 32, WALL_MS, WALL_MS, "ok")));
        second.piece(32, 0, 0, at(2_900));
        voice.asked(32, 0, 12, at(2_910));
        voice.piece(32, 0, 500, at(3_000));
        move(FloorState.THINKING, FloorState.SPEAKING, FloorTrigger.RESPONSE_AUDIO, "first audio", 3_001);
        traces.on(call, new CallObserver.Voiced(32, at(3_060)));
        voice.done(32, 0, at(3_100));
        voice.asked(32, 1, 8, at(3_110));
        second.done(32, 0, at(3_200));
        stt.asked(48, 0, 0, at(4_900));
        Interruption how =
                new Interruption(InterruptionType.BARGE_IN, InterruptionSource.DETECTOR, WALL_MS + 4_900, 40, "speech");
        turn(TurnEventType.INTERRUPTION, TurnRole.ASSISTANT, 32, how, 4_940);
        move(FloorState.SPEAKING, FloorState.INTERRUPTED, FloorTrigger.BARGE_IN, "speech", 5_000);
        traces.on(call, new CallObserver.ResponseDone(32, true, "There is"));
        voice.cancelled(47, at(5_001));
        turn(TurnEventType.TURN_STARTED, TurnRole.USER, 48, null, 5_002);
        move(FloorState.INTERRUPTED, FloorState.LISTENING, FloorTrigger.CLEANED_TO_LISTENING, "cleaned up", 5_002);
        move(FloorState.LISTENING, FloorState.ENDING, FloorTrigger.SESSION_CLOSE, "hung up", 6_000);
        stt.cancelled(48, at(6_000));
        traces.on(call, new CallObserver.Ended());
    }

    private static void await(String what, BooleanSupplier so) throws InterruptedException {
        long limitNs = System.nanoTime() + 30_000 * MS;
        while (!so.getAsBoolean()) {
            assertThat(System.nanoTime() - limitNs).as("waited for " + what).isNegative();
            Thread.sleep(20);
        }
    }

    private Span one(List<Span> spans) {
        assertThat(spans).hasSize(1);
        return spans.get(0);
    }

    private static long ms(long wallNs) {
        return wallNs / MS - WALL_MS;
    }

    @Test
    void shouldTellACallItsTurnsAndTheirStages() throws Exception {
        start(config(1, false));
        talk();
        await("the call", () -> !collector.named("call").isEmpty());
        Span root = one(collector.named("call"));
        List<Span> turns = collector.under(root, "turn");
        assertThat(turns).hasSize(2);
        Span turn = turns.get(0);
        assertThat(Collector.attributes(turn))
                .containsEntry("sidetone.call.id", ID)
                .containsEntry("sidetone.agent", "desk")
                .containsEntry("sidetone.turn.token", 32L)
                .containsEntry("sidetone.turn.interrupted", true)
                .containsEntry("sidetone.turn.end_cause", "silence")
                .containsEntry("sidetone.turn.response_ms", 1_060L);
        assertThat(ms(turn.getStartTimeUnixNano())).isEqualTo(1_000);
        assertThat(ms(one(collector.under(turn, "listen")).getEndTimeUnixNano()))
                .isEqualTo(2_500);
        assertThat(ms(one(collector.under(turn, "endpoint")).getStartTimeUnixNano()))
                .isEqualTo(2_000);
        Span recognizer = one(collector.under(turn, "recognizer"));
        assertThat(ms(recognizer.getEndTimeUnixNano())).isEqualTo(2_600);
        assertThat(recognizer.getEventsList())
                .extracting(Span.Event::getName)
                .containsExactly("audio ended", "first partial");
        List<Span> dialogues = collector.under(turn, "dialogue");
        assertThat(dialogues)
                .extracting(span -> Collector.attributes(span).get("sidetone.engine"))
                .containsExactly("llm", "spare");
        assertThat(dialogues.get(0).getStatus().getMessage()).isEqualTo("timeout");
        Span action = one(collector.named("action"));
        assertThat(action.getParentSpanId()).isEqualTo(dialogues.get(1).getSpanId());
        assertThat(Collector.attributes(action))
                .containsEntry("sidetone.action", "check_stock")
                .containsEntry("sidetone.action.code", "ok");
        Span synthesis = one(collector.under(turn, "synthesis"));
        assertThat(Collector.attributes(synthesis))
                .containsEntry("sidetone.clauses", 2L)
                .containsEntry("sidetone.characters", 20L)
                .containsEntry("sidetone.cancelled", true);
        Span playout = one(collector.under(turn, "playout"));
        assertThat(ms(playout.getStartTimeUnixNano())).isEqualTo(3_001);
        assertThat(ms(playout.getEndTimeUnixNano())).isEqualTo(5_000);
        assertThat(ms(playout.getEvents(0).getTimeUnixNano())).isEqualTo(3_060);
        Span interruption = one(collector.under(turn, "interruption"));
        assertThat(ms(interruption.getStartTimeUnixNano())).isEqualTo(4_900);
        assertThat(ms(interruption.getEndTimeUnixNano())).isEqualTo(4_940);
        // The words that interrupted belong to the next turn.
        assertThat(collector.under(turns.get(1), "recognizer")).hasSize(1);
        assertThat(collector.services).contains("front desk");
        assertThat(collector.keys).contains("Bearer of-the-test");
        await(
                "the count of what was taken",
                () -> traces.counters().value(TraceCounter.SENT) == collector.spans.size());
    }

    @Test
    @Tag("ITE-SEC-001")
    void shouldTellWordsOnlyWhenTheyAreWanted() throws Exception {
        start(config(1, false));
        talk();
        await("the call", () -> !collector.named("call").isEmpty());
        assertThat(collector.spans.toString())
                .doesNotContain("is there tea", "There is", "words of a failure", "article", "+4930111");
        traces.close();
        collector.spans.clear();
        start(config(1, true));
        talk();
        await("the call", () -> !collector.named("call").isEmpty());
        assertThat(collector.spans.toString())
                .contains("is there tea", "There is")
                .doesNotContain("article", "+4930111");
    }

    @Test
    void shouldHaveNeitherThreadNorConnectionWhenNothingIsTraced() throws Exception {
        assertThat(Traces.open(TracesConfig.OFF, System::nanoTime)).isEmpty();
        assertThat(Traces.open(config(0, false), System::nanoTime)).isEmpty();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("traces"));
        assertThat(collector.requests).hasValue(0);
    }

    @Test
    void shouldTraceTheShareOfCallsThatIsAskedFor() {
        start(config(0.25, false));
        int taken = 0;
        for (int i = 0; i < 4_000; i++) {
            String id = "01JCALL" + Integer.toString(i * 7_919 + 100_000, 32);
            traces.on(record(id, epochNs), new CallObserver.Opened());
            boolean watched =
                    traces.watching("e", EngineKind.DIALOGUE).of(new CallContext(id, "", "", "", 1, new Fence()))
                            != null;
            taken += watched ? 1 : 0;
        }
        assertThat(taken).isBetween(850, 1_150);
    }

    @Test
    void shouldDropAndCountSpansWhenTheCollectorRefusesThem() throws Exception {
        collector.status = 400;
        start(config(1, false));
        talk();
        await("the refusal", () -> traces.counters().value(TraceCounter.REFUSED) > 0);
        assertThat(traces.counters().value(TraceCounter.SENT)).isZero();
        collector.status = 200;
        talk();
        await("the next call", () -> traces.counters().value(TraceCounter.SENT) > 0);
    }

    @Test
    void shouldEndWithinItsLimitWhenTheCollectorCannotBeReached() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        traces = Traces.open(
                        new TracesConfig(
                                Optional.of(URI.create("http://127.0.0.1:" + port + "/v1/traces")),
                                "s",
                                1,
                                false,
                                "Authorization",
                                Optional.empty()),
                        System::nanoTime)
                .orElseThrow();
        talk();
        await("its spans to be given up or refused", () -> {
            traces.close();
            return traces.counters().value(TraceCounter.REFUSED)
                            + traces.counters().value(TraceCounter.DROPPED)
                    > 0;
        });
        assertThat(traces.counters().value(TraceCounter.SENT)).isZero();
    }

    @Test
    void shouldKeepToItsBoundsWhenTheCollectorHangs() throws Exception {
        collector.hangs = true;
        start(config(1, false));
        talk();
        await("the first request", () -> collector.requests.get() == 1);
        for (int calls = 0; traces.counters().value(TraceCounter.DROPPED) == 0; calls++) {
            assertThat(calls).as("calls before anything was dropped").isLessThan(5_000);
            talk();
            if (calls % 200 == 0) {
                Thread.sleep(250);
            }
        }
        assertThat(collector.requests).hasValue(1);
        long beganNs = System.nanoTime();
        traces.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("traces"));
        assertThat(System.nanoTime() - beganNs).isLessThan(30_000 * MS);
        assertThat(traces.counters().value(TraceCounter.DROPPED)).isGreaterThan(0);
    }
}
