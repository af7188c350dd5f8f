package io.sidetone.transport.vip;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Figures of /vip that have a series for each label value. */
enum VipFigure implements CounterName {
    /** Refused messages. */
    REFUSED("refused", "Messages over /vip that were refused, by code");

    private final CounterSeries series;

    VipFigure(String metric, String help) {
        this.series = CounterSeries.of("sidetone_vip_" + metric, help);
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
