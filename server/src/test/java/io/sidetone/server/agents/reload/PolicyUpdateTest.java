package io.sidetone.server.agents.reload;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.server.records.store.LaneCalls;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("ITE-REQ-005")
class PolicyUpdateTest {
    private static final String POLICIES = "policies: {calm: {endSilenceMs: %d}, quick: {endSilenceMs: %d}}\n";
    private final SidetoneConfig before = config("desk", "calm", POLICIES.formatted(900, 400));

    private static SidetoneConfig config(String agent, String policy, String more) {
        String text =
                """
                engines: {mock: {type: mock}}
                agents: {%s: {recognizer: mock, dialogue: mock, synthesizer: mock, policy: %s}}
                """
                                .formatted(agent, policy)
                        + more;
        try {
            return new ConfigLoader(new ConfigEnvironment(variable -> null, 1, Path.of("/none")))
                    .parse(text, "test", Path.of("/"), Optional.empty())
                    .config();
        } catch (Exception wrong) {
            throw new AssertionError(wrong);
        }
    }

    private static Optional<Integer> endSilence(Optional<TurnPolicy> policy) {
        return policy.map(TurnPolicy::endSilenceMs);
    }

    @Test
    void shouldGiveACallThePolicyOfItsAgentAsItIsNow() {
        PolicyUpdate update = new PolicyUpdate(before, config("desk", "calm", POLICIES.formatted(700, 400)));
        assertThat(endSilence(update.next("desk", before.policy("calm")))).contains(700);
    }

    @Test
    void shouldGiveACallTheOtherPolicyThatItsAgentHasNow() {
        PolicyUpdate update = new PolicyUpdate(before, config("desk", "quick", POLICIES.formatted(900, 400)));
        assertThat(endSilence(update.next("desk", before.policy("calm")))).contains(400);
    }

    @Test
    void shouldFollowThePolicyThatACallWasGivenByName() {
        PolicyUpdate update = new PolicyUpdate(before, config("desk", "calm", POLICIES.formatted(900, 300)));
        assertThat(endSilence(update.next("desk", before.policy("quick")))).contains(300);
        assertThat(update.next("desk", before.policy("calm"))).isEmpty();
    }

    @Test
    void shouldLeaveAPolicyOfFieldsAsItIsButWithinTheNewBounds() {
        TurnPolicy own = before.policy("calm").with(PolicyNumber.END_SILENCE, 640);
        PolicyUpdate same = new PolicyUpdate(before, config("desk", "calm", POLICIES.formatted(700, 400)));
        assertThat(same.next("desk", own)).isEmpty();
        PolicyUpdate bounds =
                new PolicyUpdate(before, config("desk", "calm", POLICIES.formatted(700, 400) + "hold: {max: 7s}\n"));
        TurnPolicy next = bounds.next("desk", own).orElseThrow();
        assertThat(next.endSilenceMs()).isEqualTo(640);
        assertThat(next.bounds().maxHoldMs()).isEqualTo(7_000);
    }

    @Test
    void shouldKeepWhereTheCallListensAndThatItWaitsForEver() {
        TurnPolicy present = before.policy("calm")
                .withVad(SpeechSource.RECOGNIZER)
                .with(PolicyNumber.NO_INPUT, 0)
                .withPhrases(new Phrases(List.of("stop"), List.of(), List.of()));
        PolicyUpdate update = new PolicyUpdate(before, config("desk", "calm", POLICIES.formatted(700, 400)));
        TurnPolicy next = update.next("desk", present).orElseThrow();
        assertThat(next.endSilenceMs()).isEqualTo(700);
        assertThat(next.vad()).isEqualTo(SpeechSource.RECOGNIZER);
        assertThat(next.noInputMs()).isZero();
    }

    @Test
    void shouldGiveACallThePolicyOfTheLastReloadWhenItsLaneTookNoneBetween() {
        LaneCalls calls = new LaneCalls(CallObserver.none());
        Admission call = calls.begin("sip:bob@example.net");
        calls.publish(call, LaneEventType.POLICY, before.policy("calm"));
        SidetoneConfig middle = config("desk", "calm", POLICIES.formatted(700, 400));
        SidetoneConfig last = config("desk", "calm", POLICIES.formatted(500, 400));
        CallRecord record = calls.last();
        assertThat(new PolicyUpdate(before, middle).send(record, calls.nowNs())).isTrue();
        assertThat(new PolicyUpdate(middle, last).send(record, calls.nowNs())).isTrue();
        calls.pass(20);
        assertThat(record.policy().endSilenceMs()).isEqualTo(500);
    }

    @Test
    void shouldFollowThePolicyThatACallWasGivenBetweenTwoReloads() {
        LaneCalls calls = new LaneCalls(CallObserver.none());
        Admission call = calls.begin("sip:bob@example.net");
        calls.publish(call, LaneEventType.POLICY, before.policy("calm"));
        SidetoneConfig middle = config("desk", "calm", POLICIES.formatted(700, 400));
        CallRecord record = calls.last();
        new PolicyUpdate(before, middle).send(record, calls.nowNs());
        record.sendPolicy(middle.policy("quick"), calls.nowNs());
        new PolicyUpdate(middle, config("desk", "calm", POLICIES.formatted(500, 300))).send(record, calls.nowNs());
        calls.pass(20);
        assertThat(record.policy().endSilenceMs()).isEqualTo(300);
        assertThat(record.newestPolicy()).isSameAs(record.policy());
    }

    @Test
    void shouldGiveCallsOfAnAgentThatIsGoneTheirPolicyAsItIsNow() {
        PolicyUpdate update = new PolicyUpdate(before, config("other", "quick", POLICIES.formatted(700, 400)));
        assertThat(endSilence(update.next("desk", before.policy("calm")))).contains(700);
        PolicyUpdate gone = new PolicyUpdate(before, config("other", "default", ""));
        assertThat(gone.next("desk", before.policy("calm"))).isEmpty();
    }
}
