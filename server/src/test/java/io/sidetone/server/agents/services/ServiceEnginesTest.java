package io.sidetone.server.agents.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.server.ops.logging.LogWatch;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.realtime.RealtimeSettings;
import io.sidetone.speech.realtime.SessionInstructions;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceEnginesTest {
    private static final Path FOLDER = Path.of("").toAbsolutePath();

    private final EngineNet net = EngineNet.open(1);
    private final ServiceEngines services = new ServiceEngines(net);

    @AfterEach
    void close() {
        net.close();
    }

    private static SidetoneConfig config(String engine, String agent) throws Exception {
        return new ConfigLoader(new ConfigEnvironment(name -> null, 4, FOLDER))
                .parse(
                        "engines:\n  e: {" + engine + "}\n  m: {type: mock}\nagents:\n  a: {" + agent + "}\n",
                        "test.yaml",
                        FOLDER,
                        Optional.empty())
                .config();
    }

    private void make(SidetoneConfig config) {
        EngineConfig engine = config.engines().get("e");
        AgentConfig agent = config.agents().get(0);
        if (engine.type().realtime()) {
            services.realtime(engine, agent, ActionInvoker.none());
            return;
        }
        if (engine.type().can(EngineKind.RECOGNIZER)) {
            services.recognizer(engine);
        }
        if (engine.type().can(EngineKind.DIALOGUE)) {
            services.dialogue(engine, agent, ActionInvoker.none());
        }
        if (engine.type().can(EngineKind.SYNTHESIZER)) {
            services.synthesizer(engine);
        }
    }

    private static String agent(EngineConfig.Type type) {
        return type.realtime()
                ? "realtime: e"
                : "recognizer: " + (type.can(EngineKind.RECOGNIZER) ? "e" : "m") + ", dialogue: "
                        + (type.can(EngineKind.DIALOGUE) ? "e" : "m") + ", synthesizer: "
                        + (type.can(EngineKind.SYNTHESIZER) ? "e" : "m");
    }

    /** What a type needs beside its key. */
    private static String least(EngineConfig.Type type) {
        String voice = type.can(EngineKind.SYNTHESIZER) ? ", voice: v1" : "";
        return switch (type) {
            case RELAY -> ", url: 'wss://agent.example.com/call'";
            case OPENAI -> voice;
            case DEEPGRAM -> ", model: nova-3" + voice;
            case AZURE_OPENAI, AZURE_REALTIME -> ", model: m1, url: 'https://x.openai.azure.com'" + voice;
            default -> ", model: m1" + voice;
        };
    }

    @Test
    void shouldMakeEveryTypeInEveryRoleFromTheLeastThatItNeeds() throws Exception {
        for (EngineConfig.Type type : EngineConfig.Type.values()) {
            if (type.service()) {
                make(config("type: " + type.wireName() + ", key: sk-0123456789" + least(type), agent(type)));
            }
        }
        assertThat(services.probes()).hasSizeGreaterThanOrEqualTo(3);
        assertThat(services.meters()).isNotEmpty();
    }

    @Test
    void shouldRefuseOptionsThatAnEngineDoesNotKnow() throws Exception {
        SidetoneConfig config = config(
                "type: cartesia, key: sk-0123456789, voice: v, options: {sped: '1'}",
                agent(EngineConfig.Type.CARTESIA));
        assertThatThrownBy(() -> make(config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "engines.e.options.sped: is not a known key (line 2); did you mean engines.e.options.speed?");
    }

    @Test
    void shouldRefuseOptionsOfTheWrongKind() throws Exception {
        SidetoneConfig config = config(
                "type: deepgram, key: sk-0123456789, options: {endpointing-ms: soon}",
                agent(EngineConfig.Type.DEEPGRAM));
        assertThatThrownBy(() -> make(config))
                .hasMessage(
                        "engines.e.options.endpointing-ms: 'soon' is not a whole number (line 2); write a whole number from 0 to 10000");
    }

    @Test
    void shouldNameEveryWrongOptionAtOnce() throws Exception {
        SidetoneConfig config = config(
                "type: deepgram, key: sk-0123456789, options: {message-ms: '5', numerals: yes, encoding: opus, x: '1'}",
                agent(EngineConfig.Type.DEEPGRAM));
        assertThatThrownBy(() -> make(config))
                .satisfies(refused -> assertThat(refused.getMessage().lines().map(line -> line.split(": ")[0]))
                        .containsExactlyInAnyOrder(
                                "engines.e.options.message-ms",
                                "engines.e.options.numerals",
                                "engines.e.options.encoding",
                                "engines.e.options.x"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "deepgram|options: {message-ms: '5'}|engines.e.options.message-ms: '5' is outside 20 to 250 (line 2); write a whole number",
                "deepgram|options: {keep-alive-ms: '5'}|engines.e.options.keep-alive-ms: ",
                "deepgram|model: flux-general-en, options: {idle-ms: '5'}|engines.e.options.idle-ms: ",
                "deepgram|model: flux-general-en, language: de|engines.e.language: 'de' is not what flux-general-en hears",
                "deepgram|voice: aura-2-thalia-en, language: de|engines.e.voice: aura-2-thalia-en speaks English",
                "deepgram|model: flux-general-en, options: {eot-threshold: '0.2'}|engines.e.options.eot-threshold: '0.2' is",
                "anthropic|options: {max-tokens: '-1'}|engines.e.options.max-tokens: '-1' is outside",
                "openai|options: {key-header: bearer}|engines.e.options.key-header: 'bearer' is no header",
                "openai-realtime|options: {key-header: x-key}|engines.e.options.key-header: 'x-key' is not what",
                "openai-realtime|options: {batch-ms: '30'}|engines.e.options: batch 30 ms",
                "openai-realtime|options: {speed: '9'}|engines.e.options.speed: '9' is outside 0.25 to 1.5",
                "openai-realtime|options: {session-ms: '1000'}|engines.e.options: session 1000 ms",
                "cartesia|voice: v, options: {context-idle-ms: '5000'}|engines.e.options.context-idle-ms: '5000' is outside 0 to 900",
                "elevenlabs|voice: v, options: {speed: '3'}|engines.e.options.speed: '3' is outside 0.7 to 1.2",
                "anthropic|model: claude-haiku-4-5, options: {reasoning-effort: low}|engines.e.options.reasoning-effort:"
                        + " 'low' is not one of none of claude-haiku-4-5; correct it",
                "anthropic|model: claude-haiku-4-5, options: {temperature: '1.5'}|engines.e.options.temperature: 1.5 is"
                        + " outside 0 to 1",
                "gemini|options: {reasoning-effort: much}|engines.e.options.reasoning-effort: 'much' is not one of",
                "gemini|model: gemini-3-flash, options: {temperature: '3'}|engines.e.options.temperature: '3' is outside"
                        + " 0.0 to 2.0"
            })
    void shouldNameTheKeyThatIsWrong(String type, String keys, String problem) throws Exception {
        SidetoneConfig config =
                config("type: " + type + ", key: sk-0123456789, " + keys, agent(EngineConfig.Type.of(type)));
        assertThatThrownBy(() -> make(config)).hasMessageStartingWith(problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "deepgram, language: de, model: flux-general-multi, voice: aura-2-viktoria-de",
                "deepgram, language: multi, options: {mip-opt-out: 'true'}",
                "openai, language: de-AT, options: {key-header: api-key}",
                "openai-realtime, language: de, options: {key-header: api-key, session-ms: '1800000', setup-ms: '9000'}",
                "anthropic, language: de",
                "anthropic, options: {reasoning-effort: low}",
                "azure-openai, model: gpt-6-luna, url: 'https://x.openai.azure.com', options: {reasoning-effort: low}",
                "gemini, options: {reasoning-effort: low}",
                "gemini, model: gemini-3-flash, options: {reasoning-effort: none}"
            })
    void shouldTakeWhatFits(String keys) throws Exception {
        EngineConfig.Type type = EngineConfig.Type.of(keys.split(",")[0]);
        make(config("type: " + keys.replaceFirst(",", ", key: sk-0123456789,"), agent(type)));
        assertThat(services.meters()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "model: gpt-6-luna, options: {reasoning-effort: low}|engines.e.options.reasoning-effort: 'low' lets"
                        + " gpt-6-luna carry out no actions over chat completions; set none, or leave it out",
                "model: gpt-6.1-sol|engines.e.model: gpt-6.1-sol carries out actions over OpenAI's Responses interface"
                        + " alone, which is not spoken here; use gpt-6-luna"
            })
    void shouldRefuseWhatOpenAiWouldRefuseInEveryCall(String keys, String problem) throws Exception {
        SidetoneConfig config =
                config("type: openai, key: sk-0123456789, " + keys, "recognizer: m, dialogue: e, synthesizer: m");
        assertThatThrownBy(() -> services.dialogue(
                        config.engines().get("e"), config.agents().get(0), ActionInvoker.none()))
                .hasMessage(problem);
    }

    @ParameterizedTest
    @CsvSource({
        "anthropic, claude-haiku-5-5",
        "gemini, gemini-3.5-flash-lite",
    })
    void shouldSendNoTemperatureWhereTheModelTakesNoneAndSaySo(String type, String model) throws Exception {
        SidetoneConfig config = config(
                "type: " + type + ", key: sk-0123456789, options: {temperature: '0.3'}",
                "recognizer: m, dialogue: e, synthesizer: m");
        try (LogWatch log = new LogWatch()) {
            make(config);
            assertThat(log.lines())
                    .anyMatch(line -> line.contains(
                            "engines.e.options.temperature: 0.3 is not sent, " + model + " takes none; remove it"));
        }
    }

    @ParameterizedTest
    @Tag("VAN-01")
    @Tag("VAN-01.c")
    @ValueSource(strings = {"openai", "anthropic", "gemini"})
    void shouldLoadTheModelOfTheConfiguration(String type) throws Exception {
        SidetoneConfig config = config(
                "type: " + type + ", key: sk-0123456789, model: house-model-7",
                "recognizer: m, dialogue: e, synthesizer: m");
        DialogueModel model =
                services.dialogue(config.engines().get("e"), config.agents().get(0), ActionInvoker.none());
        assertThat(model.capabilities().modelId()).contains("house-model-7");
    }

    @ParameterizedTest
    @Tag("VAN-01")
    @Tag("VAN-01.c")
    @ValueSource(strings = {"openai", "cartesia", "elevenlabs"})
    void shouldLoadTheVoiceOfTheConfiguration(String type) throws Exception {
        SidetoneConfig config = config(
                "type: " + type + ", key: sk-0123456789, voice: house-voice-7",
                "recognizer: m, dialogue: m, synthesizer: e");
        Synthesizer voice = services.synthesizer(config.engines().get("e"));
        assertThat(voice.health().detail()).contains("voice house-voice-7");
    }

    @Test
    @Tag("VAN-01")
    @Tag("VAN-01.c")
    void shouldLoadModelVoiceAndReasoningOfARealtimeModel() throws Exception {
        SidetoneConfig config = config(
                "type: openai-realtime, key: sk-0123456789, model: house-model-7, voice: house-voice-7,"
                        + " options: {reasoning-effort: low, parallel-tool-calls: 'false'}",
                "realtime: e");
        RealtimeSettings settings =
                ServiceEngines.realtimeSettings(config.engines().get("e"));
        assertThat(settings.access().model()).isEqualTo("house-model-7");
        assertThat(settings.access().voice()).isEqualTo("house-voice-7");
        assertThat(settings.session())
                .containsEntry("reasoning", Map.of("effort", "low"))
                .containsEntry("parallel_tool_calls", false);
    }

    @Test
    @Tag("VAN-01")
    @Tag("VAN-01.c")
    void shouldLoadThePromptOfARealtimeModel() throws Exception {
        SidetoneConfig config =
                config("type: openai-realtime, key: sk-0123456789", "realtime: e, prompt: You work in a shop.");
        SessionInstructions sessionInstructions = ServiceEngines.sessionInstructions(
                config.engines().get("e"), config.agents().get(0), ActionInvoker.none());
        assertThat(sessionInstructions.instructions()).startsWith("You work in a shop.");
    }

    @Test
    void shouldSpeakTheLanguageOfItsAgent() throws Exception {
        SidetoneConfig config = config(
                "type: openai-realtime, key: sk-0123456789, language: de-AT",
                "realtime: e, greeting: Guten Tag., prompt: Du bist die Praxis., sentences: {no-input: 'Sind Sie noch da?'}");
        SessionInstructions sessionInstructions = ServiceEngines.sessionInstructions(
                config.engines().get("e"), config.agents().get(0), ActionInvoker.none());
        assertThat(sessionInstructions.sentences())
                .containsEntry(PromptReason.GREETING, "Guten Tag.")
                .containsEntry(PromptReason.NO_INPUT, "Sind Sie noch da?")
                .containsEntry(PromptReason.GOODBYE, "Goodbye.");
        assertThat(sessionInstructions.instructions())
                .contains("Du bist die Praxis.", "Speak German (Austria), unless");
    }

    @Test
    void shouldCompleteAnAddressWithoutAPath() throws Exception {
        for (String row : List.of(
                "https://proxy|/v1|https://proxy/v1",
                "https://proxy:8443/openai/v1|/v1|https://proxy:8443/openai/v1",
                "wss://proxy|/v1|https://proxy/v1")) {
            String[] parts = row.split("\\|");
            EngineConfig engine = config("type: openai, url: '" + parts[0] + "'", agent(EngineConfig.Type.OPENAI))
                    .engines()
                    .get("e");
            assertThat(EngineAccess.of(engine).web(null, parts[1], Set.of()).url())
                    .hasToString(parts[2]);
            assertThat(EngineAccess.of(engine).socket(null, parts[1], Set.of()).url())
                    .hasToString(parts[2].replaceFirst("^http", "ws"));
        }
    }

    private static EngineConfig.Type type(String engine) {
        return EngineConfig.Type.of(engine.split("[ ,]+")[1]);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "type: deepgram, key: k | query: {model: nova-2} | engines.e.query.model",
                "type: deepgram, key: k | query: {callback: 'https://elsewhere.example.com'} | engines.e.query.callback",
                "type: deepgram, key: k, model: flux-general-en | query: {eot_threshold: '0.9'} | engines.e.query.eot_threshold",
                "type: elevenlabs, key: k, voice: v | query: {output_format: mp3} | engines.e.query.output_format",
                "type: cartesia, key: k, voice: v | query: {api_key: other} | engines.e.query.api_key",
                "type: cartesia, key: k, voice: v | body: {context_id: c} | engines.e.body.context_id",
                "type: openai, key: k | body: {stream: 'false'} | engines.e.body.stream",
                "type: openai, key: k | body: {messages: '[]'} | engines.e.body.messages",
                "type: anthropic, key: k | body: {system: hello} | engines.e.body.system",
                "type: openai-realtime, key: k | body: {tools: '[]'} | engines.e.body.tools",
                "type: openai-realtime, key: k | query: {model: m} | engines.e.query.model",
            })
    void shouldRefuseToOverrideWhatTheEngineSetsItself(String engine, String more, String path) throws Exception {
        SidetoneConfig config = config(engine + ", " + more, agent(type(engine)));
        assertThatThrownBy(() -> make(config)).hasMessageContaining(path + ": the engine sets it itself; remove it");
    }

    @Test
    void shouldAddParametersAndFieldsThatTheEngineDoesNotSet() throws Exception {
        EngineConfig engine = config(
                        "type: openai, key: k, query: {redact: '[\"pci\", \"ssn\"]', tag: 'a b&c', zone: '7'},"
                                + " body: {seed: '7', service_tier: flex, stop: '[\"x\"]', label: '\"8\"'}",
                        agent(EngineConfig.Type.OPENAI))
                .engines()
                .get("e");
        ServiceAccess access = EngineAccess.of(engine).web(URI.create("https://api.example.com/v1"), "", Set.of());
        assertThat(access.url()).hasToString("https://api.example.com/v1?redact=pci&redact=ssn&tag=a%20b%26c&zone=7");
        assertThat(access.endpoint("/speech", "a=1"))
                .hasToString("https://api.example.com/v1/speech?a=1&redact=pci&redact=ssn&tag=a%20b%26c&zone=7");
        assertThat(access.without(Set.of()).body())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("seed", 7, "service_tier", "flex", "stop", List.of("x"), "label", "8"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "type: gemini, key: k | query: {a: b} | engines.e.query: is no key of gemini engines",
                "type: deepgram, key: k | body: {a: b} | engines.e.body: is no key of deepgram engines",
            })
    void shouldRefuseParametersAndFieldsWhereAServiceTakesNone(String engine, String more, String why) {
        assertThatThrownBy(() -> config(engine + ", " + more, agent(type(engine))))
                .hasMessageContaining(why);
    }
}
