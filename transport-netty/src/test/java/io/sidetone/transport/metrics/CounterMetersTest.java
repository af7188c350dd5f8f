package io.sidetone.transport.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.carrier.CarrierCounter;
import io.sidetone.transport.sip.endpoint.SipCounter;
import java.util.List;
import org.junit.jupiter.api.Test;

class CounterMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void shouldShowEveryCounterUnderItsNameWithTheGivenLabels() {
        SharedCounters<CarrierCounter> counters = new SharedCounters<>(CarrierCounter.class);
        CounterMeters.bind(registry, counters, "dialect", "twilio");
        counters.add(CarrierCounter.BAD_AUDIO, 3);
        assertThat(registry.get("sidetone_carrier_bad_audio")
                        .tag("dialect", "twilio")
                        .functionCounter()
                        .count())
                .isEqualTo(3);
        assertThat(registry.getMeters())
                .hasSize(CarrierCounter.values().length)
                .allSatisfy(meter -> assertThat(meter.getId().getDescription()).isNotBlank());
    }

    @Test
    void shouldSumUpThePartsOfSeveralThreads() {
        SingleWriterCounters<SipCounter> one = new SingleWriterCounters<>(SipCounter.class);
        SingleWriterCounters<SipCounter> other = new SingleWriterCounters<>(SipCounter.class);
        List<SingleWriterCounters<SipCounter>> parts = List.of(one, other);
        CounterMeters.bind(registry, parts);
        one.increment(SipCounter.NOT_SIP);
        other.add(SipCounter.NOT_SIP, 2);
        assertThat(registry.get("sidetone_sip_events")
                        .tag("event", "not_sip")
                        .functionCounter()
                        .count())
                .isEqualTo(3);
    }

    @Test
    void shouldShowNothingOfNoParts() {
        CounterMeters.bind(registry, List.<SingleWriterCounters<SipCounter>>of());
        assertThat(registry.getMeters()).isEmpty();
    }
}
