package io.sidetone.server.agents.reload;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReloadsTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Semaphore mayGoOn = new Semaphore(0);
    private final Semaphore begun = new Semaphore(0);
    private final AtomicInteger reloads = new AtomicInteger();

    private final class Slow implements Reloads.Work {
        @Override
        public Reloads.Done reload() throws ReloadRefusedException {
            begun.release();
            mayGoOn.acquireUninterruptibly();
            if (reloads.incrementAndGet() == 1) {
                throw new ReloadRefusedException(List.of("sip.port: 70000 is above 65535; choose a port"));
            }
            return new Reloads.Done("test", 0, List.of());
        }

        @Override
        public void closeUnused() {}
    }

    @Test
    void shouldMakeOneMoreReloadOfAllThatWasAskedForMeanwhile() throws Exception {
        Reloads asked = new Reloads(new Slow());
        asked.bindTo(registry);
        asked.request();
        assertThat(begun.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 50; i++) {
            asked.request();
        }
        mayGoOn.release(100);
        asked.close();
        assertThat(reloads).hasValue(2);
        assertThat(registry.scrape())
                .contains("sidetone_reloads_total{outcome=\"applied\"} 1.0")
                .contains("sidetone_reloads_total{outcome=\"refused\"} 1.0");
        asked.request();
        assertThat(reloads).as("after the end").hasValue(2);
    }

    @Test
    void shouldGoOnAfterADefect() throws Exception {
        Semaphore made = new Semaphore(0);
        try (Reloads asked = new Reloads(new Reloads.Work() {
            @Override
            public Reloads.Done reload() {
                made.release();
                throw new IllegalStateException("a defect");
            }

            @Override
            public void closeUnused() {}
        })) {
            asked.request();
            assertThat(made.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
            asked.request();
            assertThat(made.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        }
    }
}
