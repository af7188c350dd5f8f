package io.sidetone.server.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.server.records.store.LaneCalls;
import io.sidetone.speech.loopback.LogWatch;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the log says of interruptions and of late words. */
class TurnLogTest {
    private static final String GREETING = "Welcome to the harbor. " + "We are open every day. ".repeat(6);

    private final LogWatch log = new LogWatch();
    private final LaneCalls calls = new LaneCalls(new TurnLog());
    private final SpeechNoise voice = new SpeechNoise(8_000, 3);

    @AfterEach
    void stopWatching() {
        log.close();
    }

    private Admission greeting() {
        Admission call = calls.begin(
                "sip:bob@example.net",
                new MockDialogue(new MockBehavior(GREETING, "So be it. ".repeat(8), "", "", 0), null));
        calls.pass(2_000);
        calls.publish(call, LaneEventType.POLICY, TurnPolicy.DEFAULT.withVad(SpeechSource.RECOGNIZER));
        return call;
    }

    /** The caller speaks until the agent pauses. */
    private void speakUntilTheAgentPauses() {
        short[] frame = new short[160];
        for (int i = 0; i < 100 && !calls.last().yielding(); i++) {
            calls.pass(20);
            voice.fill(frame, 0, 160);
            calls.hear(frame);
        }
        assertThat(calls.last().yielding()).as("the agent pauses").isTrue();
    }

    /** Loggers write through a ring of their own: when the mark has come, so has all that was logged before it. */
    private List<String> lines() {
        String mark = "mark of " + log.lines().size();
        LoggerFactory.getLogger(TurnLogTest.class).info(mark);
        long startNs = System.nanoTime();
        while (log.lines().stream().noneMatch(line -> line.endsWith(mark))) {
            assertThat(System.nanoTime() - startNs).as("ns until %s", mark).isLessThan(10_000_000_000L);
            LockSupport.parkNanos(1_000_000);
        }
        return log.lines();
    }

    private List<String> of(String logger) {
        return lines().stream().filter(line -> line.startsWith(logger)).toList();
    }

    @Test
    @Tag("ITE-REQ-007")
    @Tag("ITE-REQ-007.a")
    void shouldWriteOneStructuredLineWithoutWordsWhenTheAgentIsInterrupted() {
        Admission call = greeting();
        calls.publish(call, LaneEventType.YIELD_REQUEST, "console");
        calls.pass(100);
        assertThat(of("interruption: "))
                .singleElement()
                .asString()
                .matches("interruption: 01TESTTESTTESTTEST00000001 turn=turn-1 type=manual-stop"
                        + " detectedAt=2023-11-14T22:13:2\\d\\.\\d{3}Z source=ui-command profile=default latencyMs=0"
                        + " reasonCode=console");
    }

    @Test
    @Tag("ITE-REQ-007")
    @Tag("ITE-REQ-007.b")
    void shouldWriteNoWordsOfAnybodyWhenACallIsInterrupted() {
        Admission call = greeting();
        speakUntilTheAgentPauses();
        calls.publish(call, LaneEventType.TEXT_INPUT, "the secret of the caller");
        calls.pass(500);
        assertThat(of("interruption: ")).hasSize(1);
        for (int i = 0; i < 100 && calls.last().state() != FloorState.SPEAKING; i++) {
            calls.pass(20);
        }
        calls.publish(call, LaneEventType.YIELD_REQUEST, "console");
        calls.pass(100);
        assertThat(calls.last().history().entries().toString()).contains("harbor", "secret");
        assertThat(of("interruption: ")).hasSize(2);
        assertThat(lines()).noneMatch(line -> line.contains("harbor") || line.contains("secret"));
    }

    @Test
    @Tag("ITE-REQ-003")
    @Tag("ITE-REQ-003.b")
    void shouldSayByHowMuchAYieldWasOverItsBudget() {
        greeting();
        speakUntilTheAgentPauses();
        assertThat(lines()).noneMatch(line -> line.contains("budget"));
        calls.stall(300);
        calls.pass(20);
        assertThat(lines())
                .filteredOn(line -> line.contains("budget"))
                .singleElement()
                .asString()
                .matches(".*Interruptions: Call 01TESTTESTTESTTEST00000001: yield took 3\\d\\d ms, budget 250 ms");
    }

    @Test
    @Tag("VAN-04")
    @Tag("VAN-04.b")
    void shouldSayThatATranscriptCameTooLateButNotItsWords() {
        Admission call = greeting();
        calls.publish(call, LaneEventType.TRANSCRIPT_FINAL, "the secret");
        assertThat(of("io.sidetone.core.conversation.CallerTurns: "))
                .containsExactly(
                        "io.sidetone.core.conversation.CallerTurns: Call 01TESTTESTTESTTEST00000001: a transcript of 10"
                                + " characters came in SPEAKING and belongs to no open turn; dropped");
    }
}
