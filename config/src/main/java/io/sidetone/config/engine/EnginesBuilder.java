package io.sidetone.config.engine;

import io.sidetone.config.binding.RecordBinder;
import io.sidetone.config.binding.RecordKeys;
import io.sidetone.config.problem.Nearest;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import io.sidetone.config.value.Secret;
import io.sidetone.config.value.UrlMask;
import io.sidetone.config.value.WebAddress;
import io.sidetone.core.mock.MockBehavior;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The section {@code engines}. */
public final class EnginesBuilder {
    private static final Set<String> SCHEMES = Set.of("http", "https", "ws", "wss");

    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i)pass|pwd|secret|token|credential|signature|authorization|api.?key|access.?key|^key$");

    /** Of the audio that is exchanged with a service. */
    private static final int SAMPLE_RATE_HZ = 8_000;

    private static final int ANSWER_MS = 10_000;

    /** A realtime model begins at once. */
    private static final int REALTIME_ANSWER_MS = 8_000;

    private static final List<String> PRICED =
            List.of("input-tokens", "cached-tokens", "output-tokens", "characters", "audio-minutes");

    private static final Map<String, KeyOwner> OWNERS = owners();

    private final Values values;
    private final Problems problems;
    private final RecordBinder binder;
    private final Path folder;

    /**
     * Reads {@code values} by {@code binder}; what is wrong goes to {@code problems}.
     *
     * @param folder where paths start from
     */
    public EnginesBuilder(Values values, Problems problems, RecordBinder binder, Path folder) {
        this.values = values;
        this.problems = problems;
        this.binder = binder;
        this.folder = folder;
    }

    private static Map<String, KeyOwner> owners() {
        Map<String, KeyOwner> owners = new LinkedHashMap<>();
        RecordKeys.annotated(EngineEntry.class, OwnedBy.class).forEach((key, owner) -> owners.put(key, owner.value()));
        return owners;
    }

    /** Returns every engine, in the order of the file; one of an unknown type stands as a mock. */
    public Map<String, EngineConfig> build() {
        Map<String, EngineConfig> engines = new LinkedHashMap<>();
        for (String name : values.names("engines")) {
            engines.put(name, engine("engines." + name, name));
        }
        return engines;
    }

    private EngineConfig engine(String path, String name) {
        String word = values.text(path + ".type");
        EngineConfig.Type type = EngineConfig.Type.of(word);
        if (type == null) {
            if (!values.invalid(path + ".type") && !word.isEmpty()) {
                problems.add(path + ".type", "'" + word + "' is no type of engine", suggestion(word));
                values.markInvalid(path + ".type");
            }
            return new EngineConfig(name, EngineConfig.Type.MOCK, MockBehavior.DEFAULT);
        }
        foreignKeys(path, type);
        conclude(path, type);
        EngineEntry entry = binder.bind(path, EngineEntry.class);
        return new EngineConfig(
                name, type, mock(entry), settings(path, type, entry), price(path + ".price", entry.price()));
    }

    /** Defaults that depend on the type. */
    private void conclude(String path, EngineConfig.Type type) {
        if (type == EngineConfig.Type.MOCK) {
            values.conclude(path + ".greeting", MockBehavior.GREETING);
            values.conclude(path + ".reply", MockBehavior.REPLY);
            values.conclude(path + ".delay", Duration.ofMillis(MockBehavior.DELAY_MS));
        } else if (type.service()) {
            values.conclude(path + ".sample-rate", SAMPLE_RATE_HZ);
            values.conclude(path + ".connect-timeout", Duration.ofMillis(EngineEntry.CONNECT_MS));
            values.conclude(
                    path + ".answer-timeout", Duration.ofMillis(type.realtime() ? REALTIME_ANSWER_MS : ANSWER_MS));
            values.conclude(path + ".silence-timeout", Duration.ofMillis(EngineEntry.SILENCE_MS));
        }
    }

    private ServiceConfig settings(String path, EngineConfig.Type type, EngineEntry entry) {
        if (type.plugin()) {
            return plugin(path, type, entry);
        }
        return type.service() ? service(path, type, entry) : ServiceConfig.NONE;
    }

    private ServiceConfig plugin(String path, EngineConfig.Type type, EngineEntry entry) {
        boolean vosk = type == EngineConfig.Type.VOSK;
        if (vosk && entry.model().isEmpty() && !values.invalid(path + ".model")) {
            problems.add(
                    path + ".model",
                    "is missing, and " + type.wireName() + " has none of its own",
                    "name the folder of a model; docs/engines.md says where there are some");
        }
        if (!vosk && entry.plugin().isEmpty() && !values.invalid(path + ".plugin")) {
            problems.add(
                    path + ".plugin",
                    "is missing, and a plugin is found by its name",
                    "write the name that serve prints for it; docs/plugins.md says more");
        }
        String plugin = vosk ? type.wireName() : entry.plugin();
        if (!plugin.isEmpty() && values.text("plugins").isEmpty() && !values.invalid("plugins")) {
            problems.add(
                    path + ".type",
                    type.wireName() + " needs the plugin " + plugin + ", and plugins is not set",
                    "set plugins to the folder that holds it"
                            + (vosk ? "; the build makes one in plugins/" + plugin + "/target/plugins" : ""));
        }
        return ServiceConfig.ofPlugin(
                plugin,
                entry.key(),
                vosk ? folder.resolve(entry.model()).toString() : entry.model(),
                entry.options(),
                values.lines(path + ".options"));
    }

    private static String suggestion(String word) {
        return Nearest.to(word, EngineConfig.Type.names())
                .map(near -> "did you mean '" + near + "'?")
                .orElse("use one of " + String.join(", ", EngineConfig.Type.names()));
    }

    /** Keys that this type does not have. */
    private void foreignKeys(String engine, EngineConfig.Type type) {
        OWNERS.forEach((key, owner) -> {
            String path = engine + "." + key;
            if (values.given(path) && !owner.has(type)) {
                problems.add(
                        path, "is no key of " + type.wireName() + " engines, but of " + owner.words(), "remove it");
            }
        });
    }

    private PriceConfig price(String path, Map<String, String> priced) {
        Map<String, String> given = new LinkedHashMap<>(priced);
        if (given.isEmpty()) {
            return PriceConfig.NONE;
        }
        String currency = given.remove("currency");
        if (currency == null || currency.isBlank()) {
            problems.add(path, "has no currency", "add currency: EUR, or what the bill is in");
        }
        Map<String, Double> amounts = new LinkedHashMap<>();
        given.forEach((name, text) -> amounts.put(name, amount(path, name, text)));
        double input = amounts.getOrDefault("input-tokens", 0.0);
        return new PriceConfig(
                input,
                amounts.getOrDefault("cached-tokens", input),
                amounts.getOrDefault("output-tokens", 0.0),
                amounts.getOrDefault("characters", 0.0),
                amounts.getOrDefault("audio-minutes", 0.0),
                currency == null ? "" : currency.strip());
    }

    private double amount(String path, String name, String text) {
        if (!PRICED.contains(name)) {
            problems.add(path, "'" + name + "' has no price here", "use " + String.join(", ", PRICED) + ", currency");
            return 0;
        }
        if (!text.strip().matches("[0-9]{1,9}([.][0-9]{1,12})?")) {
            problems.add(path, name + ": '" + text + "' is no price", "write a number such as 0.40");
            return 0;
        }
        return Double.parseDouble(text.strip());
    }

    private static MockBehavior mock(EngineEntry entry) {
        return new MockBehavior(
                entry.greeting(), entry.reply(), entry.action(), entry.parameters(), entry.error(), (int)
                        entry.delay().orElse(Duration.ZERO).toMillis());
    }

    /** An encoding that was chosen may be one of 8 kHz alone. */
    private boolean rateOfCall(String path, EngineEntry entry) {
        return !values.given(path + ".sample-rate")
                && !entry.options().containsKey("encoding")
                && !entry.options().containsKey("format");
    }

    private ServiceConfig service(String path, EngineConfig.Type type, EngineEntry entry) {
        Optional<URI> url = url(path + ".url", entry.url(), entry.plain().orElse(false));
        needed(path, type, url, entry);
        return new ServiceConfig(
                "",
                url,
                entry.key(),
                entry.model(),
                entry.voice(),
                entry.language(),
                rate(path + ".sample-rate", entry.sampleRate().orElse(SAMPLE_RATE_HZ)),
                rateOfCall(path, entry),
                entry.connectTimeout().orElse(Duration.ZERO),
                entry.answerTimeout().orElse(Duration.ZERO),
                entry.silenceTimeout().orElse(Duration.ZERO),
                trust(path + ".trust", entry.trust()),
                entry.options(),
                values.lines(path + ".options"),
                extras(path + ".query", entry.query()),
                extras(path + ".body", entry.body()));
    }

    /** What a service receives in addition to its settings. A value whose name sounds like a secret is printed as a mask. */
    private Map<String, String> extras(String path, Map<String, String> given) {
        Map<String, Object> shown = new LinkedHashMap<>();
        given.forEach((name, text) -> shown.put(name, SECRET_NAME.matcher(name).find() ? Secret.literal(text) : text));
        if (!shown.isEmpty()) {
            values.put(path, shown);
        }
        return given;
    }

    private void needed(String path, EngineConfig.Type type, Optional<URI> url, EngineEntry entry) {
        boolean azure = type == EngineConfig.Type.AZURE_OPENAI || type == EngineConfig.Type.AZURE_REALTIME;
        if (azure && url.isEmpty() && !values.given(path + ".url")) {
            problems.add(
                    path + ".url", "is missing: every Azure resource has its own", "https://NAME.openai.azure.com");
        }
        if (type == EngineConfig.Type.RELAY) {
            relay(path + ".url", url);
        }
        if (azure && entry.model().isEmpty()) {
            problems.add(path + ".model", "is missing: Azure knows models by their deployments", "name the deployment");
        }
        // Servers of one's own that speak OpenAI's protocol seldom ask for a key.
        boolean own = type == EngineConfig.Type.OPENAI && url.isPresent()
                || type == EngineConfig.Type.RELAY
                        && (url.isEmpty() || WebAddress.loopback(url.get().getHost()));
        if (entry.key().isEmpty() && !own && !values.given(path + ".key")) {
            problems.add(
                    path + ".key",
                    type == EngineConfig.Type.RELAY
                            ? "is missing, and the agent on another machine cannot know who asks"
                            : "is missing, and " + type.wireName() + " refuses requests without one",
                    "set it, best as ${file:/etc/sidetone/" + type.wireName() + ".key}");
        }
        boolean named = type == EngineConfig.Type.CARTESIA || type == EngineConfig.Type.ELEVENLABS;
        if (named && entry.voice().isEmpty()) {
            problems.add(path + ".voice", "is missing: " + type.wireName() + " has no usual one", "copy a voice's id");
        }
    }

    private void relay(String path, Optional<URI> url) {
        if (url.isEmpty() && !values.given(path)) {
            problems.add(
                    path,
                    "is missing: it is the agent's own",
                    "write wss:// or https://HOST/PATH, or ws:// or http:// on this machine");
        }
    }

    private Optional<URI> url(String path, String text, boolean plain) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            URI url = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean usable = url.getHost() != null && url.getScheme() != null && SCHEMES.contains(url.getScheme());
            if (!usable || url.getRawUserInfo() != null || url.getRawQuery() != null || url.getRawFragment() != null) {
                problems.add(
                        path,
                        "'" + UrlMask.masked(text) + "' is no address of a service",
                        "write https://HOST, wss://HOST, http://HOST or ws://HOST, with a path if it has one");
            } else if (!plain && !WebAddress.confidential(web(url))) {
                problems.add(
                        path,
                        "'" + url.getScheme() + "://" + url.getHost() + "' would carry the caller's words in the clear",
                        "use https or wss, or say plain: true beside it if the network between is yours");
            }
            return Optional.of(url);
        } catch (URISyntaxException malformed) {
            problems.add(path, "'" + UrlMask.masked(text) + "' is no URL", "write https://HOST or wss://HOST");
            return Optional.empty();
        }
    }

    private static URI web(URI url) {
        return URI.create(url.toString().replaceFirst("^ws", "http"));
    }

    private int rate(String path, int rateHz) {
        if (rateHz != 8_000 && rateHz != 16_000) {
            problems.add(path, rateHz + " Hz is no rate of a call", "use 8000, or 16000 for wide-band calls");
            return SAMPLE_RATE_HZ;
        }
        return rateHz;
    }

    private Optional<Path> trust(String path, String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Path file = folder.resolve(text);
        if (!Files.isReadable(file)) {
            problems.add(path, "'" + text + "' is no readable file", "name a file of certificates in PEM");
        }
        return Optional.of(file);
    }
}
