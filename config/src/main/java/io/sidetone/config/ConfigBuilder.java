package io.sidetone.config;

import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.engine.EnginesBuilder;
import io.sidetone.config.engine.FailoverConfig;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.KeyRegistry;
import io.sidetone.config.schema.Values;
import io.sidetone.config.stream.StreamsBuilder;
import io.sidetone.config.subscriber.SubscribersBuilder;
import io.sidetone.config.telemetry.TelemetryBuilder;
import io.sidetone.config.value.Cidr;
import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.PortRange;
import io.sidetone.config.value.Secret;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.lane.WaitKind;
import io.sidetone.core.turn.FallbackMode;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnStage;
import io.sidetone.core.turn.event.AlertThresholds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Typed values to records; computes the defaults that depend on other keys and writes them back for print-outs. */
final class ConfigBuilder {
    /** Pages, probes and event streams find room beside as many media streams as there may be calls. */
    private static final int CONNECTIONS_BESIDE_CALLS = 256;

    private static final String TRANSFER_TARGET = "any|(sips?|tel):[^\\s<>\"]{1,250}|\\+?[0-9*#][0-9*#.-]{0,250}";

    private static final String PUBLIC_URL = "https?://(\\[[0-9A-Fa-f:]+\\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?/?";

    private static final Duration NOTICE = Duration.ofSeconds(10);

    private final Values values;
    private final Problems problems;
    private final ConfigEnvironment environment;
    private final Path folder;

    ConfigBuilder(Values values, Problems problems, ConfigEnvironment environment, Path folder) {
        this.values = values;
        this.problems = problems;
        this.environment = environment;
        this.folder = folder;
    }

    SidetoneConfig build(Optional<EngineConfig.Type> override) {
        LimitsConfig limits = limits();
        SipConfig sip = sip();
        RtpConfig rtp = rtp(sip);
        SidetoneConfig config = new SidetoneConfig(
                sip,
                rtp,
                http(),
                new EnginesBuilder(values, problems, folder).build(),
                embedded(),
                agents(),
                new ActionsBuilder(values, problems, folder).build(),
                policies(rtp, limits),
                limits,
                lanes(),
                journal(),
                store(),
                values.text("plugins").isEmpty() ? Optional.empty() : Optional.of(path("plugins")),
                silero(),
                new StreamsBuilder(values, problems).build(),
                ws(),
                new FailoverConfig(
                        duration("failover.first-text"), duration("failover.first-audio"), duration("failover.final")),
                new SubscribersBuilder(values, problems, folder, path("store.dir")).build(),
                new TelemetryBuilder(values, problems).traces());
        return override.map(config::withEngines).orElse(config);
    }

    private SipConfig sip() {
        IpAddress bind = values.get("sip.bind", IpAddress.class);
        conclude("sip.advertise", bind);
        conclude("sip.codecs", KeyRegistry.CODECS);
        List<String> codecs = values.list("sip.codecs", String.class);
        List<SipConfig.Trunk> trunks = new ArrayList<>();
        for (int i = 0; i < values.size("sip.trunks"); i++) {
            String path = "sip.trunks[" + i + "]";
            conclude(path + ".codecs", codecs);
            trunks.add(new SipConfig.Trunk(
                    values.text(path + ".name"),
                    values.list(path + ".from", Cidr.class),
                    values.flag(path + ".nat"),
                    values.list(path + ".media-networks", Cidr.class),
                    values.list(path + ".codecs", String.class)));
        }
        return new SipConfig(
                bind,
                values.integer("sip.port"),
                values.get("sip.advertise", IpAddress.class),
                values.flag("sip.allow-anyone"),
                values.integer("sip.invites-per-second"),
                values.integer("sip.trunk-invites-per-second"),
                codecs,
                trunks);
    }

    private RtpConfig rtp(SipConfig sip) {
        conclude("rtp.bind", sip.bind());
        IpAddress bind = values.get("rtp.bind", IpAddress.class);
        boolean sameAddress = bind.equals(sip.bind()) || values.given("sip.advertise");
        conclude("rtp.advertise", sameAddress ? sip.advertise() : bind);
        return new RtpConfig(
                bind,
                values.get("rtp.ports", PortRange.class),
                values.get("rtp.advertise", IpAddress.class),
                duration("rtp.timeout"),
                duration("rtp.digit-length"));
    }

    private HttpConfig http() {
        conclude("http.max-connections", values.integer("limits.max-calls") + CONNECTIONS_BESIDE_CALLS);
        return new HttpConfig(
                values.get("http.bind", IpAddress.class),
                values.integer("http.port"),
                Optional.ofNullable(values.get("http.token", Secret.class)),
                duration("http.idle-timeout"),
                values.integer("http.max-connections"),
                Math.toIntExact(values.get("http.max-body", Long.class)),
                publicUrl("http.public-url"),
                origins("http.allowed-origins"),
                transferTargets("http.transfer-to"));
    }

