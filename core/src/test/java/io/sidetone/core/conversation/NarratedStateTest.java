package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("VIP-16")
class NarratedStateTest {
    private final PartsRig rig = new PartsRig();
    private final NarratedState narrated = rig.parts.narrated();

    @Test
    void shouldReachTheDialogueAtOnceWhenTheCallerIsNotListenedTo() {
        rig.idle();
        narrated.changed("the menu");
        assertThat(rig.log).containsExactly("llm.narratedState", "observer.Narrated");
    }

    @Test
    void shouldWaitForTheFloorWhenTheCallerIsListenedTo() {
        rig.listening();
        narrated.changed("the menu");
        assertThat(rig.log).containsExactly("observer.Narrated");
        narrated.moved(FloorState.THINKING);
        narrated.moved(FloorState.SPEAKING);
        assertThat(rig.log).hasSize(1);
        narrated.moved(FloorState.IDLE);
        assertThat(rig.log).containsExactly("observer.Narrated", "llm.narratedState", "observer.Narrated");
        narrated.moved(FloorState.IDLE);
        assertThat(rig.log).as("once").hasSize(3);
    }

    @Test
    void shouldReplaceOlderNewsWhenAnActionBringsTheView() {
        rig.listening();
        narrated.changed("the menu");
        narrated.resulted("the order");
        narrated.moved(FloorState.IDLE);
        assertThat(rig.notes).containsExactly("narrated: the order");
    }

    @Test
    void shouldGiveUpAnEarlyRequestWhenTheViewChanges() {
        rig.idle();
        rig.parts.utterance().grant();
        rig.parts.early().ask("what is this", rig.nowNs);
        narrated.changed("the menu");
        assertThat(rig.log).containsSubsequence("llm.prepare", "llm.discarded", "llm.narratedState");
    }

    @Test
    void shouldBeRepeatedWhenAnotherSessionOfTheDialogueIsOpen() {
        narrated.dialogueBack();
        assertThat(rig.log).isEmpty();
        rig.idle();
        narrated.changed("the menu");
        narrated.dialogueBack();
        assertThat(rig.log.stream().filter("llm.narratedState"::equals)).hasSize(2);
    }

    @Test
    void shouldHaveABoundWhenTheViewIsLong() {
        rig.idle();
        narrated.changed("a".repeat(100_000));
        assertThat(rig.notes.get(0)).hasSizeLessThan(33_000);
    }
}
