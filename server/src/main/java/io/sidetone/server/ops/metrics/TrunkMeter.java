package io.sidetone.server.ops.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;
import io.sidetone.transport.metrics.CounterMeters;
import io.sidetone.transport.sip.register.PeerHealth;
import io.sidetone.transport.trunk.link.TrunkLinks;
import io.sidetone.transport.trunk.link.TrunkStatus;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Figures of each trunk that is called. */
public enum TrunkMeter implements CounterName {
    /** 1 where the trunk answers OPTIONS; NaN until that is known. */
    UP("up", "1 where the trunk answers OPTIONS, 0 where it does not", TrunkMeter::up),
    /** 1 where we are registered; NaN where no registration is wanted. */
    REGISTERED("registered", "1 where the registration is in force, 0 where it is not", TrunkMeter::registered),
    /** Time that its last answer to OPTIONS took; NaN before the first. */
    OPTIONS_SECONDS("options_seconds", "How long the last answer to OPTIONS took", TrunkMeter::optionsSeconds),
    /** OPTIONS in a row without a good answer. */
    SILENT("silent", "OPTIONS in a row without an answer", status -> status.silent());

    private static final double MS_PER_S = 1e3;

    private final CounterSeries series;
    private final ToDoubleFunction<TrunkStatus> figure;

    TrunkMeter(String metric, String help, ToDoubleFunction<TrunkStatus> figure) {
        this.series = CounterSeries.of("sidetone_trunk_" + metric, help);
        this.figure = figure;
    }

    /** Publishes the figures of every trunk that is called. */
    public static void bind(MeterRegistry registry, TrunkLinks links) {
        List<TrunkStatus> trunks = links.status();
        for (int i = 0; i < trunks.size(); i++) {
            int at = i;
            for (TrunkMeter meter : values()) {
                CounterMeters.gauge(
                        registry,
                        meter,
                        links,
                        all -> meter.figure.applyAsDouble(all.status().get(at)),
                        "trunk",
                        trunks.get(i).name());
            }
        }
    }

    private static double up(TrunkStatus status) {
        return status.health() == PeerHealth.State.UNKNOWN
                ? Double.NaN
                : status.health() == PeerHealth.State.UP ? 1 : 0;
    }

    private static double registered(TrunkStatus status) {
        return switch (status.registration()) {
            case OFF -> Double.NaN;
            case REGISTERED -> 1;
            case TRYING, FAILED -> 0;
        };
    }

    private static double optionsSeconds(TrunkStatus status) {
        return status.latencyMs() < 0 ? Double.NaN : status.latencyMs() / MS_PER_S;
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
