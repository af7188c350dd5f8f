package io.sidetone.core.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTest implements Pace.Paced {
    private static final long START_NS = -50_000_000L;
    private static final long REST_NS = 100_000_000L;

    private final Pace pace = new Pace(this);
    private final List<String> ticks = new ArrayList<>();
    private boolean atWork = true;

    @Override
    public boolean atWork() {
        return atWork;
    }

    @Override
    public void tick(long number, long deadlineNs, long nowNs) {
        ticks.add(number + " at " + (deadlineNs - START_NS) / 1_000_000);
    }

    private long step(double ms) {
        return pace.step(START_NS + (long) (ms * 1_000_000), REST_NS);
    }

    @Test
    void shouldTickEveryFiveMillisecondsOfDeadlinesWhenItIsLate() {
        assertThat(step(0)).isEqualTo(Pace.TICK_NS);
        assertThat(step(4)).isEqualTo(1_000_000);
        assertThat(step(5.5)).isEqualTo(4_500_000);
        assertThat(step(16)).isEqualTo(4_000_000);
        assertThat(ticks).containsExactly("0 at 0", "1 at 5", "2 at 10", "3 at 15");
        assertThat(pace.lateness().total().getMaxValue()).isBetween(5_900_000L, 6_100_000L);
    }

    @Test
    void shouldNotTickWhenThereIsNoWork() {
        atWork = false;
        assertThat(step(0)).isEqualTo(REST_NS);
        assertThat(ticks).isEmpty();
    }

    @Test
    void shouldGoOnForASecondAfterTheLastWork() {
        step(0);
        atWork = false;
        for (int ms = 5; ms <= 1_000; ms += 5) {
            assertThat(step(ms)).isEqualTo(Pace.TICK_NS);
        }
        assertThat(step(1_005)).isEqualTo(REST_NS);
        assertThat(ticks).hasSize(201);
    }

    @Test
    void shouldNotMakeUpForItsRest() {
        step(0);
        atWork = false;
        step(2_000);
        atWork = true;
        assertThat(step(3_600_000)).isEqualTo(Pace.TICK_NS);
        assertThat(ticks).containsExactly("0 at 0", "1 at 3600000");
    }

    @Test
    void shouldKeepThePhaseOfItsCallsWhenItWasHeldUpForLong() {
        step(0);
        assertThat(step(1_003)).isEqualTo(2_000_000);
        assertThat(ticks).containsExactly("0 at 0", "197 at 985", "198 at 990", "199 at 995", "200 at 1000");
        assertThat(pace.lateness().total().getMaxValue())
                .as("of the ticks that were skipped")
                .isBetween(990_000_000L, 1_010_000_000L);
    }
}
