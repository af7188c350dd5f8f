package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.turn.ClientInput;
import io.sidetone.core.turn.MockedRequest;
import io.sidetone.core.turn.TurnPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The deterministic turns of the Vela document, as a client of the lane sees them: exact order, exact texts. */
class MockedTurnScenarioTest extends CallScenario {
    private static final String USER = "final [mocked user] What is the current mocked vertical slice?";
    private static final String PARTIAL = "partial [mocked partial] Placeholder push-to-talk transcript in progress";
    private static final String FINAL = "final [mocked final] Placeholder push-to-talk transcript completed ";
    private static final List<String> ANSWER = List.of(
            "thinking",
            "speaking",
            "delta [mocked assistant] ",
            "delta This is a deterministic mocked response from the gateway vertical slice.",
            "completed",
            "idle");
    private static final int STEP_MS = 60;

    private final List<String> told = new ArrayList<>();
    private String shown = "idle";

    @BeforeEach
    void watch() {
        rig.client = (of, event) -> {
            if (event instanceof FloorTransition moved) {
                String view = moved.views().vela();
                if (view != null && !view.equals(shown)) {
                    shown = view;
                    told.add(view);
                }
            } else if (event instanceof CallObserver.Partial partial) {
                told.add("partial " + partial.text());
            } else if (event instanceof CallObserver.Transcript transcript) {
                told.add("final " + transcript.text());
            } else if (event instanceof CallObserver.ResponseText responseText) {
                told.add("delta " + responseText.piece());
            } else if (event instanceof CallObserver.ResponseDone responseDone) {
                told.add(responseDone.interrupted() ? "interrupted" : "completed");
            } else if (event instanceof CallObserver.Problem problem) {
                told.add("error " + problem.code());
            }
        };
    }

    private void ask(MockedRequest what) {
        call.publish(LaneEventType.MOCKED_TURN, 0, what.ordinal(), null);
    }

    private void cancel() {
        call.publish(LaneEventType.RESPONSE_CANCEL, 0, 0, null);
    }

    private static List<String> whole(String... before) {
        List<String> all = new ArrayList<>(List.of(before));
        all.addAll(ANSWER);
        return all;
    }

