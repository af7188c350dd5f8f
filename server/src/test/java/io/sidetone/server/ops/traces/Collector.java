package io.sidetone.server.ops.traces;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A collector on this machine: takes OTLP over HTTP and reads it by the published protobuf types. */
public final class Collector implements AutoCloseable {
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Every span that came. */
    public final List<Span> spans = new CopyOnWriteArrayList<>();

    /** What was wrong with requests. */
    public final List<String> complaints = new CopyOnWriteArrayList<>();

    /** Names of services that spans are of. */
    public final List<String> services = new CopyOnWriteArrayList<>();

    /** Authorization of the requests. */
    public final List<String> keys = new CopyOnWriteArrayList<>();

    /** Requests so far. */
    public final AtomicInteger requests = new AtomicInteger();

    /** Answers nobody. */
    public volatile boolean hangs;

    /** What it answers. */
    public volatile int status = 200;

    /** Begins to listen. */
    public Collector() throws IOException {
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    /** Where it listens, without a path. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    URI traces() {
        return URI.create(url() + "/v1/traces");
    }

    private void take(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        byte[] body = exchange.getRequestBody().readAllBytes();
        String what = exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + exchange.getRequestHeaders().getFirst("Content-Type");
        if (!what.equals("POST /v1/traces application/x-protobuf")) {
            complaints.add(what);
        }
        String key = exchange.getRequestHeaders().getFirst("Authorization");
        if (key != null) {
            keys.add(key);
        }
        if (hangs) {
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
            return;
        }
        if (status == 200) {
            for (ResourceSpans resource :
                    ExportTraceServiceRequest.parseFrom(body).getResourceSpansList()) {
                resource.getResource().getAttributesList().stream()
                        .filter(attribute -> attribute.getKey().equals("service.name"))
                        .forEach(attribute -> services.add(attribute.getValue().getStringValue()));
                for (ScopeSpans scope : resource.getScopeSpansList()) {
                    spans.addAll(scope.getSpansList());
                }
            }
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    /** Returns the spans called {@code name}, in the order of their beginnings. */
    public List<Span> named(String name) {
        return spans.stream()
                .filter(span -> span.getName().equals(name))
                .sorted((a, b) -> Long.compareUnsigned(a.getStartTimeUnixNano(), b.getStartTimeUnixNano()))
                .toList();
    }

    /** Returns the spans under {@code parent} called {@code name}. */
    public List<Span> under(Span parent, String name) {
        return named(name).stream()
                .filter(span -> span.getParentSpanId().equals(parent.getSpanId()))
                .toList();
    }

    /** Returns the attributes of {@code span}. */
    public static Map<String, Object> attributes(Span span) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        for (KeyValue each : span.getAttributesList()) {
            AnyValue value = each.getValue();
            attributes.put(
                    each.getKey(),
                    switch (value.getValueCase()) {
                        case STRING_VALUE -> value.getStringValue();
                        case INT_VALUE -> value.getIntValue();
                        case BOOL_VALUE -> value.getBoolValue();
                        default -> value.toString();
                    });
        }
        return attributes;
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
