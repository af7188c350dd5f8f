package io.sidetone.server.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.config.HttpConfig;
import io.sidetone.transport.http.HttpCounters;
import io.sidetone.transport.http.HttpServer;
import io.sidetone.transport.http.HttpServerSettings;
import io.sidetone.transport.http.Router;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.tls.ServerTls;
import io.sidetone.transport.ws.Origins;
import io.sidetone.transport.ws.WsCounters;
import io.sidetone.transport.ws.WsRoute;
import io.sidetone.transport.ws.WsSettings;
import io.sidetone.transport.ws.WsUpgrade;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** The HTTP port, as the configuration describes it. */
final class HttpWiring {
    private HttpWiring() {}

    static HttpServer open(
            HttpConfig http,
            EventLoops loops,
            Optional<ServerTls> tls,
            Router router,
            List<WsRoute> streams,
            MeterRegistry registry)
            throws BindFailedException {
        HttpCounters counters = new HttpCounters();
        counters.bindTo(registry);
        HttpServerSettings settings = new HttpServerSettings(
                new InetSocketAddress(http.bind().toInetAddress(), http.port()),
                http.token().map(secret -> secret.value()),
                http.idleTimeout(),
                http.maxConnections(),
                http.maxBodyBytes());
        WsCounters connections = new WsCounters();
        connections.bindTo(registry);
        WsUpgrade upgrade =
                new WsUpgrade(streams, new Origins(http.origins()), WsSettings.DEFAULT, connections, System::nanoTime);
        return HttpServer.open(loops, settings, tls, router, upgrade, counters);
    }
}
