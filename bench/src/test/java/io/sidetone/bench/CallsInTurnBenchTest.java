package io.sidetone.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.bench.audio.EchoBench;
import io.sidetone.bench.lane.EgressRingBench;
import io.sidetone.bench.lane.LaneStepBench;
import io.sidetone.bench.streams.MediaMessageBench;
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
    void shouldCancelAnEchoInEveryCallWhereThereIsOneAndInNoOther() throws Exception {
        assertThat(JmhRun.of(EchoBench.class, 50, "1", "50")).hasSize(4);
    }

    @Test
    void shouldPassFramesAndMessagesOfManyCalls() throws Exception {
        assertThat(JmhRun.of(EgressRingBench.class, 20, "1", "2000")).hasSize(2);
        assertThat(JmhRun.of(MediaMessageBench.class, 20, "1", "400")).hasSize(4);
    }
}
