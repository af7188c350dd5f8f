package io.sidetone.transport.vip;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.playout.Buffering;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.stream.StreamOffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class VipPlansTest {
    private static StreamOffer offer(String transport, String mode) {
        return new StreamOffer(
                transport,
                "",
                "",
                "",
                "/vip",
                name -> name.equals("vip-mode") ? mode : null,
                null,
                StreamFormat.PCMU_8K,
                StreamFormat.PCMU_8K,
                Buffering.NONE,
                null,
                true,
                Map.of());
    }

    private static TurnPolicy policy(List<String> hangUp, StreamOffer offer) {
        CallPlan plan = new CallPlan(
                "desk",
                new MockRecognizer(),
                new MockDialogue(MockBehavior.DEFAULT, null),
                new MockSynthesizer(1),
                ActionInvoker.none(),
                TurnPolicy.DEFAULT.withPhrases(new Phrases(hangUp, List.of("hello desk"), List.of("mhm"))),
                AlertThresholds.DEFAULT,
                0);
        return VipPlans.router(any -> plan).route(offer).policy();
    }

    @Test
    @Tag("VIP-17")
    void shouldEndSessionsByTheUsualWordsWhereTheAgentHasNoneOfItsOwn() {
        Phrases phrases = policy(List.of(), offer("vip", "open")).phrases();
        assertThat(phrases.endsCall("Stop!")).isTrue();
        assertThat(phrases.endsCall("hang up")).isTrue();
        assertThat(phrases.wake()).containsExactly("hello desk");
        assertThat(policy(List.of("bye"), offer("vip", "open")).phrases().endsCall("stop"))
                .isFalse();
        assertThat(policy(List.of(), offer("twilio", "open")).phrases().endsCall("stop"))
                .isFalse();
    }

    @Test
    @Tag("VIP-15")
    void shouldAskNobodyWhoseMicrophoneIsClosedWhetherHeIsStillThere() {
        assertThat(policy(List.of(), offer("vip", "ptt")).noInputMs()).isZero();
        assertThat(policy(List.of(), offer("vip", "open")).noInputMs()).isEqualTo(TurnPolicy.DEFAULT.noInputMs());
    }

    @Test
    void shouldFindNobodyWhereNobodyIs() {
        assertThat(VipPlans.router(any -> null).route(offer("vip", "ptt"))).isNull();
    }
}
