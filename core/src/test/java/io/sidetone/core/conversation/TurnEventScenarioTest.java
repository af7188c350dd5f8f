package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.VantumView;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnRole;
import io.sidetone.core.turn.event.Alert;
import io.sidetone.core.turn.event.AlertKind;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What subscribers are told of the turns of a call. */
class TurnEventScenarioTest extends CallScenario {
    private List<TurnEvent> of(TurnEventType type) {
        return rig.events.stream().filter(event -> event.type() == type).toList();
    }

    private List<String> turns() {
        return call.record.turns().entries().stream()
                .map(turn -> turn.turnId() + " " + turn.role().wireName() + (turn.open() ? " open" : ""))
                .toList();
    }

    @Test
    @Tag("ITE-MSG-001")
    @Tag("VIP-05")
    void shouldTellEveryTurnOnceWhenNobodyInterrupts() {
        givenSpeaking(1_000);
        assertThat(turns()).containsExactly("turn-1 assistant", "turn-2 user", "turn-3 assistant open");
        assertThat(call.record.activeTurn().turnId()).isEqualTo("turn-3");
        rig.advance(1_200);
        assertThat(turns()).containsExactly("turn-1 assistant", "turn-2 user", "turn-3 assistant");
        assertThat(call.record.activeTurn()).isNull();
        TurnDescriptor user = call.record.turns().entries().get(1);
        assertThat(user.endedAtMs()).isGreaterThan(user.startedAtMs());
        assertThat(user.policyProfile()).isEqualTo("default");
        assertThat(of(TurnEventType.TURN_STARTED)).hasSize(3);
        assertThat(of(TurnEventType.TURN_ENDED)).hasSize(3).allSatisfy(event -> assertThat(event.diagnostics())
                .containsEntry("completed", true));
        assertThat(of(TurnEventType.INTERRUPTION)).isEmpty();
    }

    @Test
    @Tag("ITE-MSG-001")
    void shouldNameEachStateOfTheIteOnceWhenACallGoesThroughIt() {
        givenSpeaking(1_000);
        rig.advance(1_200);
        List<String> states = rig.events.stream()
                .filter(event -> event.type() == TurnEventType.STATE_CHANGED)
                .filter(event -> ((List<?>) event.diagnostics().get("changed")).contains("ite"))
                .map(TurnEvent::state)
                .toList();
        assertThat(states).containsExactly("speaking", "idle", "listening", "thinking", "speaking", "idle");
    }

    @Test
    @Tag("ITE-REQ-007")
    @Tag("ITE-MSG-001")
    @Tag("ITE-GUD-002")
    void shouldTellWhoInterruptedWhenAndHowFastWhenTheCallerSpeaks() {
        givenSpeaking(2_800);
        call.hear(quiet, 1_000);
        long beforeNs = rig.nowNs;
        call.hear(talking, 700);
        TurnEvent event = of(TurnEventType.INTERRUPTION).get(0);
        assertThat(event.turn().turnId()).isEqualTo("turn-3");
        assertThat(event.turn().interruption().type()).isEqualTo(InterruptionType.BARGE_IN);
        assertThat(event.turn().interruption().source()).isEqualTo(InterruptionSource.DETECTOR);
        assertThat(event.turn().interruption().reasonCode()).isEqualTo("speech");
        assertThat(event.turn().interruption().latencyMs()).isBetween(0L, 40L);
        assertThat(event.turn().interruption().detectedAtMs())
                .as("decided after the caller began to speak, before the commit")
                .isBetween(call.record.wallMs(beforeNs), call.record.wallMs(rig.nowNs));
        assertThat(event.diagnostics()).containsEntry("interruptionCount", 1);
        TurnDescriptor kept = call.record.turns().entries().get(2);
        assertThat(kept.interruption()).isEqualTo(event.turn().interruption());
        assertThat(of(TurnEventType.TURN_ENDED).get(2).diagnostics()).containsEntry("completed", false);
        assertThat(call.record.activeTurn().role()).isEqualTo(TurnRole.USER);
        assertThat(rig.events.toString()).as("no words in events").doesNotContain("We are open");
    }

    @Test
    @Tag("ITE-MSG-001")
    void shouldNameTheKeyAsACommandWhenADigitInterrupts() {
        givenSpeaking(2_800);
        call.hear(quiet, 500);
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        TurnEvent event = of(TurnEventType.INTERRUPTION).get(0);
        assertThat(event.turn().interruption().source().wireName()).isEqualTo("ui-command");
        assertThat(event.turn().interruption().reasonCode()).isEqualTo("digit");
        assertThat(event.turn().interruption().latencyMs()).isZero();
    }

