package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.action.Instructions;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelSessionTest {
    private static final Instructions INSTRUCTIONS = new Instructions("Be brief.", List.of());

    private final PartsRig rig = new PartsRig();
    private final ModelSession model = rig.parts.model();

    @Test
    void shouldGiveAnotherSessionTheInstructionsWhenThereAreSome() {
        model.open(rig.llm);
        assertThat(rig.log).isEmpty();
        model.instructions(INSTRUCTIONS);
        model.open(rig.llm);
        assertThat(rig.log).containsExactly("llm.briefing", "llm.briefing");
    }

    @Test
    void shouldKnowTheTurnThatLostItsSession() {
        assertThat(model.orphaned(7)).isFalse();
        model.lost(rig.llm, 7);
        assertThat(model.orphaned(7)).isTrue();
        model.open(rig.llm);
        assertThat(model.orphaned(7)).as("another session knows nothing of it").isTrue();
        assertThat(model.orphaned(8)).isFalse();
    }

    @Test
    void shouldNotBeAskedEarlyWhenTheSessionIsLost() {
        assertThat(model.preemptible()).isFalse();
        rig.preemptible = true;
        assertThat(model.preemptible()).isTrue();
        model.lost(rig.llm, 0);
        assertThat(model.preemptible()).isFalse();
        model.open(rig.llm);
        assertThat(model.preemptible()).isTrue();
    }
}
