package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.turn.PolicyNumber;
import org.junit.jupiter.api.Test;

class CallTerminationTest {
    private final PartsRig rig = new PartsRig();
    private final CallTermination termination = rig.agent.termination();

    @Test
    void shouldHangUpWhenTheGoodbyeWasHeard() {
        rig.idle();
        termination.goodbye(PromptReason.GOODBYE, EndCause.CALLER_HUNG_UP, rig.nowNs);
        assertThat(termination.isRequested()).isTrue();
        assertThat(termination.leaving()).isFalse();
        termination.spoken(rig.nowNs);
        assertThat(termination.leaving()).isTrue();
        rig.log.clear();
        termination.leaveIfDue(rig.nowNs);
        assertThat(rig.log).as("it is not heard yet").isEmpty();
        rig.after(300);
        termination.leaveIfDue(rig.nowNs);
        assertThat(rig.log).containsExactly("end CALLER_HUNG_UP");
    }

    @Test
    void shouldStayWhenTheCallerHasMoreToSay() {
        rig.idle();
        termination.goodbye(PromptReason.GOODBYE, EndCause.CALLER_HUNG_UP, rig.nowNs);
        termination.spoken(rig.nowNs);
        termination.stay();
        assertThat(termination.isRequested()).isFalse();
        assertThat(termination.leaving()).isFalse();
    }

    @Test
    void shouldAskAndThenSayGoodbyeWhenTheCallerStaysSilent() {
        rig.turn.policy(rig.turn.policy().with(PolicyNumber.NO_INPUT_PROMPTS, 1));
        rig.idle();
        termination.idle(rig.nowNs);
        int noInputMs = rig.turn.policy().noInputMs();
        rig.after(noInputMs - 1);
        termination.promptIfSilent(rig.nowNs);
        assertThat(rig.log).isEmpty();
        rig.after(1);
        termination.promptIfSilent(rig.nowNs);
        assertThat(rig.log).endsWith("llm.announce");
        assertThat(termination.isRequested()).isFalse();
        rig.after(noInputMs);
        termination.promptIfSilent(rig.nowNs);
        assertThat(termination.isRequested()).isTrue();
    }

    @Test
    void shouldCountPromptsAfreshWhenTheCallerSpoke() {
        rig.turn.policy(rig.turn.policy().with(PolicyNumber.NO_INPUT_PROMPTS, 1));
        rig.idle();
        termination.idle(rig.nowNs);
        rig.after(rig.turn.policy().noInputMs());
        termination.promptIfSilent(rig.nowNs);
        termination.callerSpoke();
        rig.after(rig.turn.policy().noInputMs());
        termination.promptIfSilent(rig.nowNs);
        assertThat(termination.isRequested()).isFalse();
    }

    @Test
    void shouldSayOnceThatTheTimeIsUp() {
        rig.idle();
        int maxMs = rig.turn.policy().bounds().maxCallMs();
        rig.nowNs = (maxMs - rig.turn.policy().bounds().maxCallNoticeMs()) * PartsRig.MS - 1;
        assertThat(termination.timeIsUp(rig.nowNs)).isFalse();
        assertThat(termination.timeIsUp(rig.nowNs + 1)).isTrue();
        termination.sayTimeIsUp(rig.nowNs + 1);
        termination.stay();
        assertThat(termination.timeIsUp(maxMs * PartsRig.MS)).isFalse();
    }
}
