package io.sidetone.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RangeTest {
    @Test
    void shouldCompareRoundByRoundWhenTheMachineSlowsDown() {
        double[] ours = {1, 2, 30};
        double[] theirs = {2, 4, 60};
        assertThat(Range.ratios(ours, theirs)).isEqualTo(new Range(0.5, 0.5, 0.5));
    }

    @Test
    void shouldGiveTheMiddleTheLeastAndTheGreatest() {
        Range ratios = Range.ratios(new double[] {3, 1, 2}, new double[] {1, 1, 1});
        assertThat(ratios).isEqualTo(new Range(2, 1, 3)).hasToString("2.00 (1.00 to 3.00)");
    }

    @Test
    void shouldSayWhetherAnArmIsItself() {
        assertThat(Range.ratios(new double[] {1.09}, new double[] {1}).nothing())
                .isTrue();
        assertThat(Range.ratios(new double[] {1.11}, new double[] {1}).nothing())
                .isFalse();
        assertThat(Range.ratios(new double[] {0.89}, new double[] {1}).nothing())
                .isFalse();
    }

    @Test
    void shouldRefuseArmsOfDifferentRounds() {
        assertThatThrownBy(() -> Range.ratios(new double[2], new double[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2 and 3 rounds");
        assertThatThrownBy(() -> Range.ratios(new double[0], new double[0]))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
