package io.sidetone.transport.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sidetone.transport.carrier.CarrierCounter;
import org.junit.jupiter.api.Test;

class LateCountersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final LateCounters<CarrierCounter> counters = new LateCounters<>(CarrierCounter.class);

    @Test
    void shouldPublishAllOfThemOnceTheFirstCounts() {
        counters.bindTo(registry, "dialect", "twilio");
        assertThat(registry.getMeters()).isEmpty();
        counters.add(CarrierCounter.BAD_AUDIO, 2);
        counters.add(CarrierCounter.BAD_AUDIO, 1);
        assertThat(registry.getMeters()).hasSize(CarrierCounter.values().length);
        assertThat(registry.get("sidetone_carrier_bad_audio")
                        .tag("dialect", "twilio")
                        .functionCounter()
                        .count())
                .isEqualTo(3);
    }

    @Test
    void shouldPublishWhatCountedBeforeItWasBoundWithTheNextCount() {
        counters.add(CarrierCounter.BAD_AUDIO, 2);
        counters.bindTo(registry, "dialect", "twilio");
        counters.add(CarrierCounter.LATE, 1);
        assertThat(registry.get("sidetone_carrier_bad_audio").functionCounter().count())
                .isEqualTo(2);
    }
}
