package io.sidetone.speech.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.Caption;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.SteppedLane;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.mock.MockLine;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.TestTime;
import io.sidetone.speech.net.EngineNet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A whole call through the real lane. The caller's frames are digital silence, so whatever the floor does it does on the word
 * of the service.
 */
class RealtimeCallTest {
    private static final long MS = 1_000_000L;
    private static final int MOST_STEPS = 6_000;

    private final LoopbackServer server = LoopbackServer.open();
    private final RealtimeService service = new RealtimeService(server);
    private final TestTime time = new TestTime();
    private final EngineNet net = time.net(1);
    private final RealtimeMeters meters = RealtimeMeters.of("voice");
    private final List<Caption> captions = new ArrayList<>();
    private final short[] silence = new short[160];
    private final SteppedLane lane = new SteppedLane(1024, 1, new CallFactory(new Watching()), () -> nowNs());
    private final EgressRing egress = lane.egressRing(64);
    private volatile long nowNs = 1_000 * MS;
    private CallRecord call;
    private MockLine line;
    private int voiced;

    private long nowNs() {
        return nowNs;
    }

    @BeforeEach
    void open() {
        SessionInstructions instructions = new SessionInstructions(
                "You are the desk.", Map.of(PromptReason.GREETING, "Good day."), List::of, CallTexts.NONE);
        RealtimeModel model = new RealtimeModel(
                net, service.settings(), instructions, meters, time::nanoTime, System::currentTimeMillis);
        Admission admission = lane.claim();
        line = new MockLine(admission, egress, this::nowNs);
        TurnPolicy policy = TurnPolicy.DEFAULT.withVad(SpeechSource.RECOGNIZER);
        service.answers.add(Answer.say("Good day.", 0));
        line.open(line.setup(
                "01TESTTESTTESTTESTTESTTEST",
                "caller",
                model.recognizer(),
                model.dialogue(),
                model.synthesizer(),
                policy,
                AlertThresholds.DEFAULT));
        until("greeting", () -> call != null && call.state() == FloorState.SPEAKING);
        until("greeted", () -> call.state() == FloorState.IDLE);
    }

    @AfterEach
    void leaveNothing() {
        line.hangUp();
        until("ended", () -> call.state() == FloorState.ENDED);
        Eventually.holds("no connection is left", () -> net.openConnections() == 0);
        assertThat(server.violations()).isEmpty();
        assertThat(lane.metrics().value(LaneCounter.TURN_TOKEN_VIOLATIONS)).isZero();
        net.close();
        server.close();
    }

    private final class Watching implements CallObserver {
        @Override
        public void on(CallRecord record, CallEvent event) {
            if (event instanceof CallObserver.Opened) {
                call = record;
            } else if (event instanceof Caption captioned) {
                captions.add(captioned);
            }
        }
    }

    /** Lets the call go on, somewhat faster than in life, until something is so. */
    private void until(String what, BooleanSupplier holds) {
        for (int i = 0; i < MOST_STEPS; i++) {
            if (holds.getAsBoolean()) {
                return;
            }
            step();
        }
        throw new AssertionError(
                "it never happened: " + what + "; " + call.timeline().entries() + service.types());
    }

    private void step() {
        line.hear(silence, nowNs);
        for (int i = 0; i < 4; i++) {
            nowNs += 5 * MS;
            lane.tick(nowNs, nowNs);
        }
        for (EgressFrame frame = egress.peek(); frame != null; frame = egress.peek()) {
            voiced += frame.silence ? 0 : 1;
            egress.release();
        }
        LockSupport.parkNanos(4 * MS);
    }

    private void steps(int count) {
        for (int i = 0; i < count; i++) {
            step();
        }
    }

    private List<History.Entry> history() {
        return call.history().entries();
    }

    @Test
    @Tag("ITE-REQ-002")
    @Tag("ITE-REQ-010")
    @Tag("ITE-REQ-011")
    @Tag("ITE-AC-001")
    @Tag("ITE-AC-002")
    void shouldLetTheServiceTakeTheFloorAndGiveItBack() {
        service.answers.add(
                Answer.say("It is ten past four, and the sun is shining. What else would you like to know?", 3));
        service.last().speechStarted();
        until("listening", () -> call.state() == FloorState.LISTENING);
        steps(30);
        service.last().speechStopped();
        until("speaking", () -> call.state() == FloorState.SPEAKING);
        assertThat(service.count("response.create")).isEqualTo(2);
        steps(60);

        service.transcript = "And tomorrow?";
        service.answers.add(Answer.say("Rain.", 0));
        service.last().speechStarted();
        until("interrupted", () -> call.state() == FloorState.LISTENING);
        until("truncated", () -> service.count("conversation.item.truncate") == 1);
        steps(20);
        service.last().speechStopped();
        until("answering", () -> call.state() == FloorState.SPEAKING);
        until("answered", () -> call.state() == FloorState.IDLE);

        assertThat(history()).hasSize(5);
        History.Entry cut = history().get(2);
        assertThat(history().get(1).text()).isEqualTo("What time is it?");
        assertThat(cut.interrupted()).isTrue();
        assertThat("It is ten past four, and the sun is shining.").startsWith(cut.text());
        assertThat(cut.text()).startsWith("It is ten");
        assertThat(history().get(3).text()).isEqualTo("And tomorrow?");
        assertThat(history().get(4).text()).isEqualTo("Rain.");
        assertThat(service.count("response.create")).isEqualTo(3);
        long cutMs = service.find("conversation.item.truncate", 0)
                .path("audio_end_ms")
                .asLong();
        assertThat(cutMs).isBetween(cut.text().length() * 45L, cut.text().length() * 75L + 200);
        Caption last = captions.stream()
                .filter(caption -> caption.text().startsWith("It is ten"))
                .reduce((a, b) -> b)
                .orElseThrow();
        assertThat(last.text().substring(0, last.heardChars()).strip()).isEqualTo(cut.text());
        assertThat(voiced).isGreaterThan(80);
    }

    @Test
    @Tag("ITE-REQ-009")
    void shouldGoOnWithTheSameCallWhenTheConnectionIsMadeAnew() {
        server.dropAll();
        until("connected again", () -> service.count("session.update") == 2);
        service.last().speechStarted();
        until("listening", () -> call.state() == FloorState.LISTENING);
        steps(30);
        service.last().speechStopped();
        until("speaking", () -> call.state() == FloorState.SPEAKING);
        until("answered", () -> call.state() == FloorState.IDLE);
        assertThat(history()).last().extracting(History.Entry::text).isEqualTo("All right.");
    }
}