    @Test
    @Tag("VEL-05")
    void shouldTellTheDocumentsSequenceWhenTriggered() {
        givenCall();
        ask(MockedRequest.TRIGGER);
        rig.advance(1_000);
        assertThat(told).containsExactlyElementsOf(whole("listening", USER));
        assertThat(rules())
                .containsExactly("VIP-T01", "VIP-T02", "VIP-T03", "VIP-T05", "VIP-T16", "VIP-T07", "VIP-T10");
        assertThat(engines.llm.asked).as("no engine takes part").isEmpty();
        assertThat(engines.voice.asked).isEmpty();
        assertThat(engines.stt.asked).isEmpty();
        assertThat(rig.metrics().value(LaneCounter.TURN_TOKEN_VIOLATIONS)).isZero();
        assertThat(rig.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS)).isZero();
    }

    @Test
    @Tag("VEL-05")
    void shouldSayTheSameEveryTime() {
        givenCall();
        for (int turn = 0; turn < 3; turn++) {
            told.clear();
            ask(MockedRequest.TRIGGER);
            rig.advance(1_000);
            assertThat(told).containsExactlyElementsOf(whole("listening", USER));
        }
    }

    @Test
    @Tag("VEL-05")
    void shouldTakeThePlaceOfAnAnnouncementThatNobodyHeardYet() {
        givenAnsweredCall();
        long greeting = engines.llm.token;
        ask(MockedRequest.TRIGGER);
        engines.llm.events.text(greeting, "Hello.");
        engines.llm.events.done(greeting, null);
        rig.advance(1_000);
        assertThat(told).containsExactlyElementsOf(whole("listening", USER));
        assertThat(engines.voice.asked).doesNotContain("0 Hello.");
    }

    @Test
    @Tag("VEL-05")
    void shouldRefuseATriggerWhileARealTurnGoesOn() {
        givenThinking(new ScriptedActions());
        told.clear();
        ask(MockedRequest.TRIGGER);
        rig.advance(500);
        assertThat(told).containsExactly("error session_busy");
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
    }

    @Test
    @Tag("VEL-06")
    void shouldCountChunksAndAnswerWhenPlaceholderInputIsCommitted() {
        givenCall();
        ask(MockedRequest.APPEND);
        ask(MockedRequest.APPEND);
        ask(MockedRequest.APPEND);
        rig.advance(300);
        assertThat(told)
                .containsExactly("listening", PARTIAL + ".", PARTIAL + " (2 chunks).", PARTIAL + " (3 chunks).");
        told.clear();
        ask(MockedRequest.COMMIT);
        rig.advance(1_000);
        assertThat(told).containsExactlyElementsOf(whole(FINAL + "from 3 appended chunk(s)."));
    }

    @Test
    @Tag("VEL-06")
    void shouldAnswerACommitWithoutAppend() {
        givenCall();
        ask(MockedRequest.COMMIT);
        rig.advance(1_000);
        assertThat(told).containsExactlyElementsOf(whole("listening", FINAL + "without appended audio."));
        told.clear();
        ask(MockedRequest.APPEND);
        ask(MockedRequest.COMMIT);
        rig.advance(1_000);
        assertThat(told)
                .as("counting begins afresh")
                .containsExactlyElementsOf(whole("listening", PARTIAL + ".", FINAL + "from 1 appended chunk(s)."));
        told.clear();
        ask(MockedRequest.TRIGGER);
        rig.advance(1_000);
        assertThat(told).containsExactlyElementsOf(whole("listening", USER));
    }

    @Test
    @Tag("VEL-04")
    void shouldRefuseEverySecondRequestAndGoOnWithTheFirst() {
        givenCall();
        ask(MockedRequest.TRIGGER);
        told.clear();
        rig.advance(STEP_MS + 40);
        for (MockedRequest second : MockedRequest.values()) {
            ask(second);
        }
        call.publish(LaneEventType.CLIENT_INPUT, 0, ClientInput.END.ordinal(), "commit");
        rig.advance(1_000);
        assertThat(told)
                .containsExactly(
                        "speaking",
                        "error mocked_turn_in_flight",
                        "error mocked_turn_in_flight",
                        "error mocked_turn_in_flight",
                        "error mocked_turn_in_flight",
                        ANSWER.get(2),
                        ANSWER.get(3),
                        "completed",
                        "idle");
    }

    @Test
    @Tag("VEL-07")
    void shouldStopBetweenAnyTwoStepsWhenCancelled() {
        givenCall();
        for (int stepMs = 0; stepMs <= 6 * STEP_MS; stepMs += 20) {
            told.clear();
            ask(MockedRequest.TRIGGER);
            rig.advance(stepMs);
            boolean over = told.contains("idle");
            List<String> before = new ArrayList<>(told);
            cancel();
            assertThat(call.state()).isEqualTo(FloorState.IDLE);
            rig.advance(1_000);
            List<String> after = new ArrayList<>(told.subList(before.size(), told.size()));
            after.remove("interrupted");
            assertThat(after).as("after %d ms", stepMs).containsExactlyElementsOf(over ? List.of() : List.of("idle"));
        }
        assertThat(rig.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS)).isZero();
        assertThat(rig.metrics().value(LaneCounter.TURN_TOKEN_VIOLATIONS)).isZero();
    }

    @Test
    @Tag("VEL-07")
    @Tag("VIP-T06")
    void shouldForgetPlaceholderInputWhenCancelled() {
        givenCall();
        ask(MockedRequest.APPEND);
        ask(MockedRequest.APPEND);
        cancel();
        assertThat(last(told)).isEqualTo("idle");
        told.clear();
        ask(MockedRequest.APPEND);
        assertThat(told).containsExactly("listening", PARTIAL + ".");
    }

    @Test
    @Tag("VEL-07")
    void shouldDoNothingWhenCancelledInIdle() {
        givenCall();
        cancel();
        cancel();
        rig.advance(300);
        assertThat(told).isEmpty();
        assertThat(rig.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS)).isZero();
    }

    @Test
    @Tag("VEL-05")
    void shouldNotBeInterruptedByWhatTheMicrophoneHears() {
        givenIdleAfterGreeting();
        told.clear();
        ask(MockedRequest.TRIGGER);
        call.hear(talking, 1_000);
        assertThat(told).startsWith(whole("listening", USER).toArray(String[]::new));
    }

    @Test
    @Tag("VEL-09")
    void shouldGiveWayToWhatTheCallerTypes() {
        givenIdleAfterGreeting();
        told.clear();
        ask(MockedRequest.TRIGGER);
        rig.advance(2 * STEP_MS + 40);
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "opening hours");
        rig.advance(500);
        assertThat(told)
                .containsExactly(
                        "listening",
                        USER,
                        "thinking",
                        "speaking",
                        ANSWER.get(2),
                        "interrupted",
                        "idle",
                        "listening",
                        "final opening hours",
                        "thinking");
        assertThat(engines.llm.asked).last().isEqualTo("respond TEXT opening hours");
    }

    @Test
    void shouldNotWaitForEverForTheEndOfPlaceholderInput() {
        givenCall();
        ask(MockedRequest.APPEND);
        rig.advance(TurnPolicy.DEFAULT.maxTurnMs() - 100);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        rig.advance(200);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        told.clear();
        ask(MockedRequest.COMMIT);
        assertThat(told).contains(FINAL + "without appended audio.");
    }

    @Test
    void shouldBeOverWhenTheCallIsHeld() {
        givenAnsweredCall();
        ask(MockedRequest.APPEND);
        call.publish(LaneEventType.HOLD, 0, 1, null);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        told.clear();
        ask(MockedRequest.TRIGGER);
        assertThat(told).containsExactly("error session_busy");
        call.publish(LaneEventType.HOLD, 0, 0, null);
        ask(MockedRequest.TRIGGER);
        rig.advance(1_000);
        assertThat(last(told)).isEqualTo("idle");
        assertThat(rig.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS)).isZero();
    }

    @Test
    void shouldTakeTheEndOfAnInputForThatOfPlaceholderInput() {
        givenCall();
        ask(MockedRequest.APPEND);
        call.publish(LaneEventType.CLIENT_INPUT, 0, ClientInput.END.ordinal(), "commit");
        rig.advance(1_000);
        assertThat(told)
                .containsExactlyElementsOf(whole("listening", PARTIAL + ".", FINAL + "from 1 appended chunk(s)."));
    }

    @Test
    void shouldEndWithTheCall() {
        givenCall();
        ask(MockedRequest.TRIGGER);
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        told.clear();
        rig.advance(1_000);
        assertThat(told).isEmpty();
    }
}
