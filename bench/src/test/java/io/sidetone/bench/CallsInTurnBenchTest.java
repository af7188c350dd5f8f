package io.sidetone.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.bench.audio.AudioBench;
import io.sidetone.bench.lane.LaneStepBench;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Benches whose calls take turns keep each call in the state that the result is named after. */
class CallsInTurnBenchTest {
    @Test
    @Tag("CARD-10")
    void shouldKeepTheFloorThatALaneStepIsNamedAfter() throws Exception {
        assertThat(JmhRun.of(LaneStepBench.class, 100, "1", "400")).hasSize(6);
    }

    @Test
    void shouldTakeEveryStepOfTheSound() throws Exception {
        assertThat(JmhRun.of(AudioBench.class, 20)).hasSize(20);
    }
}
