package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.turn.TurnHints;
import org.junit.jupiter.api.Test;

class FloorGrantTest {
    private final FloorGrant grant = new FloorGrant();

    @Test
    void shouldAnswerAtOnceWhenNobodySaysOtherwise() {
        grant.begin();
        assertThat(grant.answers()).isTrue();
        assertThat(grant.atOnce()).isTrue();
        assertThat(grant.unasked()).isTrue();
    }

    @Test
    void shouldApplyFromTheNextTurnOnWhenTheAgentAnswersOnRequest() {
        grant.begin();
        grant.standing(false);
        assertThat(grant.answers()).as("the present turn").isTrue();
        assertThat(grant.unasked()).isFalse();
        grant.begin();
        assertThat(grant.answers()).as("the next turn").isFalse();
    }

    @Test
    void shouldHoldForOneTurnWhenItIsGiven() {
        grant.begin();
        grant.give(new TurnHints(true, 300, "r1"));
        assertThat(grant.atOnce()).isFalse();
        assertThat(grant.hints().requestId()).isEqualTo("r1");
        grant.withhold();
        assertThat(grant.answers()).isFalse();
        grant.begin();
        assertThat(grant.atOnce()).isTrue();
    }
}
