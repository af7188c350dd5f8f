package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.plan.AnswerHook;
import io.sidetone.core.call.plan.AnswerVerdict;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.call.plan.RingingCall;
import io.sidetone.core.facts.CallTerms;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.transport.sip.ua.CallState;
import io.sidetone.transport.sip.ua.SipEndCause;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A call that somebody outside decides on while it rings. */
class AskedCallTest extends TrunkRig implements AnswerHook {
    private volatile RingingCall asked;
    private volatile Consumer<AnswerVerdict> verdict;
    private volatile boolean concerned = true;

    @Override
    AnswerHook hook() {
        return this;
    }

    @Override
    public boolean concerns(String trunkName, CallPlan found) {
        return concerned;
    }

    @Override
    public void ask(RingingCall call, Consumer<AnswerVerdict> takesVerdict) {
        asked = call;
        verdict = takesVerdict;
    }

    private FakeIncomingCall ringing() throws Exception {
        FakeIncomingCall sip = invite(goodOffer());
        until("the question", () -> verdict != null);
        assertThat(sip.did).containsExactly("180");
        return sip;
    }

    private void free() throws Exception {
        until("the release", () -> lanes.activeCalls() == 0);
    }

    @Test
    void shouldOpenTheCallAsTheVerdictSaysAndUnderTheIdThatWasAskedAbout() throws Exception {
        FakeIncomingCall sip = ringing();
        TurnPolicy policy = TurnPolicy.DEFAULT.withBargeIn(false);
        CallTerms terms = new CallTerms("You sell bread.", "Good morning.", List.of());
        verdict.accept(new AnswerVerdict.Take(
                plan.withPolicy(policy),
                asked.identity().facts().withVariables(Map.of("order", "4711")).withTerms(terms)));
        until("the answer", () -> sip.answer != null);
        until("the call", () -> !calls.isEmpty());
        assertThat(calls.get(0).setup().who().callId())
                .isEqualTo(asked.identity().callId());
        assertThat(calls.get(0).setup().who().externalId()).isEqualTo("call@example.com");
        assertThat(calls.get(0).setup().terms().policy()).isEqualTo(policy);
        assertThat(calls.get(0).setup().who().facts().variables()).containsEntry("order", "4711");
        assertThat(calls.get(0).setup().who().facts().terms()).isEqualTo(terms);
    }

    @Test
    void shouldRefuseAndGiveThePlaceBackWhenNobodyTakesTheCall() throws Exception {
        FakeIncomingCall sip = ringing();
        verdict.accept(new AnswerVerdict.Refuse(486, null));
        until("the refusal", () -> sip.did.size() == 2);
        free();
        assertThat(sip.did).containsExactly("180", "486");
    }

    @Test
    void shouldSendTheCallerElsewhereWhenToldSo() throws Exception {
        FakeIncomingCall sip = ringing();
        verdict.accept(new AnswerVerdict.Redirect("sip:night@192.0.2.7"));
        until("the refusal", () -> sip.did.size() == 2);
        free();
        assertThat(sip.did).containsExactly("180", "302 Contact");
        assertThat(sip.warning).isEqualTo("<sip:night@192.0.2.7>");
    }

    @Test
    void shouldOpenNothingWhenTheCallerHungUpMeanwhile() throws Exception {
        FakeIncomingCall sip = ringing();
        onSip(() -> {
            sip.state = CallState.ENDED;
            sip.listener.onEnded(new SipEndCause(SipEndCause.Kind.PEER_CANCELLED, 487, ""));
        });
        verdict.accept(new AnswerVerdict.Take(plan, asked.identity().facts()));
        free();
        assertThat(sip.did).containsExactly("180");
        assertThat(calls).isEmpty();
    }

    @Test
    void shouldAskAboutANumberThatLeadsToNobodyOnlyWhereTheTrunkIsConcerned() throws Exception {
        routed = false;
        FakeIncomingCall sip = ringing();
        assertThat(asked.plan()).isNull();
        verdict.accept(new AnswerVerdict.Take(plan, asked.identity().facts()));
        until("the answer", () -> sip.answer != null);
        concerned = false;
        FakeIncomingCall unknown = invite(goodOffer());
        until("the refusal", () -> !unknown.did.isEmpty());
        assertThat(unknown.did).containsExactly("404");
    }
}
