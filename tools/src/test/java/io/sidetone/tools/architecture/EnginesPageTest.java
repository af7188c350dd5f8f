package io.sidetone.tools.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.binding.RecordKeys;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.schema.ConfigKey;
import io.sidetone.config.schema.ValueParser;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.plugin.RecognizerPlugin;
import io.sidetone.core.setting.Altered;
import io.sidetone.server.agents.services.ServiceEngines;
import io.sidetone.speech.cartesia.CartesiaSettings;
import io.sidetone.speech.chat.ChatProvider;
import io.sidetone.speech.chat.ChatSettings;
import io.sidetone.speech.deepgram.DeepgramRecognizerSettings;
import io.sidetone.speech.deepgram.DeepgramSynthesizerSettings;
import io.sidetone.speech.deepgram.FluxSettings;
import io.sidetone.speech.elevenlabs.ElevenLabsSettings;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.openai.voice.OpenAiVoiceSettings;
import io.sidetone.speech.realtime.RealtimeSettings;
import io.sidetone.speech.relay.RelayOptions;
import io.sidetone.speech.transcription.TranscriptionSettings;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/engines.md and config/examples: what they show can be served, and every option is listed. */
class EnginesPageTest {
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern OPTION = Pattern.compile("^\\| `([a-z0-9-]+)` \\|", Pattern.MULTILINE);
    private static final Pattern KNOWN = Pattern.compile("; remove it; known here: (.*)$");
    private static final String KEY = "sk-0123456789";
    private static final String AGENTS =
            """
            agents: {someone: {recognizer: stand-in, dialogue: stand-in, synthesizer: stand-in}}
            """;

    private final EngineNet net = EngineNet.open(1);

    @AfterEach
    void close() {
        net.close();
    }

    private static String text(String... path) throws Exception {
        return Files.readString(Product.root().resolve(Path.of("", path)));
    }

    private static SidetoneConfig load(String yaml) throws Exception {
        String whole = yaml.contains("\nagents:")
                ? yaml
                : yaml.replace("engines:\n", "engines:\n  stand-in: {type: mock}\n") + AGENTS;
        return new ConfigLoader(new ConfigEnvironment(name -> KEY, 4, Path.of("none")))
                .parse(
                        whole.replaceAll("\\$\\{file:[^}]+}", KEY).replaceAll("plugins: \\S+", "plugins: config"),
                        "page",
                        Product.root(),
                        Optional.empty())
                .config();
    }

    private static EngineKind role(String name) {
        return name.startsWith("stt")
                ? EngineKind.RECOGNIZER
                : name.startsWith("llm") ? EngineKind.DIALOGUE : EngineKind.SYNTHESIZER;
    }

    private void make(EngineConfig engine, EngineKind role, AgentConfig agent) {
        ServiceEngines services = new ServiceEngines(net);
        if (engine.type().plugin()) {
            engine.options(vosk());
            return;
        }
        if (engine.type().realtime()) {
            services.realtime(engine, agent, ActionInvoker.none());
            return;
        }
        switch (role) {
            case RECOGNIZER -> services.recognizer(engine);
            case DIALOGUE -> services.dialogue(engine, agent, ActionInvoker.none());
            default -> services.synthesizer(engine);
        }
    }

