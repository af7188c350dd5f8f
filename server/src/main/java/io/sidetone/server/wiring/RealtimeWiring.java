package io.sidetone.server.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.transport.metrics.CounterMeters;
import io.sidetone.transport.realtime.RealtimeCounter;
import io.sidetone.transport.realtime.RealtimeProtocol;
import io.sidetone.transport.realtime.RealtimeServices;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.ws.WsRoute;
import java.security.SecureRandom;
import java.util.function.Predicate;

/** The Realtime protocol of this server. */
final class RealtimeWiring {
    private RealtimeWiring() {}

    static WsRoute route(SidetoneConfig config, Predicate<String> agents, StreamCalls calls, MeterRegistry registry) {
        SharedCounters<RealtimeCounter> counters = new SharedCounters<>(RealtimeCounter.class);
        CounterMeters.bind(registry, counters);
        RealtimeServices settings = new RealtimeServices(
                config.http().token().map(secret -> secret.value()),
                agents,
                counters,
                new SecureRandom(),
                System::nanoTime,
                System::currentTimeMillis);
        return new WsRoute(RealtimeProtocol.PATH, new RealtimeProtocol(settings, calls));
    }
}
