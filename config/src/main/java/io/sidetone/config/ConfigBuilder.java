package io.sidetone.config;

import io.sidetone.config.action.ActionConfig;
import io.sidetone.config.action.McpConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.binding.RecordBinder;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.engine.EnginesBuilder;
import io.sidetone.config.engine.FailoverConfig;
import io.sidetone.config.policy.PoliciesBuilder;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import io.sidetone.config.stream.StreamsBuilder;
import io.sidetone.config.subscriber.SubscribersBuilder;
import io.sidetone.config.telemetry.CaptureConfig;
import io.sidetone.config.telemetry.HepConfig;
import io.sidetone.config.telemetry.TracesConfig;
import io.sidetone.config.value.BadValueException;
import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.SipHost;
import io.sidetone.config.value.SipPeerUri;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.turn.TurnPolicy;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Typed values to records; computes the defaults that depend on other keys and writes them back for print-outs. */
final class ConfigBuilder {
    /** Leaves room for pages, probes and event streams when every call has a media stream. */
    private static final int CONNECTIONS_BESIDE_CALLS = 256;

    /** Keys that a trunk that does not say takes over from the section sip. */
    private static final List<String> INHERITED_BY_TRUNKS = List.of(".codecs", ".srtp", ".srtp-over-plain-signalling");

    private static final int SIP_PORT = 5060;
    private static final int TLS_PORT = 5061;
    private static final Duration NOTICE = Duration.ofSeconds(10);

    private final Values values;
    private final Problems problems;
    private final ConfigEnvironment environment;
    private final Path folder;
    private final RecordBinder binder;

    ConfigBuilder(Values values, Problems problems, ConfigEnvironment environment, Path folder) {
        this.values = values;
        this.problems = problems;
        this.environment = environment;
        this.folder = folder;
        this.binder = new RecordBinder(values, problems, folder);
    }

    SidetoneConfig build(Optional<EngineConfig.Type> override) {
        LimitsConfig limits = limits();
        SipConfig sip = sip();
        RtpConfig rtp = rtp(sip);
        Map<String, McpConfig> mcp = binder.bindMap("mcp", McpConfig.class);
        SidetoneConfig config = new SidetoneConfig(
                sip,
                rtp,
                http(),
                new EnginesBuilder(values, problems, binder, folder).build(),
                binder.bind("embedded", EmbeddedConfig.class),
                agents(mcp),
                binder.bindMap("actions", ActionConfig.class),
                mcp,
                new PoliciesBuilder(values, bounds(rtp, limits)).build(),
                limits,
                lanes(),
                binder.bind("journal", JournalConfig.class),
                store(),
                values.text("plugins").isEmpty() ? Optional.empty() : Optional.of(path("plugins")),
                binder.bind("vad.silero", SileroConfig.class),
                new StreamsBuilder(values, problems, binder).build(),
                binder.bind("ws", WsConfig.class),
                binder.bind("failover", FailoverConfig.class),
                binder.bind("outbound", OutboundConfig.class),
                new SubscribersBuilder(values, problems, binder, path("store.dir")).build(),
                binder.bind("telemetry.traces", TracesConfig.class),
                binder.bind("capture", CaptureConfig.class),
                binder.bind("hep", HepConfig.class));
        return override.map(config::withEngines).orElse(config);
    }

    private SipConfig sip() {
        boolean hosted = values.given("sip.advertise");
        values.conclude("sip.advertise", text("sip.bind"));
        for (int i = 0; i < values.size("sip.listeners"); i++) {
            String path = "sip.listeners[" + i + "]";
            values.conclude(path + ".port", values.text(path + ".transport").equals("tls") ? TLS_PORT : SIP_PORT);
            values.conclude(path + ".advertise", hosted ? values.raw("sip.advertise") : text(path + ".bind"));
        }
        values.conclude("sip.codecs", KeyRegistry.CODECS);
        values.conclude("sip.digest-algorithms", KeyRegistry.DIGEST_ALGORITHMS);
        for (int i = 0; i < values.size("sip.trunks"); i++) {
            String path = "sip.trunks[" + i + "]";
            for (String inherited : INHERITED_BY_TRUNKS) {
                values.conclude(path + inherited, values.raw("sip" + inherited));
            }
            String user = values.text(path + ".username");
            values.conclude(path + ".caller-id", user.isEmpty() ? "sidetone" : user);
            values.conclude(path + ".max-calls", values.raw("limits.max-calls"));
            // Without an account the carrier knows us by our address, not by its own.
            String ours = user.isEmpty() && hosted ? values.text("sip.advertise") : "";
            values.conclude(path + ".from-domain", ours.isEmpty() ? SipPeerUri.host(values.text(path + ".to")) : ours);
        }
        return binder.bind("sip", SipConfig.class);
    }

