package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnRole;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients hand the floor to the agent, with hints, or to the caller, with grace. */
@Tag("ITE-REQ-008")
class GrantScenarioTest extends CallScenario {
    private static final EngineFailure LIMITED =
            new EngineFailure(EngineFailure.RATE_LIMITED, "asked too often", true, 0);

    private void grant(TurnHints hints) {
        call.publish(LaneEventType.GRANT_REQUEST, 0, 0, hints);
    }

    private void hears(String text) {
        engines.stt.events.finalTranscript(engines.stt.token, text);
        rig.poll();
    }

    private List<String> texts() {
        return call.record.history().entries().stream().map(History.Entry::text).toList();
    }

    private List<TurnEvent> agentTurns() {
        return rig.events.stream()
                .filter(event -> event.type() == TurnEventType.TURN_STARTED
                        && event.turn().role() == TurnRole.ASSISTANT)
                .toList();
    }

    // ---- in LISTENING: the end of input -----------------------------------------------------------------------------

    @Test
    @Tag("VIP-T05")
    @Tag("ITE-AC-002")
    void shouldEndTheInputAtOnceWhenTheFloorIsGrantedInListening() {
        givenIdleAfterGreeting();
        call.hear(talking, 500);
        grant(null);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T05");
        assertThat(engines.stt.asked).last().isEqualTo("end");
        hears("opening hours");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH opening hours");
    }

    @Test
    void shouldOnlyKeepWhatWasSaidWhenNoResponseIsExpected() {
        givenIdleAfterGreeting();
        call.hear(talking, 500);
        grant(new TurnHints(false, 0, ""));
        hears("just talking to myself");
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T05", "VIP-T16", "VIP-T15");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(texts()).containsExactly("Hi.", "just talking to myself");
        assertThat(engines.llm.asked).noneMatch(asked -> asked.startsWith("respond"));
        call.hear(talking, 500);
        call.hear(quiet, 900);
        hears("and now to you");
        assertThat(engines.llm.asked)
                .as("the hints were for that turn alone")
                .last()
                .isEqualTo("respond SPEECH and now to you");
        assertThat(engines.llm.history.entries())
                .extracting(History.Entry::text)
                .contains("just talking to myself");
    }

    @Test
    void shouldAnswerAfterTheDelayThatWasAskedFor() {
        givenIdleAfterGreeting();
        call.hear(talking, 500);
        grant(new TurnHints(true, 1_000, ""));
        hears("opening hours");
        long saidNs = rig.nowNs;
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        call.hear(quiet, 960);
        assertThat(engines.llm.asked).noneMatch(asked -> asked.startsWith("respond"));
        call.hear(quiet, 60);
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH opening hours");
        assertThat(rig.nowNs - saidNs).isLessThanOrEqualTo(1_040 * LaneRig.MS);
    }

