package io.sidetone.server.trunks;

import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.stream.StreamConfig;
import io.sidetone.config.value.IpAddress;
import io.sidetone.core.net.Cidr;
import io.sidetone.transport.dialect.DialectProtocol;
import io.sidetone.transport.dialect.MediaDialect;
import io.sidetone.transport.dialect.service.MediaDialects;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.pbx.PbxAccess;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.pbx.SignedToken;
import io.sidetone.transport.pbx.audiosocket.AudioSocketServer;
import io.sidetone.transport.pbx.audiosocket.AudioSocketSettings;
import io.sidetone.transport.pbx.freeswitch.AudioForkSettings;
import io.sidetone.transport.pbx.freeswitch.Playback;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.ws.WsProtocol;
import io.sidetone.transport.ws.WsRoute;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Telephone switches that send media as a stream: Asterisk, FreeSWITCH, Vonage. */
final class PbxWiring {
    private static final String ASTERISK = "asterisk";
    private static final String AUDIO_SOCKET = "audiosocket";
    private static final String FREE_SWITCH = "freeswitch";
    private static final String VONAGE = "vonage";

    private final SidetoneConfig config;
    private final StreamCallHandle.Opener calls;
    private final MeterRegistry registry;
    private final List<String> withheld = new ArrayList<>();

    PbxWiring(SidetoneConfig config, StreamCallHandle.Opener calls, MeterRegistry registry) {
        this.config = config;
        this.calls = calls;
        this.registry = registry;
    }

    /** Returns what is spoken where; an agent may be named behind the dialect. */
    List<WsRoute> routes() {
        StreamConfig fork = dialect(FREE_SWITCH);
        AudioForkSettings forks = new AudioForkSettings(
                fork.leadMs(), fork.option("rate", Integer.class).orElse(8_000), Playback.of(fork.text("playback")));
        List<WsRoute> routes = new ArrayList<>();
        add(
                routes,
                ASTERISK,
                counters -> MediaDialects.asterisk(dialect(ASTERISK).leadMs(), counters));
        add(routes, FREE_SWITCH, counters -> MediaDialects.freeSwitch(forks, counters));
        add(routes, VONAGE, counters -> MediaDialects.vonage(dialect(VONAGE).leadMs(), counters));
        return routes;
    }

    /** Returns the paths that are not served, because strangers may reach the server and they have no secret. */
    List<String> withheld() {
        return List.copyOf(withheld);
    }

    private void add(List<WsRoute> routes, String dialect, Function<PbxCounters, MediaDialect> line) {
        PbxAccess access = access(dialect);
        if (StreamWiring.guarded(config) && !access.guarded()) {
            withheld.add("/media/" + dialect);
            return;
        }
        PbxCounters counters = counters(dialect);
        WsProtocol protocol = new DialectProtocol(line.apply(counters), access, calls, counters);
        routes.add(new WsRoute("/media/" + dialect, protocol));
        routes.add(new WsRoute("/media/" + dialect + "/{agent}", protocol));
    }

    /** Listens for AudioSocket, where that is wanted; on {@code loops}, which carry stream calls. */
    Optional<AudioSocketServer> listen(EventLoops loops) throws BindFailedException {
        StreamConfig dialect = dialect(AUDIO_SOCKET);
        if (!dialect.option("enabled", Boolean.class).orElse(false)) {
            return Optional.empty();
        }
        IpAddress bind = dialect.option("bind", IpAddress.class).orElseThrow();
        int port = dialect.option("port", Integer.class).orElse(AudioSocketSettings.DEFAULT_PORT);
        List<?> from = dialect.option("from", List.class).orElse(List.of());
        AudioSocketSettings settings = new AudioSocketSettings(
                new InetSocketAddress(bind.toInetAddress(), port),
                from.stream().map(Cidr.class::cast).toList(),
                dialect.secretWords("ids").stream().map(UUID::fromString).toList(),
                dialect.leadMs(),
                config.http().maxConnections());
        return Optional.of(AudioSocketServer.open(loops, settings, calls, counters(AUDIO_SOCKET), System::nanoTime));
    }

    private StreamConfig dialect(String name) {
        return config.streams().dialect(name);
    }

    private PbxCounters counters(String name) {
        PbxCounters counters = new PbxCounters(name);
        counters.bindTo(registry);
        return counters;
    }

    private PbxAccess access(String name) {
        StreamConfig dialect = dialect(name);
        SignedToken signed = dialect.secret("signature-secret")
                .map(secret -> new SignedToken(secret, () -> System.currentTimeMillis() / 1_000))
                .orElse(null);
        return new PbxAccess(
                "streams." + name,
                dialect.text("user"),
                dialect.secret("password").orElse(""),
                dialect.secret("token").orElse(""),
                signed);
    }
}
