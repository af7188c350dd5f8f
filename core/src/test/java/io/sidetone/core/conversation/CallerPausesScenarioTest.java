package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import org.junit.jupiter.api.Test;

/** The recognizer is told where the caller may have finished, before the turn is over. */
class CallerPausesScenarioTest extends CallScenario {
    private String pauses() {
        return "pauses " + engines.stt.token;
    }

    private String goesOn() {
        return "goes on " + engines.stt.token;
    }

    @Test
    void shouldTellOfThePauseWellBeforeTheTurnIsOver() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        assertThat(engines.stt.pauses).isEmpty();
        call.hear(quiet, 240);
        assertThat(engines.stt.pauses).containsExactly(pauses());
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        call.hear(quiet, 1_500);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        assertThat(engines.stt.pauses).as("once").hasSize(1);
    }

    @Test
    void shouldTellThatTheCallerGoesOnAndOfTheNextPause() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 240);
        call.hear(talking, 300);
        assertThat(engines.stt.pauses).containsExactly(pauses(), goesOn());
        call.hear(quiet, 240);
        assertThat(engines.stt.pauses).containsExactly(pauses(), goesOn(), pauses());
    }

    @Test
    void shouldTellOfNoMorePausesThanThePolicyAsksAhead() {
        givenIdleAfterGreeting();
        int most = TurnPolicy.DEFAULT.number(PolicyNumber.PREEMPTIVE_STARTS);
        for (int i = 0; i < most + 2; i++) {
            call.hear(talking, 400);
            call.hear(quiet, 240);
        }
        assertThat(engines.stt.pauses).filteredOn(pauses()::equals).hasSize(most);
    }

    @Test
    void shouldTellOfNoPauseWhenNothingIsAskedAhead() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.POLICY, 0, 0, TurnPolicy.DEFAULT.with(PolicyNumber.PREEMPTIVE_AFTER, 0));
        call.hear(talking, 400);
        call.hear(quiet, 500);
        assertThat(engines.stt.pauses).isEmpty();
    }
}
