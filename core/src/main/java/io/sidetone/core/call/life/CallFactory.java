package io.sidetone.core.call.life;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.CallTap;
import io.sidetone.core.call.CallTaps;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneCall;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes every call of the lanes, with the observer and the taps that all calls share. Immutable. */
public final class CallFactory implements LaneCall.Factory {
    private static final Logger LOG = LoggerFactory.getLogger(CallFactory.class);

    private final CallObserver observer;
    private final CallTaps taps;

    /** Creates calls that {@code observer} sees and no tap listens to. */
    public CallFactory(CallObserver observer) {
        this(observer, CallTaps.none());
    }

    /** Creates calls that {@code observer} sees; {@code taps} is asked once for each call who listens to it. */
    public CallFactory(CallObserver observer, CallTaps taps) {
        this.observer = observer;
        this.taps = taps;
    }

    @Override
    public LaneCall create(LaneEvent open, long sequence, Admission admission, LaneMetrics metrics, NanoClock clock) {
        CallSetup setup = (CallSetup) open.ref();
        CallTap tap = taps.open(admission.lane(), setup, admission.publisher(), sequence, open.nowNs());
        try {
            return new Call(tap.setup(setup), admission, metrics, tap.observer(observer), tap, clock, open.nowNs());
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            metrics.increment(LaneCounter.FAULTS);
            LOG.error("Call {} could not be set up", setup.who().callId(), fault);
            refuse(setup);
            tap.closed();
            return null;
        }
    }

    private static void refuse(CallSetup setup) {
        setup.line().signalling().end(EndCause.INTERNAL_ERROR);
        setup.line().media().release();
        setup.line().signalling().release();
    }
}
