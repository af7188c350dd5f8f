package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.TurnPolicy;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the caller types is a complete input; it commits at once, in every state. */
@Tag("VEL-09")
class TypedTextScenarioTest extends CallScenario {
    private final ScriptedActions actions = new ScriptedActions();

    private void types(String text) {
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, text);
    }

    private void hears(String text) {
        engines.stt.events.finalTranscript(engines.stt.token, text);
        rig.poll();
    }

    private void speaks(int ms) {
        engines.llm.say("We are open from nine to five.");
        speakClause(0, ms, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
    }

    @Test
    @Tag("VIP-T03")
    void shouldTakeTheFloorAndCommitInIdle() {
        givenIdleAfterGreeting();
        types("  opening hours ");
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T05", "VIP-T16");
        assertThat(engines.llm.asked).last().isEqualTo("respond TEXT opening hours");
        assertThat(engines.stt.asked).as("no decoder for typed text").isEmpty();
        speaks(400);
        call.hear(quiet, 500);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    void shouldReplaceWhatIsBeingSaidInListening() {
        givenIdleAfterGreeting();
        call.hear(talking, 500);
        long user = engines.stt.token;
        types("opening hours");
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T05", "VIP-T16");
        assertThat(engines.stt.asked).last().isEqualTo("cancel");
        engines.stt.events.finalTranscript(user, "something else");
        rig.poll();
        assertThat(engines.llm.asked)
                .filteredOn(asked -> asked.startsWith("respond"))
                .containsExactly("respond TEXT opening hours");
        assertThat(userTexts()).containsExactly("opening hours");
    }

    @Test
    void shouldReplaceTheKeysThatWereBegun() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        engines.llm.events.text(engines.llm.token, "Your number, please.");
        engines.llm.events.done(engines.llm.token, new io.sidetone.core.port.ListenHint("", 4, '#'));
        speakClause(0, 200, null);
        call.hear(quiet, 400);
        call.publish(LaneEventType.DIGIT, 0, '4', null);
        types("I have none");
        assertThat(engines.llm.asked).last().isEqualTo("respond TEXT I have none");
        speaks(200);
        call.hear(quiet, 3_000);
        assertThat(userTexts()).containsExactly("1", "I have none");
    }

    @Test
    @Tag("VIP-T09")
    void shouldReplaceTheTranscriptThatIsDueInFinalizing() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        long user = engines.stt.token;
        types("opening hours");
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T05", "VIP-T09", "VIP-T05", "VIP-T16");
        engines.stt.events.finalTranscript(user, "something else");
        rig.poll();
        assertThat(engines.llm.asked).last().isEqualTo("respond TEXT opening hours");
        assertThat(userTexts()).containsExactly("opening hours");
    }

    @Test
    @Tag("VIP-T09")
    void shouldTakeTheFloorFromAThinkingAgentAndKeepWhatWasSaid() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        hears("opening hours");
        long request = engines.llm.token;
        types("on sundays");
        assertThat(rules()).endsWith("VIP-T16", "VIP-T09", "VIP-T05", "VIP-T16");
        assertThat(call.admission.fence().isDead(request)).isTrue();
        assertThat(engines.llm.asked).last().isEqualTo("respond TEXT on sundays");
        assertThat(userTexts())
                .as("a text continues nothing that was said")
                .containsExactly("opening hours", "on sundays");
    }

    @Test
    @Tag("VIP-T11")
    @Tag("VIP-07")
    void shouldInterruptTheSpeakingAgentAlsoWhereSpeechMayNot() {
        givenSpeaking(4_000);
        call.publish(LaneEventType.POLICY, 0, 0, PolicyProfiles.of("hands-free"));
        call.hear(quiet, 1_000);
        long agent = engines.voice.token;
        types("on sundays");
        assertThat(rules()).containsExactly("VIP-T11", "VIP-T12", "VIP-T05", "VIP-T16");
        assertThat(call.admission.fence().isDead(agent)).isTrue();
        assertThat(engines.llm.asked).last().isEqualTo("respond TEXT on sundays");
        assertThat(call.record.turns().entries())
                .filteredOn(turn -> turn.interruption() != null)
                .singleElement()
                .satisfies(turn -> assertThat(turn.interruption().reasonCode()).isEqualTo("text"));
    }

    @Test
    @Tag("VIP-T22")
    void shouldBecomeTheNextTurnDuringAnAction() {
        givenCall(TurnPolicy.DEFAULT, actions);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        engines.llm.events.done(engines.llm.token, null);
        rig.poll();
        types("book it");
        engines.llm.events.action(engines.llm.token, new ActionCall("1", "book", Map.of(), false));
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        types("for two");
        types("on monday");
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        actions.ok("1");
        rig.poll();
        speaks(400);
        call.hear(quiet, 500);
        assertThat(engines.llm.asked).last().isEqualTo("respond TEXT for two on monday");
    }

    @Test
    @Tag("VIP-T02")
    void shouldBeHeldWhileConnectingAndTakeTheGreetingsPlace() {
        engines.readyAtOnce = false;
        givenCall();
        types("opening hours");
        types("on sundays");
        engines.stt.events.ready();
        engines.llm.events.ready();
        engines.voice.events.ready();
        rig.poll();
        rig.advance(100);
        assertThat(call.state()).as("not before the call is answered").isEqualTo(FloorState.IDLE);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        rig.advance(20);
        assertThat(engines.llm.asked).containsExactly("respond TEXT opening hours on sundays");
        assertThat(rules()).containsExactly("VIP-T01", "VIP-T02", "VIP-T03", "VIP-T05", "VIP-T16");
    }

    @Test
    @Tag("VIP-T02")
    void shouldHoldKeysWhileConnecting() {
        engines.readyAtOnce = false;
        givenCall();
        call.publish(LaneEventType.DIGIT, 0, '4', null);
        call.publish(LaneEventType.DIGIT, 0, '2', null);
        engines.stt.events.ready();
        engines.llm.events.ready();
        engines.voice.events.ready();
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        rig.advance(20);
        assertThat(engines.llm.asked).containsExactly("respond DIGITS 42");
    }

    @Test
    void shouldIgnoreAnEmptyText() {
        givenIdleAfterGreeting();
        types("   ");
        assertThat(rules()).isEmpty();
    }
}
