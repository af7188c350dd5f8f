package io.sidetone.transport.vip;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counters of /vip, besides messages that were refused. */
enum VipCounter implements CounterName {
    /** Sessions opened over /vip. */
    SESSIONS("sidetone_vip_sessions", "Sessions opened over /vip"),
    /** Audio messages over /vip that came when the session took none. */
    AUDIO_DROPPED("sidetone_vip_audio_dropped", "Audio messages over /vip that came when the session took none");

    private final CounterSeries series;

    VipCounter(String metric, String help) {
        series = CounterSeries.of(metric, help);
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