    /** The plugin is on no class path. */
    private static Record vosk() {
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {
                    Product.folder("vosk").resolve("target/classes/").toUri().toURL()
                },
                EnginesPageTest.class.getClassLoader())) {
            return ((RecognizerPlugin<?>) loader.loadClass("io.sidetone.vosk.VoskPlugin")
                            .getConstructor()
                            .newInstance())
                    .options();
        } catch (IOException | ReflectiveOperationException e) {
            throw new AssertionError("the module vosk was not built", e);
        }
    }

    private int makeAll(SidetoneConfig config) {
        List<EngineConfig> services = config.engines().values().stream()
                .filter(engine -> engine.type().service() || engine.type().plugin())
                .toList();
        services.forEach(
                engine -> make(engine, role(engine.name()), config.agents().get(0)));
        return services.size();
    }

    @Test
    void shouldShowWhatCanBeServed() throws Exception {
        int made = 0;
        List<String> blocks = YAML.matcher(text("docs", "engines.md"))
                .results()
                .map(match -> match.group(1))
                .toList();
        assertThat(blocks).isNotEmpty();
        for (String block : blocks) {
            made += makeAll(load(block));
        }
        assertThat(made).isGreaterThan(20);
    }

    @Test
    void shouldShipExamplesThatCanBeServed() throws Exception {
        try (Stream<Path> files = Files.list(Product.root().resolve("config").resolve("examples"))) {
            List<Path> examples =
                    files.filter(file -> file.toString().endsWith(".yaml")).toList();
            assertThat(examples).hasSizeGreaterThanOrEqualTo(3);
            for (Path example : examples) {
                assertThat(makeAll(load(Files.readString(example))))
                        .as(Product.name(example))
                        .isPositive();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Deepgram Nova, deepgram, nova-3, RECOGNIZER",
        "Deepgram Flux, deepgram, flux-general-en, RECOGNIZER",
        "OpenAI transcriptions and compatible servers, openai, m, RECOGNIZER",
        "Vosk, vosk, /m, RECOGNIZER",
        "Options of all four, openai, m, DIALOGUE",
        "Options of all four, azure-openai, m, DIALOGUE",
        "Options of all four, anthropic, m, DIALOGUE",
        "Options of all four, gemini, m, DIALOGUE",
        "Cartesia, cartesia, m, SYNTHESIZER",
        "ElevenLabs, elevenlabs, m, SYNTHESIZER",
        "Deepgram Aura, deepgram, m, SYNTHESIZER",
        "OpenAI speech, openai, m, SYNTHESIZER",
        "Relay, relay, '', DIALOGUE",
        "Realtime, openai-realtime, m, DIALOGUE",
        "Realtime, azure-realtime, m, DIALOGUE",
    })
    void shouldListEveryOption(String section, String type, String model, EngineKind role) throws Exception {
        String body = text("docs", "engines.md")
                .split("\n##+ " + section + "\n", 2)[1]
                .split("\n##+ ", 2)[0];
        TreeSet<String> listed = new TreeSet<>();
        OPTION.matcher(body).results().map(match -> match.group(1)).forEach(listed::add);
        boolean plugin = type.equals("vosk");
        boolean voiced =
                !List.of("azure-openai", "anthropic", "gemini", "relay").contains(type);
        SidetoneConfig config = load((plugin ? "plugins: /p\n" : "") + "engines:\n  e: {type: " + type
                + (model.isEmpty() ? "" : ", model: " + model)
                + (plugin ? "" : ", key: " + KEY + (voiced ? ", voice: v" : "") + ", url: 'https://proxy.example'")
                + ", options: {zzzzzzzzzzzz: 1}}\n");
        Throwable refused = catchThrowable(
                () -> make(config.engines().get("e"), role, config.agents().get(0)));
        assertThat(refused).isInstanceOf(IllegalArgumentException.class);
        assertThat(KNOWN.matcher(refused.getMessage())
                        .results()
                        .flatMap((MatchResult match) -> Stream.of(match.group(1).split(", "))))
                .as("options of %s in docs/engines.md", section)
                .containsExactlyInAnyOrderElementsOf(listed);
    }

    static Stream<Arguments> settings() {
        ServiceAccess access = Altered.with(ServiceAccess.of("e", KEY), "voice", "v");
        ServiceAccess wideband = Altered.with(access, "sampleRateHz", 16_000);
        return Stream.of(
                Arguments.of("Deepgram Nova", DeepgramRecognizerSettings.of(access)),
                Arguments.of("Deepgram Flux", FluxSettings.of(access)),
                Arguments.of("Deepgram Aura", DeepgramSynthesizerSettings.of(access)),
                Arguments.of("OpenAI transcriptions and compatible servers", TranscriptionSettings.of(wideband)),
                Arguments.of("Vosk", vosk()),
                Arguments.of("Options of all four", ChatSettings.of(access, ChatProvider.OPENAI)),
                Arguments.of("Relay", RelayOptions.USUAL),
                Arguments.of("Cartesia", CartesiaSettings.of(access)),
                Arguments.of("ElevenLabs", ElevenLabsSettings.of(access)),
                Arguments.of("OpenAI speech", OpenAiVoiceSettings.of(access)),
                Arguments.of("Realtime", RealtimeSettings.openAi(access)));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void shouldSayDefaultAndRangeOfEveryOption(String section, Record usual) throws Exception {
        String body = text("docs", "engines.md")
                .split("\n##+ " + section + "\n", 2)[1]
                .split("\n##+ ", 2)[0];
        for (ConfigKey key : RecordKeys.of("", usual)) {
            List<String> row = body.lines()
                    .filter(line -> line.startsWith("| `" + key.name() + "` |"))
                    .map(line -> line.split("\\|", 4))
                    .map(List::of)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(key.name() + " is not on the page"));
            String byDefault = row.get(2).strip();
            String rest = row.get(3);
            if (key.defaultText().isEmpty()) {
                assertThat(byDefault)
                        .as("default of %s of %s", key.name(), section)
                        .isNotEmpty();
            } else if (!byDefault.startsWith("as ") && !byDefault.contains(" Hz,")) {
                assertThat(byDefault.replace("`", "").replaceAll("; Azure .*", ""))
                        .as("default of %s of %s", key.name(), section)
                        .isIn(key.defaultText(), key.defaultText().replaceAll("[.]0$", ""));
            }
            if (key.bounded()) {
                assertThat(rest)
                        .as("range of %s of %s", key.name(), section)
                        // Zero turns many of them off; the page says from where on they work.
                        .contains(ValueParser.rangeText(key)
                                .replaceAll("([0-9])[.]0\\b", "$1")
                                .replaceAll("^0 ", " "));
            }
        }
    }
}
