package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Time passes and nobody does anything: what a call may do by itself (VIP-15). */
class TimerScenarioTest extends ClientScenario {
    private static final int LONG_MS = 150_000;

    /** What timers raise, what ends a turn by itself, and the limits of what somebody is waited for (7.6). */
    private static final Set<FloorTrigger> LISTED = EnumSet.of(
            FloorTrigger.INPUT_TIMEOUT,
            FloorTrigger.ANNOUNCE,
            FloorTrigger.SESSION_CLOSE,
            FloorTrigger.RELEASED,
            FloorTrigger.AUDIO_COMPLETE,
            FloorTrigger.NO_RESPONSE,
            FloorTrigger.ACTION_RESULT);

    @ParameterizedTest
    @Tag("VIP-15")
    @Tag("VIP-15.a")
    @EnumSource(
            value = FloorState.class,
            names = {"IDLE", "FINALIZING", "THINKING", "ACTION", "SPEAKING"})
    void shouldRaiseOnlyListedTriggersWhenNobodyDoesAnything(FloorState state) {
        rig.recordFrames = false;
        given(state);
        call.hear(quiet, LONG_MS);
        assertThat(rig.moves).extracting(FloorTransition::trigger).allMatch(LISTED::contains);
    }

    @Test
    @Tag("VIP-15")
    @Tag("VIP-15.a")
    void shouldStayIdleWhenThePolicyListsNoTimer() {
        rig.recordFrames = false;
        policy = TurnPolicy.DEFAULT.with(PolicyNumber.NO_INPUT, 0);
        given(FloorState.IDLE);
        call.hear(quiet, LONG_MS);
        assertThat(rig.moves).isEmpty();
        assertThat(engines.llm.asked).isEmpty();
        assertThat(engines.stt.asked).isEmpty();
    }

    @Test
    @Tag("VIP-15")
    @Tag("VIP-15.a")
    void shouldStayIdleWhenAQuestionWasAskedAndThePolicyListsNoFollowUp() {
        rig.recordFrames = false;
        policy = TurnPolicy.DEFAULT.with(PolicyNumber.NO_INPUT, 0);
        given(FloorState.THINKING);
        engines.llm.say("Which day would you like?");
        speakClause(0, 400, null);
        call.hear(quiet, LONG_MS);
        assertThat(rules()).containsExactly("VIP-T07", "VIP-T10");
    }
}