    @Test
    @Tag("ITE-AC-006")
    void shouldTellSubscribersWhenThePolicyChanges() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.POLICY, 0, 0, TurnPolicy.DEFAULT.withBargeIn(false));
        TurnEvent event = last(of(TurnEventType.POLICY_UPDATED));
        assertThat(event.diagnostics()).containsEntry("profile", "default").containsEntry("allowBargeIn", false);
        assertThat(call.record.policy().allowBargeIn()).isFalse();
    }

    @Test
    @Tag("VAN-12")
    @Tag("VAN-15")
    void shouldLogEveryTransitionWithItsDurationWhenACallEnds() {
        givenSpeaking(1_000);
        rig.advance(1_200);
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        rig.advance(100);
        List<FloorTransition> log = call.record.transitions().entries();
        assertThat(log).extracting(FloorTransition::sequence).first().isEqualTo(1L);
        for (int i = 1; i < log.size(); i++) {
            assertThat(log.get(i).from()).isEqualTo(log.get(i - 1).to());
            assertThat(log.get(i).nowNs() - log.get(i - 1).nowNs())
                    .as("time in %s", log.get(i).from())
                    .isEqualTo(log.get(i).timeInFromNs());
        }
        assertThat(VantumView.changes(log))
                .extracting(change -> change.from() + ">" + change.to())
                .containsExactly(
                        "INITIALIZING>LISTENING",
                        "LISTENING>THINKING",
                        "THINKING>RESPONDING",
                        "RESPONDING>LISTENING",
                        "LISTENING>ENDED");
    }

    @Test
    @Tag("VAN-13")
    void shouldAlertOnceWhenTheModelThinksForMoreThanFiveSeconds() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "opening hours please");
        rig.poll();
        rig.advance(4_900);
        assertThat(call.record.alerts().entries()).isEmpty();
        rig.advance(2_000);
        assertThat(call.record.alerts().entries()).hasSize(1);
        Alert alert = call.record.alerts().last();
        assertThat(alert.kind()).isEqualTo(AlertKind.THINKING_TOO_LONG);
        assertThat(alert.value()).isBetween(5_001L, 5_040L);
        assertThat(rig.metrics().alerts(AlertKind.THINKING_TOO_LONG).value()).isEqualTo(1);
        assertThat(call.record.timeline().entries())
                .filteredOn(entry -> entry.kind().equals("alert"))
                .singleElement()
                .satisfies(entry -> assertThat(entry.text()).contains("5000 ms"));
    }

    @Test
    @Tag("VAN-13")
    void shouldAlertWhenAnAnswerLastsLongerThanFifteenSecondsButNotForAGreeting() {
        givenAnsweredCall();
        engines.llm.say("A very long greeting.");
        speakClause(0, 17_000, null);
        rig.advance(16_500);
        assertThat(call.record.alerts().entries()).isEmpty();
        call.hear(quiet, 1_000);
        call.hear(talking, 400);
        call.hear(quiet, 1_400);
        engines.stt.events.finalTranscript(engines.stt.token, "tell me everything");
        rig.poll();
        engines.llm.say("A very long answer.");
        speakClause(0, 17_000, null);
        rig.advance(14_900);
        assertThat(call.record.alerts().entries()).isEmpty();
        rig.advance(500);
        assertThat(call.record.alerts().entries())
                .extracting(Alert::kind)
                .containsExactly(AlertKind.RESPONDING_TOO_LONG);
    }

    @Test
    @Tag("VAN-13")
    void shouldAlertAtTheSixthInterruptionOfACall() {
        givenSpeaking(6_000);
        for (int i = 0; i < 7; i++) {
            call.hear(quiet, 500);
            call.publish(LaneEventType.DIGIT, 0, '1', null);
            assertThat(call.record.alerts().entries()).hasSize(i < 5 ? 0 : 1);
            engines.llm.say("We are open from nine to five.");
            speakClause(0, 6_000, null);
        }
        assertThat(call.record.alerts().last().kind()).isEqualTo(AlertKind.INTERRUPTED_TOO_OFTEN);
        assertThat(call.record.alerts().last().value()).isEqualTo(6);
    }

    @Test
    @Tag("VAN-14")
    void shouldRefuseInTheWordsOfBothDesignsWhenATriggerIsIllegal() {
        givenCall(TurnPolicy.DEFAULT, ActionInvoker.none());
        assertThat(VantumView.refusal(
                        call.record.views().vantum(),
                        io.sidetone.core.floor.FloorTrigger.RESPONSE_AUDIO,
                        call.record.setup().who().callId()))
                .isEqualTo("Invalid state transition: LISTENING → RESPONDING for session 01TESTTESTTESTTESTTESTTEST");
    }
}
