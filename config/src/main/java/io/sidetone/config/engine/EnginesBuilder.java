package io.sidetone.config.engine;

import io.sidetone.config.binding.RecordBinder;
import io.sidetone.config.binding.RecordKeys;
import io.sidetone.config.problem.Nearest;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import io.sidetone.config.value.Secret;
import io.sidetone.config.value.WebAddress;
import io.sidetone.core.mock.MockBehavior;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The section {@code engines}. */
public final class EnginesBuilder {
    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i)pass|pwd|secret|token|credential|signature|authorization|api.?key|access.?key|^key$");

    private static final int ANSWER_MS = 10_000;

    /** A realtime model begins at once. */
    private static final int REALTIME_ANSWER_MS = 8_000;

    private static final Map<String, OwnedBy> OWNERS = RecordKeys.annotated(EngineConfig.class, OwnedBy.class);

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
            return new EngineConfig(name, EngineConfig.Type.MOCK);
        }
        foreignKeys(path, type);
        conclude(path, type);
        ServiceConfig service = binder.bind(path, ServiceConfig.class);
        if (type.plugin()) {
            plugin(path, type, service);
        } else if (type.service()) {
            service(path, type, service);
        }
        EngineConfig engine = binder.bind(path, EngineConfig.class);
        if (type.service()) {
            values.conclude(path + ".sample-rate", service.sampleRateHz());
        }
        masked(path + ".query");
        masked(path + ".body");
        return type == EngineConfig.Type.VOSK ? engine.ofVosk(folder) : engine;
    }

    /** Defaults that depend on the type. */
    private void conclude(String path, EngineConfig.Type type) {
        if (type == EngineConfig.Type.MOCK) {
            values.conclude(path + ".greeting", MockBehavior.GREETING);
            values.conclude(path + ".reply", MockBehavior.REPLY);
            values.conclude(path + ".delay", Duration.ofMillis(MockBehavior.DELAY_MS));
        } else if (type.service()) {
            values.conclude(path + ".connect-timeout", Duration.ofMillis(ServiceConfig.CONNECT_MS));
            values.conclude(
                    path + ".answer-timeout", Duration.ofMillis(type.realtime() ? REALTIME_ANSWER_MS : ANSWER_MS));
            values.conclude(path + ".silence-timeout", Duration.ofMillis(ServiceConfig.SILENCE_MS));
        }
    }

    private void plugin(String path, EngineConfig.Type type, ServiceConfig service) {
        boolean vosk = type == EngineConfig.Type.VOSK;
        if (vosk && service.model().isEmpty() && !values.invalid(path + ".model")) {
            problems.add(
                    path + ".model",
                    "is missing, and " + type.wireName() + " has none of its own",
                    "name the folder of a model; docs/engines.md says where there are some");
        }
        if (!vosk && values.text(path + ".plugin").isEmpty() && !values.invalid(path + ".plugin")) {
            problems.add(
                    path + ".plugin",
                    "is missing, and a plugin is found by its name",
                    "write the name that serve prints for it; docs/plugins.md says more");
        }
        String plugin = vosk ? type.wireName() : values.text(path + ".plugin");
        if (!plugin.isEmpty() && values.text("plugins").isEmpty() && !values.invalid("plugins")) {
            problems.add(
                    path + ".type",
                    type.wireName() + " needs the plugin " + plugin + ", and plugins is not set",
                    "set plugins to the folder that holds it"
                            + (vosk ? "; the build makes one in plugins/" + plugin + "/target/plugins" : ""));
        }
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
            if (values.given(path) && !owner.value().has(type)) {
                String owners = owner.value().words();
                problems.add(path, "is no key of " + type.wireName() + " engines, but of " + owners, "remove it");
            }
        });
    }

    private void service(String path, EngineConfig.Type type, ServiceConfig service) {
        service.url()
                .filter(url -> url.getHost() != null && !service.plain().orElse(false) && !confidential(url))
                .ifPresent(url -> problems.add(
                        path + ".url",
                        "'" + url.getScheme() + "://" + url.getHost() + "' would carry the caller's words in the clear",
                        "use https or wss, or say plain: true beside it if the network between is yours"));
        needed(path, type, service);
        int rateHz = service.sampleRateHz();
        if (rateHz != 8_000 && rateHz != 16_000) {
            problems.add(
                    path + ".sample-rate",
                    rateHz + " Hz is no rate of a call",
                    "use 8000, or 16000 for wide-band calls");
        }
        if (service.trust().isPresent() && !Files.isReadable(service.trust().get())) {
            problems.add(
                    path + ".trust",
                    "'" + values.text(path + ".trust") + "' is no readable file",
                    "name a file of certificates in PEM");
        }
    }

    /** Masks what a service receives in addition to its settings. A value whose name sounds like a secret is printed as a mask. */
    private void masked(String path) {
        if (values.raw(path) instanceof Map<?, ?> given) {
            Map<Object, Object> shown = new LinkedHashMap<>();
            given.forEach((name, text) ->
                    shown.put(name, SECRET_NAME.matcher((String) name).find() ? Secret.literal((String) text) : text));
            values.put(path, shown);
        }
    }

    private void needed(String path, EngineConfig.Type type, ServiceConfig service) {
        Optional<URI> url = service.url();
        boolean azure = type == EngineConfig.Type.AZURE_OPENAI || type == EngineConfig.Type.AZURE_REALTIME;
        boolean relay = type == EngineConfig.Type.RELAY;
        if ((azure || relay) && url.isEmpty() && !values.given(path + ".url")) {
            problems.add(
                    path + ".url",
                    azure ? "is missing: every Azure resource has its own" : "is missing: it is the agent's own",
                    azure
                            ? "https://NAME.openai.azure.com"
                            : "write wss:// or https://HOST/PATH, or ws:// or http:// on this machine");
        }
        if (azure && service.model().isEmpty()) {
            problems.add(path + ".model", "is missing: Azure knows models by their deployments", "name the deployment");
        }
        // Servers of one's own that speak OpenAI's protocol seldom ask for a key.
        boolean own = type == EngineConfig.Type.OPENAI && url.isPresent()
                || relay && url.map(URI::getHost).map(WebAddress::loopback).orElse(true);
        if (service.key().isEmpty() && !own && !values.given(path + ".key")) {
            problems.add(
                    path + ".key",
                    relay
                            ? "is missing, and the agent on another machine cannot know who asks"
                            : "is missing, and " + type.wireName() + " refuses requests without one",
                    "set it, best as ${file:/etc/sidetone/" + type.wireName() + ".key}");
        }
        boolean named = type == EngineConfig.Type.CARTESIA || type == EngineConfig.Type.ELEVENLABS;
        if (named && service.voice().isEmpty()) {
            problems.add(path + ".voice", "is missing: " + type.wireName() + " has no usual one", "copy a voice's id");
        }
    }

    private static boolean confidential(URI url) {
        return WebAddress.confidential(URI.create(url.toString().replaceFirst("^ws", "http")));
    }
}
