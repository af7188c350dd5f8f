package io.sidetone.speech.watch;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineKind;
import io.sidetone.speech.meter.EngineMeter;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts for an engine that does not count itself: an engine of this process. */
public final class MeterListener implements EngineListener {
    private final EngineMeter meter;
    private final Map<Asked, Times> open = new ConcurrentHashMap<>();

    private record Asked(long token, int clause) {}

    private static final class Times {
        private final long askedNs;
        private volatile long dueNs;
        private volatile boolean answered;

        Times(long askedNs) {
            this.askedNs = askedNs;
            this.dueNs = askedNs;
        }
    }

    /** Counts with {@code meter}, one of {@link EngineMeter#forCall}. */
    public MeterListener(EngineMeter meter) {
        this.meter = meter;
    }

    @Override
    public void asked(long token, int clause, int characters, long nowNs) {
        meter.requests.increment();
        meter.characters.add(characters);
        open.put(new Asked(token, clause), new Times(nowNs));
    }

    @Override
    public void ended(long token, long audioMs, long nowNs) {
        meter.audioMs.add(audioMs);
        Times times = open.get(new Asked(token, 0));
        if (times != null) {
            times.dueNs = nowNs;
        }
    }

    @Override
    public void piece(long token, int clause, long audioMs, long nowNs) {
        meter.audioMs.add(audioMs);
        Times times = open.get(new Asked(token, clause));
        if (times != null && !times.answered) {
            times.answered = true;
            meter.first(nowNs - times.askedNs);
        }
    }

    @Override
    public void done(long token, int clause, long nowNs) {
        Times times = open.remove(new Asked(token, clause));
        if (times != null) {
            meter.whole(nowNs - times.dueNs);
        }
    }

    @Override
    public void failed(long token, int clause, EngineFailure failure, long nowNs) {
        if (open.remove(new Asked(token, clause)) != null) {
            meter.failures.increment();
        }
    }

    @Override
    public void cancelled(long token, long nowNs) {
        boolean through = meter.role == EngineKind.SYNTHESIZER;
        for (Iterator<Asked> each = open.keySet().iterator(); each.hasNext(); ) {
            Asked asked = each.next();
            if (through ? asked.token() <= token : asked.token() == token) {
                each.remove();
                meter.cancelled.increment();
            }
        }
    }

    @Override
    public void unreachable(EngineFailure failure) {
        meter.failures.increment();
    }
}
