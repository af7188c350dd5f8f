package io.sidetone.server.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.WsConfig;
import io.sidetone.transport.dialect.service.Carriers;
import io.sidetone.transport.metrics.CounterMeters;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.stream.StreamRouter;
import io.sidetone.transport.vela.VelaProtocol;
import io.sidetone.transport.vela.VelaSettings;
import io.sidetone.transport.ws.WsRoute;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Everything that is spoken over WebSocket, in one place, in the order of the paths. */
final class StreamWiring {
    private StreamWiring() {}

    /** The agent that was named, or the first that matches what the connection says of its call. */
    static StreamRouter router(Present present) {
        return offer -> offer.agent() != null
                ? present.plan(offer.agent())
                : present.plan(offer.to(), offer.path(), offer.header());
    }

    /** Whether strangers may reach the media dialects: over a public address, or past whatever a token keeps out. */
    static boolean guarded(SidetoneConfig config) {
        return config.http().publicUrl().isPresent() || config.http().token().isPresent();
    }

    /** Returns a line about the paths that are not served because they have no secret, if there are any that somebody may miss. */
    static Optional<String> withheld(SidetoneConfig config, Carriers carriers, PbxWiring switches) {
        boolean named = config.http().publicUrl().isPresent();
        List<String> paths = new ArrayList<>(carriers.withheld());
        paths.addAll(switches.withheld());
        paths.removeIf(path ->
                !named && config.streams().dialect(path.split("/")[2]).secrets().isEmpty());
        return paths.isEmpty()
                ? Optional.empty()
                : Optional.of("not served with " + (named ? "http.public-url" : "http.token")
                        + ", because their secrets in streams are not set: " + String.join(", ", paths));
    }

    /** Returns what is spoken where. */
    static List<WsRoute> routes(
            Present present,
            StreamCalls calls,
            StreamRouter router,
            Carriers carriers,
            PbxWiring switches,
            VipWiring vip,
            MeterRegistry metrics) {
        List<WsRoute> routes = new ArrayList<>();
        SecureRandom random = new SecureRandom();
        SidetoneConfig config = present.config();
        VelaProtocol vela = new VelaProtocol(vela(config.ws()), calls, random::nextBytes, System::nanoTime);
        CounterMeters.bind(metrics, vela.counters());
        routes.add(new WsRoute("/ws", vela));
        routes.add(vip.route(calls, router));
        carriers.streams((template, protocol) -> routes.add(new WsRoute(template, protocol)));
        routes.addAll(switches.routes());
        routes.add(RealtimeWiring.route(config, present::hasAgent, calls, metrics));
        return routes;
    }

    private static VelaSettings vela(WsConfig ws) {
        return new VelaSettings(
                VelaSettings.MockedTurns.valueOf(ws.mockedTurns().name()), ws.resumeWindowMs());
    }
}
