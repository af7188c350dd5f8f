package io.sidetone.server.ops.traces;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.concurrent.TimeUnit;

/** Begins spans at given times. Trace thread only. */
final class SpanMaker {
    private final Tracer tracer;

    SpanMaker(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Begins a span under {@code parent}, or a new trace when {@code parent} is null. */
    Span begin(String name, SpanKind kind, Span parent, long wallNs, Attributes attributes) {
        SpanBuilder builder = tracer.spanBuilder(name)
                .setSpanKind(kind)
                .setStartTimestamp(wallNs, TimeUnit.NANOSECONDS)
                .setAllAttributes(attributes);
        return (parent == null
                        ? builder.setNoParent()
                        : builder.setParent(Context.root().with(parent)))
                .startSpan();
    }
}
