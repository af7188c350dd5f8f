package io.sidetone.server.trunks;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.WsConfig;
import io.sidetone.config.stream.StreamConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.server.Part;
import io.sidetone.server.agents.ActiveConfiguration;
import io.sidetone.transport.carrier.CarrierSettings;
import io.sidetone.transport.dialect.service.Carriers;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.metrics.CounterMeters;
import io.sidetone.transport.pbx.audiosocket.AudioSocketServer;
import io.sidetone.transport.realtime.RealtimeCounter;
import io.sidetone.transport.realtime.RealtimeProtocol;
import io.sidetone.transport.realtime.RealtimeServices;
import io.sidetone.transport.refusal.RefusedCalls;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.stream.StreamRouter;
import io.sidetone.transport.vela.VelaProtocol;
import io.sidetone.transport.vela.VelaSettings;
import io.sidetone.transport.vip.VipPlans;
import io.sidetone.transport.ws.WsRoute;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

/** Everything that is spoken over WebSocket, in one place, in the order of the paths; and AudioSocket, where that is wanted. */
public final class StreamWiring implements Part {
    private final SidetoneConfig config;
    private final StreamCalls calls;
    private final List<WsRoute> sockets = new ArrayList<>();
    private final List<Route> routes = new ArrayList<>();
    private final List<String> withheld = new ArrayList<>();
    private final VipWiring vip;
    private final Optional<AudioSocketServer> audioSocket;

    /**
     * Opens it on {@code loops}.
     *
     * @param retryAfter seconds after which a refused caller may come back; 0 while calls are taken
     * @param refusals sees the calls that are refused
     * @param encrypted whether the HTTP port speaks TLS
     */
    public StreamWiring(
            ActiveConfiguration present,
            EventLoops loops,
            Lanes lanes,
            IntSupplier retryAfter,
            RefusedCalls refusals,
            boolean encrypted,
            MeterRegistry registry)
            throws BindFailedException {
        this.config = present.config();
        StreamRouter router = VipPlans.router(router(present));
        this.calls = new StreamCalls(
                loops,
                lanes,
                router,
                retryAfter,
                new SecureRandom(),
                System::nanoTime,
                System::currentTimeMillis,
                refusals);
        SecureRandom random = new SecureRandom();
        VelaProtocol vela = new VelaProtocol(vela(config.ws()), calls, random::nextBytes, System::nanoTime);
        CounterMeters.bind(registry, vela.counters());
        sockets.add(new WsRoute("/ws", vela));
        this.vip = VipWiring.open(config, registry, random);
        sockets.add(vip.route(calls, router));
        routes.addAll(vip.routes(present::hasAgent));
        StreamCallHandle.Opener desk = calls.desk(present.answering());
        Carriers carriers = carriers(config, desk, random);
        carriers.bindTo(registry);
        carriers.streams((template, protocol) -> sockets.add(new WsRoute(template, protocol)));
        routes.addAll(carriers.webhooks(encrypted));
        withheld.addAll(carriers.withheld());
        PbxWiring switches = new PbxWiring(config, desk, registry);
        sockets.addAll(switches.routes());
        withheld.addAll(switches.withheld());
        sockets.add(realtime(present, registry, random));
        this.audioSocket = switches.listen(loops);
    }

    /** The agent that was named, or the first that matches what the connection says of its call. */
    private static StreamRouter router(ActiveConfiguration present) {
        return offer -> offer.agent() != null
                ? present.plan(offer.agent())
                : present.plan(offer.to(), offer.path(), offer.header());
    }

    /** Returns whether strangers may reach the media dialects: over a public address, or past whatever a token keeps out. */
    static boolean guarded(SidetoneConfig config) {
        return config.http().publicUrl().isPresent() || config.http().token().isPresent();
    }

    /** Returns the calls that it carries. */
    public StreamCalls calls() {
        return calls;
    }

    @Override
    public List<WsRoute> sockets() {
        return sockets;
    }

    @Override
    public List<Route> routes() {
        return routes;
    }

    /**
     * Returns where AudioSocket listens, and a line about the paths that are not served because they have no secret, if there are
     * any that somebody may miss.
     */
    public List<String> listening() {
        List<String> lines = new ArrayList<>();
        audioSocket.ifPresent(server -> lines.add("audiosocket tcp " + text(server.address())));
        boolean named = config.http().publicUrl().isPresent();
        List<String> missed = withheld.stream()
                .filter(path -> named
                        || !config.streams()
                                .dialect(path.split("/")[2])
                                .secrets()
                                .isEmpty())
                .toList();
        if (!missed.isEmpty()) {
            lines.add("not served with " + (named ? "http.public-url" : "http.token")
                    + ", because their secrets in streams are not set: " + String.join(", ", missed));
        }
        return lines;
    }

    private WsRoute realtime(ActiveConfiguration present, MeterRegistry registry, SecureRandom random) {
        SharedCounters<RealtimeCounter> counters = new SharedCounters<>(RealtimeCounter.class);
        CounterMeters.bind(registry, counters);
        RealtimeServices settings = new RealtimeServices(
                config.http().token().map(Secret::value),
                present::hasAgent,
                counters,
                random,
                System::nanoTime,
                System::currentTimeMillis);
        return new WsRoute(RealtimeProtocol.PATH, new RealtimeProtocol(settings, calls));
    }

    /** The carriers of JSON, as the configuration describes them. */
    static Carriers carriers(SidetoneConfig config, StreamCallHandle.Opener calls, SecureRandom random) {
        return new Carriers(
                name -> settings(config.streams().dialect(name)),
                config.http().publicUrl(),
                guarded(config),
                calls,
                () -> System.currentTimeMillis() / 1_000,
                random);
    }

    private static CarrierSettings settings(StreamConfig stream) {
        Map<String, String> secrets = new HashMap<>();
        for (Map.Entry<String, Secret> secret : stream.secrets().entrySet()) {
            secrets.put(secret.getKey(), secret.getValue().value());
        }
        Map<String, String> options = new HashMap<>();
        stream.options().forEach((name, value) -> options.put(name, value.toString()));
        return new CarrierSettings(stream.leadMs(), secrets, options);
    }

    /** An address as it is printed where something listens. */
    public static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private static VelaSettings vela(WsConfig ws) {
        return new VelaSettings(
                VelaSettings.MockedTurns.valueOf(ws.mockedTurns().name()), ws.resumeWindowMs());
    }

    @Override
    public void close() {
        audioSocket.ifPresent(AudioSocketServer::close);
        vip.close();
    }
}
