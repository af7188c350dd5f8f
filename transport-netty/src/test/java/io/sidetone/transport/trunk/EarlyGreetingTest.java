package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.transport.sip.ua.CallState;
import io.sidetone.transport.trunk.media.AnswerTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that are greeted before they are answered. */
class EarlyGreetingTest extends TrunkRig {
    @BeforeEach
    void greetFirst() {
        draft.answer = AnswerTime.AFTER_GREETING;
        renew();
    }

    private FakeIncomingCall greeted() throws Exception {
        FakeIncomingCall sip = invite(goodOffer());
        until("the progress", () -> sip.did.contains("183"));
        until("the greeting", () -> calls.get(0).state() == FloorState.SPEAKING);
        assertThat(receive()).as("early media").isZero();
        return sip;
    }

    @Test
    void shouldAnswerWhenTheGreetingIsOver() throws Exception {
        FakeIncomingCall sip = greeted();
        assertThat(sip.state).isEqualTo(CallState.INVITED);
        until("the answer", () -> sip.answer != null);
        assertThat(sip.did).containsExactly("180", "183", "200");
        assertThat(calls.get(0).state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    void shouldAnswerWhenTheCallerPressesAKeyIntoTheGreeting() throws Exception {
        FakeIncomingCall sip = greeted();
        onSip(() -> sip.listener.onDigit('1', 100));
        until("the answer", () -> sip.answer != null);
        assertThat(calls.get(0).timeline().entries())
                .anyMatch(entry -> entry.kind().equals("state") && entry.text().startsWith("SPEAKING -> INTERRUPTED"));
    }

    @Test
    void shouldRefuseTheCallWhenTheAgentEndsItBeforeTheAnswer() throws Exception {
        FakeIncomingCall sip = greeted();
        calls.get(0)
                .publisher()
                .publish(LaneEventType.HANG_UP, Token.NONE, 0, 0, EndCause.AGENT_HUNG_UP, System.nanoTime());
        until("the refusal", () -> sip.state == CallState.ENDED && sip.did.size() == 3);
        assertThat(sip.answer).isNull();
        assertThat(sip.did).doesNotContain("200", "BYE");
    }

    @Test
    void shouldAnswerAtOnceWhereTheInviteHasNoOffer() throws Exception {
        FakeIncomingCall sip = invite(null);
        until("the answer", () -> sip.answer != null);
        assertThat(sip.did).containsExactly("180", "200");
    }
}
