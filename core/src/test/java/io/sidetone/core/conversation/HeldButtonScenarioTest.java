package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.turn.ClientInput;
import io.sidetone.core.turn.TurnPolicy;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client with a button: it speaks first, takes the floor whoever has it, and may be away for a while. */
@Tag("VEL-08")
class HeldButtonScenarioTest extends CallScenario {
    private void press() {
        call.publish(LaneEventType.CLIENT_INPUT, 0, ClientInput.TALK.ordinal(), "ptt");
    }

    private void release() {
        call.publish(LaneEventType.CLIENT_INPUT, 0, ClientInput.END.ordinal(), "ptt");
    }

    private void givenCallThatIsNotGreeted() {
        givenCall();
        call.publish(LaneEventType.ANSWERED, 0, 1, null);
        rig.moves.clear();
    }

    private void asks(String words) {
        press();
        call.hear(talking, 600);
        call.hear(quiet, 2_000);
        assertThat(call.state()).as("only the button ends the turn").isEqualTo(FloorState.LISTENING);
        release();
        engines.stt.events.finalTranscript(engines.stt.token, words);
        rig.poll();
    }

    @Test
    void shouldGreetNobodyWhenTheCallerSpeaksFirst() {
        givenCallThatIsNotGreeted();
        call.hear(quiet, 1_000);
        assertThat(engines.llm.asked).isEmpty();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    void shouldHearWhatIsSaidWhileTheButtonIsHeld() {
        givenCallThatIsNotGreeted();
        asks("opening hours");
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T05", "VIP-T16");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH opening hours");
    }

    @Test
    @Tag("VIP-T09")
    void shouldTakeTheFloorFromAnAgentThatThinks() {
        givenCallThatIsNotGreeted();
        asks("opening hours");
        long cancelled = engines.llm.token;
        rig.moves.clear();
        asks("no, the address");
        assertThat(rules()).containsExactly("VIP-T09", "VIP-T05", "VIP-T16");
        assertThat(call.admission.fence().isDead(cancelled)).isTrue();
    }

    @Test
    @Tag("VIP-T11")
    void shouldTakeTheFloorFromAnAgentThatSpeaks() {
        givenCallThatIsNotGreeted();
        asks("opening hours");
        engines.llm.say("We are open from nine to five.");
        speakClause(0, 2_000, null);
        call.hear(quiet, 500);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        rig.moves.clear();
        asks("the address");
        assertThat(rules()).containsExactly("VIP-T11", "VIP-T12", "VIP-T05", "VIP-T16");
    }

    @Test
    @Tag("VIP-T22")
    void shouldLeaveAnActionAlone() {
        ScriptedActions actions = new ScriptedActions();
        givenThinking(actions);
        engines.llm.events.action(engines.llm.token, new ActionCall("1", "book", Map.of(), false));
        rig.poll();
        press();
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        assertThat(rig.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS)).isZero();
    }

    @Test
    @Tag("VEL-09")
    void shouldShowASessionThatIsOverWhileTheConnectionIsAway() {
        givenCall(TurnPolicy.DEFAULT, new ScriptedActions());
        call.publish(LaneEventType.ANSWERED, 0, 1, null);
        call.admission.publisher().publish(LaneEventType.HOLD, 0, 1, 1, null, rig.nowNs);
        rig.poll();
        assertThat(call.record.held()).isTrue();
        assertThat(call.record.views().vip()).isEqualTo("not_connected");
        assertThat(call.record.views().vantum()).isEqualTo("ENDED");
        assertThat(call.record.views().vela()).isEqualTo("idle");
        rig.advance(15_000);
        assertThat(engines.llm.asked)
                .as("nobody is asked whether he is still there")
                .isEmpty();
        call.publish(LaneEventType.HOLD, 0, 0, null);
        assertThat(call.record.held()).isFalse();
        assertThat(call.record.views().vip()).isEqualTo("idle");
        assertThat(call.record.views().vantum()).isEqualTo("LISTENING");
        asks("opening hours");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH opening hours");
    }
}
