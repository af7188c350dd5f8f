package io.sidetone.server.ops.traces;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.sidetone.core.metrics.SharedCounters;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spans on their way to the collector: {@link #MOST} at most wait and one batch is being sent. A span that finds no
 * room, or that the collector refuses, is dropped and counted. Trace thread only.
 */
final class SpanQueue implements SpanProcessor {
    /** The most spans that may wait. */
    static final int MOST = 8_192;

    private static final Logger LOG = LoggerFactory.getLogger(SpanQueue.class);
    private static final int BATCH = 512;
    private static final long EVERY_NS = 1_000_000_000L;

    private final SpanExporter exporter;
    private final SharedCounters<TraceCounter> counters;
    private final List<SpanData> waiting = new ArrayList<>();
    private CompletableResultCode underWay;
    private int sending;
    private long sentNs;
    private boolean failing;

    SpanQueue(SpanExporter exporter, SharedCounters<TraceCounter> counters, long nowNs) {
        this.exporter = exporter;
        this.counters = counters;
        this.sentNs = nowNs;
    }

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {}

    @Override
    public boolean isStartRequired() {
        return false;
    }

    @Override
    public void onEnd(ReadableSpan span) {
        if (waiting.size() >= MOST) {
            counters.increment(TraceCounter.DROPPED);
        } else {
            waiting.add(span.toSpanData());
        }
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }

    /** Sends what is due; with {@code all} it does not wait until a batch is full. */
    void step(long nowNs, boolean all) {
        if (underWay != null && underWay.isDone()) {
            sent(underWay.isSuccess());
            underWay = null;
        }
        boolean due = all || waiting.size() >= BATCH || nowNs - sentNs >= EVERY_NS;
        if (underWay == null && !waiting.isEmpty() && due) {
            List<SpanData> batch = waiting.subList(0, Math.min(BATCH, waiting.size()));
            sending = batch.size();
            sentNs = nowNs;
            underWay = exporter.export(List.copyOf(batch));
            batch.clear();
        }
    }

    private void sent(boolean taken) {
        counters.add(taken ? TraceCounter.SENT : TraceCounter.REFUSED, sending);
        if (!taken && !failing) {
            LOG.warn("Traces: the collector accepts no spans; they are dropped, calls continue");
        } else if (taken && failing) {
            LOG.info("Traces: the collector accepts spans again");
        }
        failing = !taken;
    }

    /** Returns whether no span waits and no batch is being sent. */
    boolean idle() {
        return waiting.isEmpty() && underWay == null;
    }

    /** Drops the spans that still wait. */
    void giveUp() {
        counters.add(TraceCounter.DROPPED, waiting.size());
        counters.add(TraceCounter.REFUSED, underWay == null ? 0 : sending);
        waiting.clear();
        exporter.shutdown();
    }
}
