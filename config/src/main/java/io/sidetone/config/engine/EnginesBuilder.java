package io.sidetone.config.engine;

import io.sidetone.config.problem.Nearest;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.KeyTree;
import io.sidetone.config.schema.ServiceKeys;
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

    private static final List<String> PRICED =
            List.of("input-tokens", "cached-tokens", "output-tokens", "characters", "audio-minutes");

    private final KeyTree keys;
    private final Values values;
    private final Problems problems;
    private final Path folder;

    /**
     * Reads {@code values}; what is wrong goes to {@code problems}.
     *
     * @param keys of one engine
     * @param folder where paths start from
     */
    public EnginesBuilder(KeyTree keys, Values values, Problems problems, Path folder) {
        this.keys = keys;
        this.values = values;
        this.problems = problems;
        this.folder = folder;
    }

    /** Returns every engine, in the order of the file; one of an unknown type stands as a mock. */
    public Map<String, EngineConfig> build() {
        Map<String, EngineConfig> engines = new LinkedHashMap<>();
        for (String name : values.names("engines")) {
            String path = "engines." + name;
            String word = values.text(path + ".type");
            EngineConfig.Type type = EngineConfig.Type.of(word);
            if (type == null) {
                if (!values.invalid(path + ".type") && !word.isEmpty()) {
                    problems.add(path + ".type", "'" + word + "' is no type of engine", suggestion(word));
                }
                engines.put(name, new EngineConfig(name, EngineConfig.Type.MOCK, MockBehavior.DEFAULT));
                continue;
            }
            foreignKeys(path, type);
            engines.put(
                    name, new EngineConfig(name, type, mock(path, type), settings(path, type), price(path + ".price")));
        }
        return engines;
    }

    private ServiceConfig settings(String path, EngineConfig.Type type) {
        if (type.plugin()) {
            return plugin(path, type);
        }
        return type.service() ? service(path, type) : ServiceConfig.NONE;
    }

    private ServiceConfig plugin(String path, EngineConfig.Type type) {
        String text = values.text(path + ".model");
        Path model = folder.resolve(text);
        if (text.isEmpty() && !values.invalid(path + ".model")) {
            problems.add(
                    path + ".model",
                    "is missing, and " + type.wireName() + " has none of its own",
                    "name the folder of a model; docs/engines.md says where there are some");
        }
        if (values.text("plugins").isEmpty() && !values.invalid("plugins")) {
            problems.add(
                    path + ".type",
                    type.wireName() + " needs the plugin " + type.wireName() + ", and plugins is not set",
                    "set plugins to the folder that holds it; the build makes one in " + type.wireName()
                            + "/target/plugins");
        }
        return ServiceConfig.ofPlugin(model, values.pairs(path + ".options"));
    }

    private static String suggestion(String word) {
        return Nearest.to(word, EngineConfig.Type.names())
                .map(near -> "did you mean '" + near + "'?")
                .orElse("use one of " + String.join(", ", EngineConfig.Type.names()));
    }

    /** Keys that this type does not have. */
    private void foreignKeys(String engine, EngineConfig.Type type) {
        for (String key : keys.children().keySet()) {
            String path = engine + "." + key;
            if (key.equals("type") || !values.given(path) || ServiceKeys.has(type.wireName(), key)) {
                continue;
            }
            String owners = ServiceKeys.owners(key);
            problems.add(path, "is no key of " + type.wireName() + " engines, but of " + owners, "remove it");
        }
    }

    private PriceConfig price(String path) {
        Map<String, String> given = new LinkedHashMap<>(values.pairs(path));
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

    private MockBehavior mock(String path, EngineConfig.Type type) {
        if (type == EngineConfig.Type.MOCK) {
            conclude(path + ".greeting", MockBehavior.DEFAULT.greeting());
            conclude(path + ".reply", MockBehavior.DEFAULT.reply());
            conclude(path + ".delay", Duration.ofMillis(MockBehavior.DEFAULT.delayMs()));
        }
        Duration delay = values.get(path + ".delay", Duration.class);
        return new MockBehavior(
                values.text(path + ".greeting"),
                values.text(path + ".reply"),
                values.list(path + ".action", String.class),
                values.pairs(path + ".parameters"),
                values.text(path + ".error"),
                delay == null ? 0 : (int) delay.toMillis());
    }

    /** An encoding that was chosen may be one of 8 kHz alone. */
    private boolean rateOfCall(String path) {
        Map<String, String> options = values.pairs(path + ".options");
        return !values.given(path + ".sample-rate")
                && !options.containsKey("encoding")
                && !options.containsKey("format");
    }

    private ServiceConfig service(String path, EngineConfig.Type type) {
        conclude(path + ".sample-rate", ServiceKeys.SAMPLE_RATE_HZ);
        conclude(path + ".connect-timeout", Duration.ofMillis(ServiceKeys.CONNECT_MS));
        conclude(path + ".answer-timeout", Duration.ofMillis(ServiceKeys.answerMs(type.realtime())));
        conclude(path + ".silence-timeout", Duration.ofMillis(ServiceKeys.SILENCE_MS));
        Optional<URI> url = url(path + ".url", values.get(path + ".plain", Boolean.class) == Boolean.TRUE);
        Optional<Secret> key = Optional.ofNullable(values.get(path + ".key", Secret.class));
        needed(path, type, url, key);
        return new ServiceConfig(
                url,
                key,
                values.text(path + ".model"),
                values.text(path + ".voice"),
                values.text(path + ".language"),
                rate(path + ".sample-rate"),
                rateOfCall(path),
                values.get(path + ".connect-timeout", Duration.class),
                values.get(path + ".answer-timeout", Duration.class),
                values.get(path + ".silence-timeout", Duration.class),
                trust(path + ".trust"),
                values.pairs(path + ".options"),
                extras(path + ".query"),
                extras(path + ".body"));
    }

    /** What a service is sent beside its own settings; of a value whose name sounds like a secret a mask is printed. */
    private Map<String, String> extras(String path) {
        Map<String, String> given = values.pairs(path);
        Map<String, Object> shown = new LinkedHashMap<>();
        given.forEach((name, text) -> shown.put(name, SECRET_NAME.matcher(name).find() ? Secret.literal(text) : text));
        if (!shown.isEmpty()) {
            values.put(path, shown);
        }
        return given;
    }

    private void needed(String path, EngineConfig.Type type, Optional<URI> url, Optional<Secret> key) {
        boolean azure = type == EngineConfig.Type.AZURE_OPENAI || type == EngineConfig.Type.AZURE_REALTIME;
        if (azure && url.isEmpty() && !values.given(path + ".url")) {
            problems.add(
                    path + ".url", "is missing: every Azure resource has its own", "https://NAME.openai.azure.com");
        }
        if (azure && values.text(path + ".model").isEmpty()) {
            problems.add(path + ".model", "is missing: Azure knows models by their deployments", "name the deployment");
        }
        // Servers of one's own that speak OpenAI's protocol seldom ask for a key.
        boolean own = type == EngineConfig.Type.OPENAI && url.isPresent();
        if (key.isEmpty() && !own && !values.given(path + ".key")) {
            problems.add(
                    path + ".key",
                    "is missing, and " + type.wireName() + " answers nobody without one",
                    "set it, best as ${file:/etc/sidetone/" + type.wireName() + ".key}");
        }
        boolean named = type == EngineConfig.Type.CARTESIA || type == EngineConfig.Type.ELEVENLABS;
        if (named && values.text(path + ".voice").isEmpty()) {
            problems.add(path + ".voice", "is missing: " + type.wireName() + " has no usual one", "copy a voice's id");
        }
    }

    private Optional<URI> url(String path, boolean plain) {
        String text = values.text(path);
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

    private int rate(String path) {
        int rateHz = values.integer(path);
        if (rateHz != 8_000 && rateHz != 16_000) {
            problems.add(path, rateHz + " Hz is no rate of a call", "use 8000, or 16000 for wide-band calls");
            return ServiceKeys.SAMPLE_RATE_HZ;
        }
        return rateHz;
    }

    private Optional<Path> trust(String path) {
        String text = values.text(path);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Path file = folder.resolve(text);
        if (!Files.isReadable(file)) {
            problems.add(path, "'" + text + "' is no readable file", "name a file of certificates in PEM");
        }
        return Optional.of(file);
    }

    private void conclude(String path, Object value) {
        if (values.raw(path) == null) {
            values.put(path, value);
        }
    }
}