    private List<String> origins(String path) {
        List<String> origins = values.list(path, String.class);
        for (String origin : origins) {
            if (!origin.matches(PUBLIC_URL)) {
                problems.add(
                        path,
                        "'" + origin + "' is not a scheme and a host",
                        "write each as the browser names it, like https://app.example.com, with the port where it is"
                                + " no usual one; there are no wildcards");
            }
        }
        return origins;
    }

    private Optional<String> publicUrl(String path) {
        String url = values.text(path);
        if (url.isEmpty()) {
            return Optional.empty();
        }
        if (!url.matches(PUBLIC_URL)) {
            problems.add(
                    path,
                    "'" + url + "' is not a scheme and a host",
                    "write it like https://agent.example.com, without a path; the carrier is given /media/… below it");
        }
        return Optional.of(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
    }

    private EmbeddedConfig embedded() {
        return new EmbeddedConfig(values.integer("embedded.decoders"), values.text("embedded.voice"));
    }

    private List<AgentConfig> agents() {
        List<AgentConfig> agents = new ArrayList<>();
        for (String name : values.names("agents")) {
            String path = "agents." + name;
            String flow = values.text(path + ".flow");
            agents.add(new AgentConfig(
                    name,
                    new AgentMatch(
                            values.list(path + ".match.called", String.class),
                            values.pairs(path + ".match.header"),
                            values.list(path + ".match.path", String.class)),
                    engines(path, "recognizer"),
                    engines(path, "dialogue"),
                    engines(path, "synthesizer"),
                    Optional.of(values.text(path + ".introduction")).filter(text -> !text.isBlank()),
                    Optional.of(values.text(path + ".greeting")).filter(text -> !text.isBlank()),
                    values.text(path + ".prompt"),
                    new AgentConfig.Filler(values.text(path + ".filler"), duration(path + ".filler-after")),
                    values.pairs(path + ".sentences"),
                    flow.isEmpty() ? Optional.empty() : flow(path + ".flow", flow),
                    values.list(path + ".actions", String.class),
                    transferTargets(path + ".transfer-to"),
                    values.text(path + ".policy"),
                    phrases(path),
                    duration(path + ".answer-after"),
                    values.text(path + ".journal").equals("on")));
        }
        return agents;
    }

    /** A realtime model is an agent's recogniser, dialogue and voice at once. */
    private List<String> engines(String agent, String role) {
        String realtime = values.text(agent + ".realtime");
        return realtime.isEmpty() ? values.list(agent + "." + role, String.class) : List.of(realtime);
    }

    private List<String> transferTargets(String path) {
        List<String> targets = values.list(path, String.class);
        for (String target : targets) {
            if (!target.matches(TRANSFER_TARGET)) {
                problems.add(
                        path,
                        "'" + target + "' is nobody to transfer to",
                        "give a number, a sip:, sips: or tel: URI, each with * for any name or digits, or the word any");
            } else if (target.startsWith("sip") && target.lastIndexOf('*') > target.lastIndexOf('@')) {
                problems.add(
                        path,
                        "'" + target + "' lets * stand for a host, and so for anybody's",
                        "put * before an @, for example sip:*@192.0.2.7");
            }
        }
        return targets;
    }

    private Phrases phrases(String agent) {
        conclude(agent + ".backchannels", Phrases.BACKCHANNELS);
        return new Phrases(
                values.list(agent + ".hang-up-phrases", String.class),
                values.list(agent + ".wake-phrases", String.class),
                values.list(agent + ".backchannels", String.class));
    }

    private Optional<FlowSource> flow(String path, String location) {
        try {
            return Optional.of(FlowSource.of(location, folder));
        } catch (java.nio.file.InvalidPathException e) {
            problems.add(path, "'" + location + "' is not a path", "name a file");
            return Optional.empty();
        }
    }

    private Map<String, TurnPolicy> policies(RtpConfig rtp, LimitsConfig limits) {
        Map<String, TurnPolicy> policies = new LinkedHashMap<>();
        for (String profile : List.of("default", "assertive", "hands-free")) {
            policies.put(profile, bounded(PolicyProfiles.of(profile), rtp, limits));
        }
        for (String name : values.names("policies")) {
            policies.put(name, bounded(policy("policies." + name), rtp, limits));
        }
        return policies;
    }

    private TurnPolicy policy(String path) {
        TurnPolicy base = PolicyProfiles.of(values.text(path + ".profile"));
        conclude(path + ".allowBargeIn", base.allowBargeIn());
        conclude(path + ".cooldown", base.cooldown());
        conclude(path + ".vad", base.vad().wireName());
        conclude(path + ".fallbackMode", base.fallbackMode().wireName());
        conclude(path + ".speechThreshold", Double.parseDouble(Float.toString(base.speechThreshold())));
        TurnPolicy policy = base.withBargeIn(values.flag(path + ".allowBargeIn"))
                .withCooldown(values.flag(path + ".cooldown"))
                .withVad(SpeechSource.of(values.text(path + ".vad")))
                .withFallback(FallbackMode.of(values.text(path + ".fallbackMode")))
                .withSpeechThreshold(
                        values.get(path + ".speechThreshold", Double.class).floatValue());
        for (PolicyNumber number : PolicyNumber.values()) {
            conclude(path + "." + number.key(), base.number(number));
            policy = policy.with(number, values.integer(path + "." + number.key()));
        }
        for (TurnStage stage : TurnStage.values()) {
            for (String key : TurnPolicy.STAGE_KEYS) {
                policy = policy.with(stage, key, values.raw(path + "." + stage.wireName() + "." + key));
            }
        }
        return policy;
    }

    /** The bounds that hold for every call alike come from their own sections. */
    private static TurnPolicy bounded(TurnPolicy policy, RtpConfig rtp, LimitsConfig limits) {
        return policy.within(new TurnPolicy.Bounds(
                (int) rtp.timeout().toMillis(),
                (int) limits.maxHold().toMillis(),
                (int) limits.maxCallLength().toMillis(),
                (int) limits.maxCallNotice().toMillis(),
                (int) limits.playoutCredit().toMillis()));
    }

    private LimitsConfig limits() {
        Duration halfACall = duration("limits.max-call-length").dividedBy(2);
        conclude("limits.max-call-notice", halfACall.compareTo(NOTICE) < 0 ? halfACall : NOTICE);
        return new LimitsConfig(
                values.integer("limits.max-calls"),
                duration("limits.max-call-length"),
                duration("limits.max-call-notice"),
                duration("hold.max"),
                duration("playout.credit"),
                duration("drain.max"),
                duration("trace.keep"),
                new AlertThresholds(
                        (int) duration("alerts.thinking").toMillis(),
                        (int) duration("alerts.responding").toMillis(),
                        values.integer("alerts.interruptions")));
    }

    private JournalConfig journal() {
        return new JournalConfig(
                folder.resolve(values.text("journal.dir")),
                values.get("journal.max-bytes", Long.class),
                Optional.ofNullable(values.get("journal.key", Secret.class)));
    }

    private SileroConfig silero() {
        String model = "vad.silero.model";
        return new SileroConfig(
                values.text(model).isEmpty() ? Optional.empty() : Optional.of(path(model)),
                values.integer("vad.silero.threads"),
                (int) duration("vad.silero.interval").toMillis());
    }

    private WsConfig ws() {
        String who = values.text("ws.mocked-turns").toUpperCase(Locale.ROOT);
        return new WsConfig(WsConfig.MockedTurns.valueOf(who), (int)
                duration("ws.resume-window").toMillis());
    }

    private LanesConfig lanes() {
        auto("lanes.count", Math.max(1, environment.processors() / 2));
        String strategy = values.text("lanes.wait-strategy").replace('-', '_').toUpperCase(Locale.ROOT);
        return new LanesConfig(values.integer("lanes.count"), WaitKind.valueOf(strategy));
    }

    private StoreConfig store() {
        conclude("store.dir", stateFolder().toString());
        Path dir = path("store.dir");
        conclude("store.spool-dir", dir.resolve("spool").toString());
        conclude("store.url", "jdbc:h2:file:" + dir.resolve("calls") + ";CACHE_SIZE=8192");
        return new StoreConfig(
                StoreConfig.Enabled.valueOf(values.text("store.enabled").toUpperCase(Locale.ROOT)),
                dir,
                path("store.spool-dir"),
                values.get("store.spool-max-bytes", Long.class),
                values.text("store.url"),
                values.text("store.user"),
                Optional.ofNullable(values.get("store.password", Secret.class)),
                duration("store.keep"));
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
        } catch (java.nio.file.InvalidPathException e) {
            problems.add(key, "'" + values.text(key) + "' is not a path", "name one");
            return folder;
        }
    }

    private Duration duration(String path) {
        return values.get(path, Duration.class);
    }

    private void conclude(String path, Object value) {
        if (values.raw(path) == null) {
            values.put(path, value);
        }
    }

    private void auto(String path, int value) {
        if (!(values.raw(path) instanceof Integer)) {
            values.put(path, value);
        }
    }
}
