package io.sidetone.config.schema;

import static io.sidetone.config.schema.ValueType.DURATION;
import static io.sidetone.config.schema.ValueType.FLAG;
import static io.sidetone.config.schema.ValueType.INTEGER;
import static io.sidetone.config.schema.ValueType.PAIRS;
import static io.sidetone.config.schema.ValueType.SECRET;
import static io.sidetone.config.schema.ValueType.TEXT;
import static io.sidetone.config.schema.ValueType.URL;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keys of engines that are services, and which type of engine has which key. */
public final class ServiceKeys {
    /** Rate of the audio that is exchanged with a service. */
    public static final int SAMPLE_RATE_HZ = 8_000;

    /** Time to connect. */
    public static final int CONNECT_MS = 3_000;

    /** Time between two pieces of an answer. */
    public static final int SILENCE_MS = 10_000;

    private static final Set<String> MOCK = Set.of("greeting", "reply", "action", "parameters", "error", "delay");
    private static final String PRICE = "price";
    private static final Set<String> ALL = Set.of(
            "url",
            "plain",
            "key",
            "model",
            "language",
            "trust",
            "options",
            "connect-timeout",
            "answer-timeout",
            "silence-timeout");
    private static final Set<String> PLUGIN = Set.of("model", "options");
    private static final Set<String> VOICED =
            Set.of("deepgram", "openai", "cartesia", "elevenlabs", "openai-realtime", "azure-realtime");
    private static final Set<String> QUERIED =
            Set.of("deepgram", "openai", "azure-openai", "cartesia", "elevenlabs", "openai-realtime", "azure-realtime");
    private static final Set<String> BODIED =
            Set.of("openai", "azure-openai", "anthropic", "cartesia", "openai-realtime", "azure-realtime");

    /** Which types have a key that only some services have. */
    private static final Map<String, Set<String>> SOME =
            Map.of("voice", VOICED, "sample-rate", VOICED, "query", QUERIED, "body", BODIED);

    private ServiceKeys() {}

    /** Time to the first piece of an answer; a realtime model begins at once. */
    public static int answerMs(boolean realtime) {
        return realtime ? 8_000 : 10_000;
    }

    /** Whether engines of {@code type} have the key {@code name}. */
    public static boolean has(String type, String name) {
        if (MOCK.contains(name)) {
            return type.equals("mock");
        }
        if (PRICE.equals(name)) {
            return !type.equals("embedded");
        }
        if (type.equals("vosk")) {
            return PLUGIN.contains(name);
        }
        if (ALL.contains(name)) {
            return !type.equals("mock") && !type.equals("embedded");
        }
        return SOME.getOrDefault(name, Set.of()).contains(type);
    }

    /** Returns, in words, which engines have the key {@code name}. */
    public static String owners(String name) {
        if (MOCK.contains(name)) {
            return "mock engines";
        }
        if (PRICE.equals(name)) {
            return "services and mock engines";
        }
        if (PLUGIN.contains(name)) {
            return "services and vosk";
        }
        return ALL.contains(name) ? "services" : String.join(", ", new java.util.TreeSet<>(SOME.get(name)));
    }

