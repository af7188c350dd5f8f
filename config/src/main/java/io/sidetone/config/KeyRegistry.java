package io.sidetone.config;

import static io.sidetone.config.schema.ValueType.SECTION;
import static io.sidetone.config.schema.ValueType.TEXT;

import io.sidetone.config.action.ActionConfig;
import io.sidetone.config.action.McpConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.binding.RecordKeys;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.engine.FailoverConfig;
import io.sidetone.config.policy.PolicyKeys;
import io.sidetone.config.schema.ConfigKey;
import io.sidetone.config.schema.KeyTree;
import io.sidetone.config.stream.StreamDialects;
import io.sidetone.config.subscriber.SubscriberConfig;
import io.sidetone.config.telemetry.CaptureConfig;
import io.sidetone.config.telemetry.HepConfig;
import io.sidetone.config.telemetry.TracesConfig;
import java.util.ArrayList;
import java.util.List;

/** Every key that the configuration has, as data. */
public final class KeyRegistry {
    /** Codecs of SIP calls in the order they are preferred where nothing else was said. */
    public static final List<String> CODECS = List.of("G722", "PCMU", "PCMA");

    /** Hash functions that peers are asked for where nothing else was said. */
    public static final List<String> DIGEST_ALGORITHMS = List.of("SHA-256", "MD5");

    private static final List<ConfigKey> KEYS = build();
    private static final KeyTree TREE = KeyTree.of(KEYS);

    private KeyRegistry() {}

    /** Returns every key, sections before what they hold, in the order of the reference page. */
    public static List<ConfigKey> keys() {
        return KEYS;
    }

    /** Returns the keys as a tree. */
    public static KeyTree tree() {
        return TREE;
    }

    private static List<ConfigKey> build() {
        List<ConfigKey> keys = new ArrayList<>();
        section(keys, "sip", SipConfig.class);
        section(keys, "rtp", RtpConfig.class);
        section(keys, "http", HttpConfig.class);
        section(keys, "outbound", OutboundConfig.class);
        keys.addAll(RecordKeys.ofMap("engines", EngineConfig.class));
        section(keys, "failover", FailoverConfig.class);
        section(keys, "embedded", EmbeddedConfig.class);
        keys.addAll(RecordKeys.ofMap("agents", AgentConfig.class));
        keys.addAll(RecordKeys.ofMap("actions", ActionConfig.class));
        keys.addAll(RecordKeys.ofMap("mcp", McpConfig.class));
        keys.addAll(PolicyKeys.all());
        section(keys, "playout", LimitsConfig.Playout.class);
        section(keys, "hold", LimitsConfig.Hold.class);
        section(keys, "limits", LimitsConfig.Admission.class);
        section(keys, "drain", LimitsConfig.Drain.class);
        section(keys, "lanes", LanesConfig.class);
        section(keys, "trace", LimitsConfig.Trace.class);
        section(keys, "journal", JournalConfig.class);
        section(keys, "capture", CaptureConfig.class);
        section(keys, "hep", HepConfig.class);
        section(keys, "alerts", LimitsConfig.Alerts.class);
        section(keys, "store", StoreConfig.class);
        keys.addAll(RecordKeys.ofList("subscribers", SubscriberConfig.class));
        keys.add(ConfigKey.of(
                        "plugins",
                        TEXT,
                        "folder",
                        "Plugins to load, with every right of this server: each JAR in the folder is a plugin,"
                                + " and each folder of JARs in it. A path starts from the folder of this file.")
                .derived("nothing is loaded")
                .example("/usr/lib/sidetone/plugins"));
        keys.add(ConfigKey.of("vad", SECTION, "-", "Sources of speech evidence that policies can name."));
        section(keys, "vad.silero", SileroConfig.class);
        keys.add(ConfigKey.of("telemetry", SECTION, "-", "What this server reports to a collector of many servers."));
        section(keys, "telemetry.traces", TracesConfig.class);
        section(keys, "streams", StreamDialects.class);
        section(keys, "ws", WsConfig.class);
        return List.copyOf(keys);
    }

    private static void section(List<ConfigKey> keys, String path, Class<? extends Record> type) {
        keys.addAll(RecordKeys.of(path, type));
    }
}
