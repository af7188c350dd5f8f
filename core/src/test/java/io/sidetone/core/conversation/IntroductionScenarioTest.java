package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.floor.FloorState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A caller's first visit: IDLE, the introduction, IDLE, the greeting. */
@Tag("VIP-04")
@Tag("VIP-T04")
class IntroductionScenarioTest extends CallScenario {
    private static final String TEXT = "I am an automatic assistant.";

    @Test
    void shouldIntroduceItselfBeforeTheGreetingWhenTheCallerIsNew() {
        rig.introduction = TEXT;
        givenAnsweredCall();
        assertThat(engines.llm.asked).isEmpty();
        assertThat(engines.voice.asked).containsExactly("0 " + TEXT);
        speakClause(0, 200, null);
        rig.advance(400);
        assertThat(engines.llm.asked).contains("announce GREETING");
        engines.llm.say("Hi.");
        speakClause(0, 200, null);
        rig.advance(400);
        assertThat(rules()).endsWith("VIP-T04", "VIP-T10", "VIP-T04", "VIP-T10");
        assertThat(call.record.history().entries())
                .extracting(History.Entry::text)
                .containsExactly(TEXT, "Hi.");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        rig.advance(2_000);
        assertThat(engines.llm.asked)
                .filteredOn(asked -> asked.startsWith("announce GREETING"))
                .hasSize(1);
    }

    @Test
    void shouldGreetAtOnceWhenTheCallerIsKnown() {
        givenAnsweredCall();
        assertThat(engines.llm.asked).containsExactly("announce GREETING");
    }

    @Test
    void shouldListenInsteadOfGreetingWhenTheIntroductionIsInterrupted() {
        rig.introduction = TEXT;
        givenAnsweredCall();
        speakClause(0, 4_000, null);
        call.hear(quiet, 1_500);
        call.hear(talking, 700);
        call.hear(quiet, 1_200);
        assertThat(rules()).contains("VIP-T11", "VIP-T12");
        assertThat(engines.llm.asked).doesNotContain("announce GREETING");
        assertThat(last(call.record.history().entries()).interrupted()).isTrue();
    }

    @Test
    void shouldGreetAllTheSameWhenTheIntroductionCannotBeSpoken() {
        rig.introduction = TEXT;
        givenAnsweredCall();
        rig.advance(11_000);
        assertThat(engines.llm.asked).contains("announce GREETING");
    }
}