    @Test
    void shouldNotCountTheDelayAsTheModelsTime() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.POLICY, 0, 0, TurnPolicy.DEFAULT.with(PolicyNumber.RESPONSE, 1_000));
        call.hear(talking, 500);
        grant(new TurnHints(true, 3_000, ""));
        hears("opening hours");
        call.hear(quiet, 3_900);
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH opening hours");
        call.hear(quiet, 200);
        assertThat(rules()).endsWith("VIP-T15");
    }

    @Test
    @Tag("VIP-T09")
    void shouldForgetTheDelayedRequestWhenTheCallerGoesOn() {
        givenIdleAfterGreeting();
        call.hear(talking, 500);
        grant(new TurnHints(true, 5_000, ""));
        hears("opening hours");
        call.hear(quiet, 1_000);
        call.hear(talking, 500);
        assertThat(rules()).endsWith("VIP-T09");
        call.hear(quiet, 1_400);
        hears("on sundays");
        assertThat(engines.llm.asked)
                .as("at once: the hints were for the turn before")
                .last()
                .isEqualTo("respond SPEECH on sundays");
        call.hear(quiet, 5_000);
        assertThat(engines.llm.asked)
                .filteredOn(asked -> asked.startsWith("respond"))
                .hasSize(1);
    }

    @Test
    void shouldForgetTheHintsWhenTheAnswerIsInterrupted() {
        givenIdleAfterGreeting();
        call.hear(talking, 500);
        grant(new TurnHints(true, 1_000, ""));
        hears("opening hours");
        call.hear(quiet, 1_100);
        engines.llm.say("We are open from nine to five.");
        speakClause(0, 4_000, null);
        call.hear(quiet, 1_000);
        call.hear(talking, 700);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        call.hear(quiet, 1_400);
        hears("on sundays");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH on sundays");
    }

    @Test
    void shouldTakeTheKeysForTheInputWhenTheFloorIsGrantedBetweenThem() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        engines.llm.events.text(engines.llm.token, "Your number, please.");
        engines.llm.events.done(engines.llm.token, new ListenHint("", 4, '#'));
        speakClause(0, 200, null);
        call.hear(quiet, 400);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        engines.llm.asked.clear();
        call.publish(LaneEventType.DIGIT, 0, '4', null);
        call.publish(LaneEventType.DIGIT, 0, '2', null);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        grant(null);
        assertThat(engines.llm.asked).last().isEqualTo("respond DIGITS 42");
    }

    // ---- in IDLE: the agent goes on by itself -----------------------------------------------------------------------

    @Test
    @Tag("VIP-T04")
    void shouldInferAndSpeakWhenTheFloorIsGrantedInIdle() {
        givenIdleAfterGreeting();
        grant(new TurnHints(true, 0, "req-7"));
        assertThat(engines.llm.asked).last().isEqualTo("respond TEXT ");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        engines.llm.say("By the way, we are closed on Sunday.");
        speakClause(0, 400, null);
        assertThat(rules()).containsExactly("VIP-T04");
        call.hear(quiet, 500);
        assertThat(rules()).containsExactly("VIP-T04", "VIP-T10");
        assertThat(texts())
                .as("nothing was said by the caller")
                .containsExactly("Hi.", "By the way, we are closed on Sunday.");
    }

    @Test
    void shouldInferAfterTheDelayThatWasAskedFor() {
        givenIdleAfterGreeting();
        grant(new TurnHints(true, TurnHints.MAX_DELAY_MS, ""));
        rig.recordFrames = false;
        call.hear(quiet, TurnHints.MAX_DELAY_MS - 40L);
        assertThat(engines.llm.asked).noneMatch(asked -> asked.startsWith("respond"));
        call.hear(quiet, 60);
        assertThat(engines.llm.asked).last().isEqualTo("respond TEXT ");
        call.hear(quiet, 5_000);
        engines.llm.say("By the way.");
        speakClause(0, 400, null);
        assertThat(call.state()).as("a delay is no silence of the model").isEqualTo(FloorState.SPEAKING);
    }

    @Test
    void shouldDoNothingInIdleWhenNoResponseIsExpected() {
        givenIdleAfterGreeting();
        int asked = engines.llm.asked.size();
        grant(new TurnHints(false, 0, ""));
        call.hear(quiet, 500);
        assertThat(engines.llm.asked).hasSize(asked);
        assertThat(rules()).isEmpty();
    }

    @Test
    @Tag("VAN-05")
    void shouldApologiseWhenTheModelFailsToInfer() {
        givenIdleAfterGreeting();
        grant(null);
        engines.llm.events.failed(engines.llm.token, new EngineFailure("broken", "gone", true));
        rig.poll();
        assertThat(engines.voice.asked).anyMatch(said -> said.contains("I'm having trouble processing that."));
    }

    @Test
    @Tag("VAN-05")
    void shouldAskAgainWhenTheModelIsAskedTooOftenToInfer() {
        givenIdleAfterGreeting();
        grant(null);
        engines.llm.events.failed(engines.llm.token, LIMITED);
        call.hear(quiet, 600);
        assertThat(engines.llm.asked).filteredOn("respond TEXT "::equals).hasSize(2);
    }

    @Test
    void shouldTakeTheFloorWithoutWaitingWhenItWasHandedOverAndNothingSaid() {
        givenSpeaking(4_000);
        call.publish(LaneEventType.YIELD_REQUEST, 0, 0, "operator");
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        call.hear(quiet, 1_000);
        grant(null);
        assertThat(rules()).containsExactly("VIP-T11", "VIP-T12", "VIP-T06");
        assertThat(engines.llm.asked).last().isEqualTo("respond TEXT ");
    }

    @Test
    void shouldChangeNothingWhenTheAgentHasTheFloorAlready() {
        givenSpeaking(2_000);
        long agent = engines.voice.token;
        grant(null);
        assertThat(rules()).isEmpty();
        assertThat(call.admission.fence().isDead(agent)).isFalse();
    }

    @Test
    void shouldWaitForTheAnswerOfTheCallBeforeAnybodySpeaks() {
        givenCall();
        grant(null);
        call.publish(LaneEventType.SAY_REQUEST, 0, 0, "A word before.");
        rig.advance(200);
        assertThat(engines.llm.asked).isEmpty();
        assertThat(engines.voice.asked).isEmpty();
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        engines.llm.say("Hi.");
        speakClause(0, 200, null);
        rig.advance(400);
        assertThat(engines.voice.asked).last().isEqualTo("0 A word before.");
    }

    @Test
    @Tag("ITE-MSG-001")
    void shouldNameTheRequestInTheTurnThatAnswersIt() {
        givenIdleAfterGreeting();
        rig.events.clear();
        call.hear(talking, 500);
        grant(new TurnHints(true, 0, "req-7"));
        hears("opening hours");
        engines.llm.say("From nine.");
        speakClause(0, 400, null);
        call.hear(quiet, 600);
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        engines.llm.say("One.");
        speakClause(0, 400, null);
        assertThat(agentTurns()).hasSize(2);
        assertThat(agentTurns().get(0).diagnostics()).containsEntry("requestId", "req-7");
        assertThat(agentTurns().get(1).diagnostics()).isEmpty();
    }

    // ---- yield: grace of a rule, none of a person or a caller -------------------------------------------------------

    @Test
    @Tag("ITE-REQ-005")
    void shouldFinishForTheGraceOfThePolicyWhenARuleOfTheApplicationYields() {
        givenSpeaking(4_000);
        call.publish(LaneEventType.POLICY, 0, 0, PolicyProfiles.of("assertive"));
        call.hear(quiet, 500);
        long askedNs = rig.nowNs;
        call.publish(LaneEventType.YIELD_REQUEST, 0, 1, "supervisor-rule");
        call.hear(quiet, 480);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.hear(quiet, 60);
        assertThat(rules()).containsExactly("VIP-T11", "VIP-T12");
        assertThat((rig.moves.get(0).nowNs() - askedNs) / LaneRig.MS).isBetween(500L, 520L);
        assertThat(call.record.turns().entries())
                .filteredOn(turn -> turn.interruption() != null)
                .singleElement()
                .satisfies(turn -> {
                    assertThat(turn.interruption().type()).isEqualTo(InterruptionType.POLICY_YIELD);
                    assertThat(turn.interruption().reasonCode()).isEqualTo("supervisor-rule");
                });
    }

    @Test
    void shouldLetTheAgentFinishWhenItEndsWithinTheGrace() {
        givenSpeaking(1_000);
        call.publish(LaneEventType.POLICY, 0, 0, PolicyProfiles.of("assertive"));
        call.hear(quiet, 700);
        call.publish(LaneEventType.YIELD_REQUEST, 0, 1, "supervisor-rule");
        call.hear(quiet, 1_000);
        assertThat(rules()).containsExactly("VIP-T10");
        assertThat(last(call.record.history().entries()).interrupted()).isFalse();
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        engines.llm.say("One.");
        speakClause(0, 1_000, null);
        call.hear(quiet, 600);
        assertThat(call.state()).as("the next turn is not yielded").isEqualTo(FloorState.SPEAKING);
    }

    @Test
    @Tag("ITE-AC-005")
    void shouldGiveNoGraceWhenAPersonStopsTheAgent() {
        givenSpeaking(4_000);
        call.publish(LaneEventType.POLICY, 0, 0, PolicyProfiles.of("assertive"));
        call.hear(quiet, 500);
        call.publish(LaneEventType.YIELD_REQUEST, 0, 0, "operator");
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    @Tag("ITE-REQ-003")
    void shouldGiveNoGraceWhenTheCallerInterrupts() {
        givenSpeaking(6_000);
        call.publish(
                LaneEventType.POLICY,
                0,
                0,
                TurnPolicy.DEFAULT.with(PolicyNumber.COMPLETION_GRACE, PolicyNumber.COMPLETION_GRACE.max()));
        call.hear(quiet, 1_000);
        long onsetNs = rig.nowNs;
        call.hear(talking, 700);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat((rig.moves.get(0).nowNs() - onsetNs) / LaneRig.MS)
                .isLessThanOrEqualTo(TurnPolicy.DEFAULT.minSpeechMs() + 120L);
    }

    @Test
    @Tag("VIP-T15")
    @Tag("VIP-T17")
    void shouldFreeTheFloorWhenTheAgentIsToldToYieldWhileItThinks() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        hears("opening hours");
        long request = engines.llm.token;
        call.publish(LaneEventType.YIELD_REQUEST, 0, 0, "operator");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(call.admission.fence().isDead(request)).isTrue();
        engines.llm.events.text(request, "too late");
        call.hear(quiet, 200);
        assertThat(engines.voice.asked).noneMatch(asked -> asked.contains("too late"));
    }

    @Test
    @Tag("ITE-MSG-001")
    void shouldNameNoRequestInATurnThatAnswersNone() {
        givenIdleAfterGreeting();
        rig.events.clear();
        call.hear(talking, 500);
        grant(new TurnHints(false, 0, "req-8"));
        hears("just a note");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        call.publish(LaneEventType.SAY_REQUEST, 0, 0, "An operator says this.");
        rig.advance(20);
        speakClause(0, 400, null);
        assertThat(agentTurns()).singleElement().satisfies(turn -> assertThat(turn.diagnostics())
                .isEmpty());
    }
}
