package io.sidetone.server.trunks;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.core.background.Background;
import io.sidetone.server.actions.ActionSchema;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.schema.SchemaRoutes;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.stream.StreamRouter;
import io.sidetone.transport.vip.VipCounters;
import io.sidetone.transport.vip.VipProtocol;
import io.sidetone.transport.vip.VipServices;
import io.sidetone.transport.vip.VipSettings;
import io.sidetone.transport.vip.action.RegistryReader;
import io.sidetone.transport.vip.token.EphemeralKeys;
import io.sidetone.transport.vip.token.TokenRoutes;
import io.sidetone.transport.ws.WsRoute;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Predicate;

/** {@code /vip}: its keys, the schemas of its clients' actions, and the threads that read them. */
final class VipWiring implements AutoCloseable {
    private static final int THREADS = 2;
    private static final int WAITING = 4_096;

    private final EphemeralKeys keys;
    private final VipCounters counters = new VipCounters();
    private final ThreadPoolExecutor checks;
    private final VipServices services;

    private VipWiring(SidetoneConfig config, MeterRegistry registry, SecureRandom random) {
        counters.bindTo(registry);
        this.keys = new EphemeralKeys(random, System::currentTimeMillis);
        // Threads of their own: a client's schema that takes long keeps no action of the server waiting.
        this.checks = Background.few("vip-checks", THREADS, WAITING);
        this.services = new VipServices(
                keys,
                new RegistryReader(ActionSchema::of),
                checks,
                System::nanoTime,
                VipSettings.of(config.http().token().isPresent()),
                counters);
    }

    /** Opens the threads. */
    static VipWiring open(SidetoneConfig config, MeterRegistry registry, SecureRandom random) {
        return new VipWiring(config, registry, random);
    }

    /** Returns where it is spoken. */
    WsRoute route(StreamCalls calls, StreamRouter router) {
        return new WsRoute("/vip", new VipProtocol(services, calls, router));
    }

    /** Returns what belongs to it beside the socket: keys and schemas; {@code agents} knows the agents by name. */
    List<Route> routes(Predicate<String> agents) {
        List<Route> routes = new ArrayList<>(TokenRoutes.of(keys, agents));
        routes.addAll(SchemaRoutes.all());
        return routes;
    }

    @Override
    public void close() {
        checks.shutdownNow();
    }
}
