package io.sidetone.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuietTest {
    private final Quiet quiet = new Quiet(2);
    private final Quiet busy = new Quiet(2.1);

    @Test
    void shouldJudgeABudgetWhenTheMachineIsQuiet() {
        assertThat(quiet.judged(true, "budget 5")).isEqualTo("budget 5: ok");
        assertThat(quiet.judged(false, "budget 5")).isEqualTo("budget 5: MISSED");
        assertThat(quiet.excuses(false)).isFalse();
    }

    @Test
    void shouldJudgeNothingWhenTheMachineIsBusy() {
        assertThat(busy.judged(true, "budget 5")).isEqualTo("budget 5: not judged, the machine is busy");
        assertThat(busy.judged(false, "budget 5")).isEqualTo("budget 5: not judged, the machine is busy");
        assertThat(busy.excuses(false)).isTrue();
    }
}