    /** An address as a text; null where there is none. */
    private String text(String path) {
        return values.raw(path) instanceof IpAddress address ? address.toString() : null;
    }

    /** SIP may be reached by a name; media cannot. */
    private RtpConfig rtp(SipConfig sip) {
        SipConfig.Listener first = sip.sockets().get(0);
        IpAddress usual = first.bind() == null ? sip.bind() : first.bind();
        values.conclude("rtp.bind", usual);
        IpAddress bind = values.get("rtp.bind", IpAddress.class);
        IpAddress advertised = advertised(first);
        boolean sameAddress = bind.equals(usual) || advertised != null && values.given("sip.advertise");
        values.conclude("rtp.advertise", sameAddress && advertised != null ? advertised : bind);
        return binder.bind("rtp", RtpConfig.class);
    }

    /** The address that the socket advertises; null for a name, and for what is wrong and reported. */
    private static IpAddress advertised(SipConfig.Listener listener) {
        try {
            return listener.advertise().isEmpty()
                    ? null
                    : SipHost.parse(listener.advertise()).address();
        } catch (BadValueException reported) {
            return null;
        }
    }

    private HttpConfig http() {
        values.conclude("http.max-connections", values.integer("limits.max-calls") + CONNECTIONS_BESIDE_CALLS);
        return binder.bind("http", HttpConfig.class);
    }

    private List<AgentConfig> agents(Map<String, McpConfig> mcp) {
        for (String name : values.names("agents")) {
            values.conclude("agents." + name + ".backchannels", Phrases.BACKCHANNELS);
        }
        return binder.bindMap("agents", AgentConfig.class).values().stream()
                .map(agent -> agent.withActions(McpConfig.expanded(agent.actions(), mcp)))
                .toList();
    }

    /** The bounds that hold for every call alike come from their own sections. */
    private static TurnPolicy.Bounds bounds(RtpConfig rtp, LimitsConfig limits) {
        return new TurnPolicy.Bounds(
                (int) rtp.timeout().toMillis(),
                (int) limits.maxHold().toMillis(),
                (int) limits.maxCallLength().toMillis(),
                (int) limits.maxCallNotice().toMillis(),
                (int) limits.playoutCredit().toMillis());
    }

    private LimitsConfig limits() {
        Duration halfACall = duration("limits.max-call-length").dividedBy(2);
        values.conclude("limits.max-call-notice", halfACall.compareTo(NOTICE) < 0 ? halfACall : NOTICE);
        return LimitsConfig.from(binder);
    }

    private LanesConfig lanes() {
        auto("lanes.count", Math.max(1, environment.processors() / 2));
        return binder.bind("lanes", LanesConfig.class);
    }

    private StoreConfig store() {
        values.conclude("store.dir", stateFolder().toString());
        Path dir = storeFolder();
        values.conclude("store.spool-dir", dir.resolve("spool").toString());
        values.conclude("store.url", "jdbc:h2:file:" + dir.resolve("calls") + ";CACHE_SIZE=8192");
        return binder.bind("store", StoreConfig.class);
    }

    /** Returns what other defaults start from; the binder says what is wrong with the key itself. */
    private Path storeFolder() {
        try {
            return folder.resolve(values.text("store.dir")).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            return folder;
        }
    }

    /** systemd names the folder that a service may write; it may name several. */
    private Path stateFolder() {
        String given = environment.variable().apply("STATE_DIRECTORY");
        return given == null || given.isBlank()
                ? folder.resolve("data")
                : Path.of(given.split(":")[0]).toAbsolutePath();
    }

    private Path path(String key) {
        try {
            return folder.resolve(values.text(key)).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            problems.add(key, "'" + values.text(key) + "' is not a path", "name one");
            return folder;
        }
    }

    private Duration duration(String path) {
        return values.get(path, Duration.class);
    }

    private void auto(String path, int value) {
        if (!(values.raw(path) instanceof Integer)) {
            values.put(path, value);
        }
    }
}
