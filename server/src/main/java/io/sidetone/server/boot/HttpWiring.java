package io.sidetone.server.boot;

import io.sidetone.config.HttpConfig;
import io.sidetone.server.Part;
import io.sidetone.server.Parts;
import io.sidetone.server.calls.history.RefusedSockets;
import io.sidetone.server.ops.tls.ServerCertificates;
import io.sidetone.server.trunks.StreamWiring;
import io.sidetone.server.trunks.TrunkWiring;
import io.sidetone.transport.http.HttpCounters;
import io.sidetone.transport.http.HttpServer;
import io.sidetone.transport.http.HttpServerSettings;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.http.Router;
import io.sidetone.transport.http.Routes;
import io.sidetone.transport.http.console.ConsoleRoutes;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.refusal.RefusedCalls;
import io.sidetone.transport.ws.Origins;
import io.sidetone.transport.ws.WsCounters;
import io.sidetone.transport.ws.WsSettings;
import io.sidetone.transport.ws.WsUpgrade;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** The HTTP port: what the parts of the server answer and speak, and what belongs to no part. */
final class HttpWiring {
    private HttpWiring() {}

    /** Returns all routes: commands first, then those of {@code parts}, and the console. */
    static Router routes(Parts parts, List<Route> commands, TrunkWiring trunks) {
        List<Route> routes = new ArrayList<>(commands);
        routes.addAll(parts.routes());
        routes.addAll(ConsoleRoutes.of());
        return new Router(Routes.all(
                () -> parts.all(Part::problems),
                trunks::noWayOut,
                () -> parts.registry().scrape(),
                routes));
    }

    /** Opens the port on {@code loops}. */
    static HttpServer open(
            HttpConfig http,
            EventLoops loops,
            ServerCertificates tls,
            Parts parts,
            Router router,
            RefusedCalls refusals)
            throws BindFailedException {
        HttpCounters counters = new HttpCounters();
        counters.bindTo(parts.registry());
        HttpServerSettings settings = new HttpServerSettings(
                new InetSocketAddress(http.bind().toInetAddress(), http.port()),
                http.token().map(secret -> secret.value()),
                http.idleTimeout(),
                http.maxConnections(),
                http.maxBodyBytes());
        WsCounters connections = new WsCounters();
        connections.bindTo(parts.registry());
        WsUpgrade upgrade = new WsUpgrade(
                parts.sockets(),
                new Origins(http.origins()),
                WsSettings.DEFAULT,
                connections,
                System::nanoTime,
                new RefusedSockets(refusals));
        return HttpServer.open(loops, settings, tls.http(), router, upgrade, counters);
    }

    /** Returns where {@code port} listens, as it is printed. */
    static String line(HttpConfig http, HttpServer port) {
        return (http.tls().on() ? "https " : "http ") + StreamWiring.text(port.address());
    }
}
