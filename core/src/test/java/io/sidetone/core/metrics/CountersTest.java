package io.sidetone.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CountersTest {
    private static final int ROUNDS = 200_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Two counters of one metric and one of its own. */
    private enum Fruit implements CounterName {
        GREEN_APPLES,
        PEARS,
        NUTS;

        @Override
        public CounterSeries series() {
            return this == NUTS
                    ? CounterSeries.of("sidetone_nuts", "Nuts")
                    : CounterSeries.of("sidetone_fruit", "Fruit by kind", "kind", this);
        }
    }

    @Test
    void shouldDescribeACounterByItsMetricAndLabel() {
        assertThat(Fruit.GREEN_APPLES.series())
                .isEqualTo(new CounterSeries("sidetone_fruit", "Fruit by kind", "kind", "green_apples"));
        assertThat(Fruit.NUTS.series()).isEqualTo(new CounterSeries("sidetone_nuts", "Nuts", "", ""));
    }

    @Test
    void shouldCountEachNameApart() {
        SingleWriterCounters<Fruit> counters = new SingleWriterCounters<>(Fruit.class);
        counters.increment(Fruit.PEARS);
        counters.add(Fruit.PEARS, 4);
        counters.increment(Fruit.NUTS);
        assertThat(counters.value(Fruit.GREEN_APPLES)).isZero();
        assertThat(counters.value(Fruit.PEARS)).isEqualTo(5);
        assertThat(counters.value(Fruit.NUTS)).isEqualTo(1);
        assertThat(counters.names()).isEqualTo(Fruit.class);
    }

    @Test
    void shouldLoseNoIncrementWhenManyThreadsCount() throws Exception {
        SharedCounters<Fruit> counters = new SharedCounters<>(Fruit.class);
        CountDownLatch begin = new CountDownLatch(1);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                try {
                    begin.await();
                } catch (InterruptedException e) {
                    return;
                }
                for (int round = 0; round < ROUNDS; round++) {
                    counters.increment(Fruit.PEARS);
                }
                counters.add(Fruit.NUTS, 7);
            });
            threads[i].start();
        }
        begin.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(counters.value(Fruit.PEARS)).isEqualTo(4L * ROUNDS);
        assertThat(counters.value(Fruit.NUTS)).isEqualTo(28);
        assertThat(counters.value(Fruit.GREEN_APPLES)).isZero();
    }

    @Test
    @Tag("allocation")
    void shouldAllocateNothingPerIncrement() {
        SingleWriterCounters<Fruit> single = new SingleWriterCounters<>(Fruit.class);
        SharedCounters<Fruit> shared = new SharedCounters<>(Fruit.class);
        long least = Long.MAX_VALUE;
        for (int window = 0; window < 5; window++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ROUNDS; i++) {
                single.increment(Fruit.PEARS);
                shared.increment(Fruit.PEARS);
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).as("bytes per %d increments", ROUNDS).isZero();
    }
}
