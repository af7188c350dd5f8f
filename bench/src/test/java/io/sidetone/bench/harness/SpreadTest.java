package io.sidetone.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void shouldTakeTheNearestRank() {
        List<Double> values =
                IntStream.rangeClosed(1, 200).mapToObj(i -> (double) i).toList();
        assertThat(Spread.of(values)).isEqualTo(new Spread(100, 198, 200));
    }

    @Test
    void shouldKnowNothingOfNothing() {
        assertThat(Spread.of(List.of()).p50()).isNaN();
    }

    @Test
    void shouldTakeTheLowerMedianOfTwo() {
        assertThat(Spread.median(4, 1)).isEqualTo(1);
        assertThat(Spread.median(3, 1, 2)).isEqualTo(2);
    }
}
