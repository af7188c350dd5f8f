package io.sidetone.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationRecorderTest {
    @ParameterizedTest
    @ValueSource(
            longs = {
                1_000,
                8_191,
                8_192,
                8_193,
                99_999,
                1_000_000,
                20_000_000,
                1_000_000_000,
                59_999_999_999L,
                61_000_000_000L,
                540_000_000_000L,
                86_400_000_000_000L,
                604_799_000_000_000L
            })
    void shouldGiveBackADurationToTwoDigits(long durationNs) {
        DurationRecorder recorder = new DurationRecorder();
        recorder.record(durationNs);
        Histogram total = recorder.total();
        assertThat(total.getTotalCount()).isEqualTo(1);
        assertThat((double) total.getValueAtPercentile(50))
                .isCloseTo(durationNs, within(Math.max(1_000, durationNs / 100.0)));
    }

    @Test
    void shouldAgreeWithAHistogramThatCountsEachDurationItself() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            DurationRecorder recorder = new DurationRecorder();
            Histogram expected = new Histogram(DurationRecorder.LOWEST_NS, DurationRecorder.HIGHEST_NS, 3);
            for (int i = 0; i < 10_000; i++) {
                long durationNs = (long) Math.exp(7 + 17 * random.nextDouble());
                recorder.record(durationNs);
                expected.recordValue(durationNs);
            }
            Histogram total = recorder.total();
            assertThat(total.getTotalCount()).isEqualTo(10_000);
            assertThat(total.getMean())
                    .as("mean, seed %d", seed)
                    .isCloseTo(expected.getMean(), within(expected.getMean() / 100));
            for (double percentile : new double[] {1, 50, 90, 99, 99.9, 100}) {
                double value = expected.getValueAtPercentile(percentile);
                assertThat((double) total.getValueAtPercentile(percentile))
                        .as("p%s, seed %d", percentile, seed)
                        .isCloseTo(value, within(Math.max(1_000, value / 50)));
            }
        }
    }

    @Test
    void shouldCountWhatIsOutOfRangeAtItsEnds() {
        DurationRecorder recorder = new DurationRecorder();
        recorder.record(-5);
        recorder.record(0);
        recorder.record(Long.MIN_VALUE);
        recorder.record(Long.MAX_VALUE);
        Histogram total = recorder.total();
        assertThat(total.getTotalCount()).isEqualTo(4);
        assertThat(total.getCountBetweenValues(0, 1_000)).isEqualTo(3);
        assertThat((double) total.getMaxValue()).isCloseTo(604_800e9, within(6_048e9));
    }

    @Test
    void shouldSumUpFromTheBeginningHoweverOftenItIsRead() {
        DurationRecorder recorder = new DurationRecorder();
        recorder.record(1_000_000);
        recorder.total();
        recorder.record(2_000_000);
        recorder.total().recordValue(7);
        assertThat(recorder.total().getTotalCount()).isEqualTo(2);
    }

    @Test
    void shouldLoseNothingWhileOthersRead() throws InterruptedException {
        DurationRecorder recorder = new DurationRecorder();
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong backwards = new AtomicLong();
        Thread reader = new Thread(() -> {
            long last = 0;
            while (!done.get()) {
                long count = recorder.total().getTotalCount();
                backwards.addAndGet(count < last ? 1 : 0);
                last = count;
            }
        });
        reader.start();
        for (int i = 0; i < 500_000; i++) {
            recorder.record(i * 97L % 5_000_000);
        }
        done.set(true);
        reader.join();
        assertThat(backwards).hasValue(0);
        assertThat(recorder.total().getTotalCount()).isEqualTo(500_000);
    }
}