    static void addTo(List<ConfigKey> keys) {
        keys.add(ConfigKey.of(
                        "engines.*.url",
                        URL,
                        "URL",
                        "Where the service is: https, wss, or http and ws on this machine. A path in front of the service's own"
                                + " is kept. Every service takes it: a proxy, a region, a server of your own.")
                .derived("the public address of the service; azure has none")
                .example("https://api.openai.com"));
        keys.add(ConfigKey.of(
                        "engines.*.plain",
                        FLAG,
                        "true or false",
                        "Whether url may be http or ws on another machine: the caller's words then travel in the clear.")
                .example("false"));
        keys.add(ConfigKey.of(
                        "engines.*.key",
                        SECRET,
                        "secret",
                        "Proves to the service who asks. Keep it out of this file: ${NAME} reads a variable, ${file:PATH} a"
                                + " file. Servers of your own that speak OpenAI's protocol may do without.")
                .example("${file:/etc/sidetone/openai.key}"));
        keys.add(ConfigKey.of(
                        "engines.*.model",
                        TEXT,
                        "name of a model, or folder",
                        "As the service calls it; a deployment at Azure. deepgram: flux-* models tell turns themselves."
                                + " vosk: the folder of its model, from the folder of this file. Services switch models off:"
                                + " docs/engines.md has the dates, checked on 2026-11-22, and check-engines warns.")
                .derived("by type and role; docs/engines.md lists them; vosk needs one")
                .example("gpt-6-luna"));
        keys.add(ConfigKey.of("engines.*.voice", TEXT, "name or id of a voice", "Who speaks, as the service calls it.")
                .derived("by type; cartesia and elevenlabs need one")
                .example("marin"));
        keys.add(ConfigKey.of(
                        "engines.*.language", TEXT, "language tag", "What the caller speaks, as the service calls it.")
                .derived("the service's own default")
                .example("en"));
        keys.add(ConfigKey.of(
                        "engines.*.sample-rate",
                        INTEGER,
                        "Hz",
                        "Rate of the audio that is exchanged: 8000 carries telephone calls unchanged, 16000 wide-band ones."
                                + " A call of the other rate is resampled.")
                .range(8_000, 16_000)
                .derived("the call's: 8000, or 16000 for wide-band ones; 8000 where options name an encoding")
                .example("8000"));
        keys.add(timeout("connect", "Longest time to a connection, TLS included.", CONNECT_MS + "ms"));
        keys.add(timeout(
                "answer",
                "Longest time to the first piece of an answer; with a fallback the time under failover counts first.",
                "10s, realtime 8s"));
        keys.add(timeout("silence", "Longest time between two pieces of an answer.", SILENCE_MS + "ms"));
        keys.add(ConfigKey.of(
                        "engines.*.trust",
                        TEXT,
                        "file",
                        "Certificates (PEM) to trust in place of the JVM's: for a server of your own.")
                .example("/etc/sidetone/ca.pem"));
        addSettings(keys);
    }

    /** What goes to the service beyond the keys that all share, and what it costs. */
    private static void addSettings(List<ConfigKey> keys) {
        keys.add(ConfigKey.of(
                        "engines.*.options",
                        PAIRS,
                        "names and values",
                        "Further settings by the names that docs/engines.md lists for each type.")
                .example("{temperature: \"0.3\"}"));
        keys.add(ConfigKey.of(
                        "engines.*.query",
                        PAIRS,
                        "names and values",
                        "Parameters that are added to the service's address as they are, for what has no option here. A list in"
                                + " JSON gives a parameter several times. What the engine sets itself is refused.")
                .example("{redact: '[\"pci\", \"ssn\"]'}"));
        keys.add(ConfigKey.of(
                        "engines.*.body",
                        PAIRS,
                        "names and values",
                        "Fields that are added to each request, or to the session of a realtime model: JSON, or else text. What"
                                + " the engine sets itself is refused.")
                .example("{service_tier: flex}"));
        keys.add(ConfigKey.of(
                        "engines.*.price",
                        PAIRS,
                        "names and numbers",
                        "What it asks for, for an estimate of each call's cost: input-tokens, cached-tokens, output-tokens and"
                                + " characters for a million, audio-minutes for one, currency. What one engine does in two"
                                + " roles at two prices is two engines.")
                .example("{input-tokens: \"0.10\", output-tokens: \"0.50\", currency: USD}"));
    }

    private static ConfigKey timeout(String name, String reason, String usual) {
        return ConfigKey.of("engines.*." + name + "-timeout", DURATION, "duration", reason)
                .range(50, 120_000)
                .derived(usual)
                .example("3s");
    }
}
