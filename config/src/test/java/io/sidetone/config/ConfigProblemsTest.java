package io.sidetone.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.sidetone.config.engine.EngineConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigProblemsTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource
    void shouldNameKeyProblemAndRemedyWhenASectionIsWrong(String yaml, String problem) {
        assertThat(Loading.problems(Loading.AGENTS + yaml, Map.of())).containsExactly(problem);
    }

    static Stream<Arguments> shouldNameKeyProblemAndRemedyWhenASectionIsWrong() {
        return table("problems.txt");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void shouldNameWrongReferencesWhenAnAgentIsWrong(String agents, String problem) {
        String engines = "engines: {mock: {type: mock}, voice: {type: embedded}}\n";
        assertThat(Loading.problems(engines + "agents: " + agents, Map.of())).containsExactly(problem);
    }

    static Stream<Arguments> shouldNameWrongReferencesWhenAnAgentIsWrong() {
        return table("agent-problems.txt");
    }

    /** Pairs of a line of YAML and an indented line with the problem. */
    private static Stream<Arguments> table(String resource) {
        List<Arguments> rows = new ArrayList<>();
        try (InputStream in = ConfigProblemsTest.class.getResourceAsStream(resource)) {
            String yaml = null;
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (line.startsWith("    ")) {
                    rows.add(arguments(yaml, line.strip()));
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    yaml = line;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows.stream();
    }

    @Test
    void shouldSayWhatAnEngineNeedsAndWhatItCannotDo() {
        String agents = "agents: {a: {recognizer: e, dialogue: e, synthesizer: e}}\n";
        assertThat(Loading.problems(agents + "engines: {e: {type: deepgram}}", Map.of()))
                .containsExactly(
                        "engines.e.key: is missing, and deepgram refuses requests without one; set it, best as"
                                + " ${file:/etc/sidetone/deepgram.key}",
                        "agents.a.dialogue: 'e' is of the type deepgram, which is no dialogue; name an engine of the type"
                                + " embedded, mock, plugin, openai, azure-openai, anthropic, gemini, relay");
        assertThat(Loading.problems(
                        agents + "engines: {e: {type: mock, key: x12345678}, f: {type: embedded, reply: x}}", Map.of()))
                .containsExactly(
                        "engines.e.key: is no key of mock engines, but of services and plugin; remove it",
                        "engines.f.reply: is no key of embedded engines, but of mock engines; remove it");
        assertThat(Loading.problems(agents + "engines: {e: {type: moc}}", Map.of()))
                .containsExactly("engines.e.type: 'moc' is no type of engine; did you mean 'mock'?");
        assertThat(Loading.problems(agents + "engines: {e: {}}", Map.of()))
                .singleElement()
                .asString()
                .startsWith("engines.e.type: is missing; give it: embedded: recognizer");
        assertThat(Loading.problems(
                        agents
                                + "engines: {e: {type: openai, url: 'http://192.0.2.1/v1', voice: v, trust: nowhere.pem}}",
                        Map.of()))
                .containsExactly(
                        "engines.e.url: 'http://192.0.2.1' would carry the caller's words in the clear; use https or wss,"
                                + " or say plain: true beside it if the network between is yours",
                        "engines.e.trust: 'nowhere.pem' is no readable file; name a file of certificates in PEM");
    }

    @Test
    void shouldSayNothingElseOfAnAddressWhenItHasNoHost() {
        for (String type : List.of("openai", "relay")) {
            String engines = "engines: {m: {type: mock}, e: {type: " + type + ", url: 'http://my_host:8000/v1'}}\n";
            assertThat(Loading.problems(
                            engines + "agents: {a: {recognizer: m, dialogue: e, synthesizer: m}}\n", Map.of()))
                    .containsExactly(
                            "engines.e.url: 'http://my_host:8000/v1' is no address of a service; write https://HOST,"
                                    + " wss://HOST, http://HOST or ws://HOST, with a path if it has one");
        }
    }

    @Test
    void shouldWantTheAddressOfARelayAndAKeyForAnotherMachine() {
        String rest = "engines: {m: {type: mock}, e: {type: relay%s}}\n"
                + "agents: {a: {recognizer: m, dialogue: e, synthesizer: m}}\n";
        assertThat(Loading.problems(rest.formatted(", url: 'ws://127.0.0.1:8765/agent'"), Map.of()))
                .isEmpty();
        assertThat(Loading.problems(rest.formatted(", url: 'wss://agent.example.com', key: k123456789"), Map.of()))
                .isEmpty();
        assertThat(Loading.problems(rest.formatted(""), Map.of()))
                .containsExactly("engines.e.url: is missing: it is the agent's own; write wss:// or https://HOST/PATH,"
                        + " or ws:// or http:// on this machine");
        assertThat(Loading.problems(rest.formatted(", url: 'https://agent.example.com', model: m"), Map.of()))
                .containsExactly(
                        "engines.e.model: is no key of relay engines, but of services, vosk and plugin; remove it",
                        "engines.e.key: is missing, and the agent on another machine cannot know who asks; set it, best as"
                                + " ${file:/etc/sidetone/relay.key}");
    }

    @Test
    void shouldSayWhatAnEngineOfAPluginNeeds() throws Exception {
        String agents = "agents: {a: {recognizer: e, dialogue: m, synthesizer: m}}\n";
        assertThat(Loading.problems(agents + "engines: {m: {type: mock}, e: {type: vosk, key: x12345678}}", Map.of()))
                .containsExactly(
                        "engines.e.key: is no key of vosk engines, but of services and plugin; remove it",
                        "engines.e.model: is missing, and vosk has none of its own; name the folder of a model;"
                                + " docs/engines.md says where there are some",
                        "engines.e.type: vosk needs the plugin vosk, and plugins is not set; set plugins to the folder that"
                                + " holds it; the build makes one in plugins/vosk/target/plugins");
        assertThat(Loading.problems(agents + "engines: {m: {type: mock, model: x}, e: {type: mock}}", Map.of()))
                .containsExactly(
                        "engines.m.model: is no key of mock engines, but of services, vosk and plugin; remove it");
        String whole = agents + "plugins: /tmp\nengines: {m: {type: mock}, e: {type: vosk, model: models/en,"
                + " options: {threads: 3}}}\n";
        EngineConfig engine = Loading.load(whole, Map.of()).config().engines().get("e");
        assertThat(engine.service().model())
                .isEqualTo(Loading.FOLDER.resolve("models/en").toString());
        assertThat(engine.service().options()).isEqualTo(Map.of("threads", "3"));
        assertThat(Loading.problems(whole.replace("dialogue: m", "dialogue: e"), Map.of()))
                .singleElement()
                .asString()
                .startsWith("agents.a.dialogue: 'e' is of the type vosk, which is no dialogue; name an engine");
    }

    @Test
    void shouldTakeARealtimeModelInPlaceOfTheOtherThree() {
        String engines = "engines: {rt: {type: openai-realtime, key: sk-0123456789}, m: {type: mock}}\n";
        assertThat(Loading.problems(engines + "agents: {a: {realtime: rt}}", Map.of()))
                .isEmpty();
        assertThat(Loading.problems(engines + "agents: {a: {realtime: m, dialogue: m}}", Map.of()))
                .containsExactly(
                        "agents.a.realtime: 'm' is of the type mock, which hears and speaks not by itself; name an engine of"
                                + " the type openai-realtime or azure-realtime",
                        "agents.a.dialogue: is given beside realtime, which is all three; remove one of the two");
        assertThat(Loading.problems(engines + "agents: {a: {recognizer: rt, dialogue: m, synthesizer: m}}", Map.of()))
                .containsExactly(
                        "agents.a.recognizer: 'rt' is a realtime model; name it in realtime, without the other three");
        assertThat(Loading.problems(engines + "agents: {a: {recognizer: m, dialogue: m}}", Map.of()))
                .containsExactly("agents.a.synthesizer: is missing; name at least one engine");
    }

    @Test
    @Tag("ITE-SEC-002")
    void shouldRefuseUnsafeTimesWithARemedy() {
        String yaml = Loading.AGENTS
                + "policies: {p: {endSilenceMs: 149, resumeSilenceMs: 100, interruptionBudgetMs: 751, minSpeechMs: 199}}";
        assertThat(Loading.problems(yaml, Map.of()))
                .containsExactly(
                        "policies.p.minSpeechMs: '199' is outside 200 to 5000 (line 3); write a whole number from 200 to 5000",
                        "policies.p.resumeSilenceMs: '100' is outside 150 to 5000 (line 3); write a whole number from 150 to 5000",
                        "policies.p.endSilenceMs: '149' is outside 150 to 5000 (line 3); write a whole number from 150 to 5000",
                        "policies.p.interruptionBudgetMs: '751' is outside 60 to 750 (line 3); write a whole number from 60 to"
                                + " 750");
    }

    @Test
    @Tag("ITE-PAT-003")
    void shouldRefuseASourceOfEvidenceThatTheAgentDoesNotHave() {
        String yaml =
                """
                engines: {mock: {type: mock}, stt: {type: embedded}}
                policies: {p: {vad: recognizer}}
                agents: {a: {recognizer: stt, dialogue: mock, synthesizer: mock, policy: p}}
                """;
        assertThat(Loading.problems(yaml, Map.of()))
                .containsExactly("policies.p.vad: 'recognizer' is asked for by agents.a, whose recognizer stt gives no"
                        + " speech evidence; use energy, or a recognizer that does");
        assertThat(Loading.problems(yaml.replace("recognizer: stt", "recognizer: mock"), Map.of()))
                .isEmpty();
        assertThat(Loading.problems(yaml.replace("vad: recognizer", "vad: webrtc"), Map.of()))
                .singleElement()
                .asString()
                .startsWith("policies.p.vad: 'webrtc'")
                .contains("energy");
    }

    @Test
    void shouldRefuseANetworkThatHasNoModelOrNoPlugin() {
        String yaml =
                """
                engines: {mock: {type: mock}}
                policies: {p: {vad: silero}}
                agents: {a: {recognizer: mock, dialogue: mock, synthesizer: mock, policy: p}}
                """;
        assertThat(Loading.problems(yaml, Map.of()))
                .containsExactly(
                        "policies.p.vad: 'silero' is asked for by agents.a, and there is no vad.silero.model; set"
                                + " it to the file that scripts/fetch-silero fetches, or use energy");
        assertThat(Loading.problems(yaml + "vad: {silero: {model: silero_vad.onnx}}", Map.of()))
                .containsExactly(
                        "vad.silero.model: " + Loading.FOLDER.resolve("silero_vad.onnx")
                                + " is no file that can be read;"
                                + " scripts/fetch-silero fetches it; name it with its folder",
                        "vad.silero.model: needs the plugin silero, and plugins is not set; set plugins to the folder that"
                                + " holds it; the build makes one in plugins/silero/target/plugins");
        assertThat(Loading.problems(yaml + "plugins: here\nvad: {silero: {model: /dev/null}}", Map.of()))
                .containsExactly("plugins: " + Loading.FOLDER.resolve("here")
                        + " is no folder that can be read; make it, or remove the key");
        assertThat(Loading.problems(
                        yaml + "plugins: /tmp\nvad: {silero: {model: /dev/null, interval: 50ms}}", Map.of()))
                .singleElement()
                .asString()
                .startsWith("vad.silero.interval: ");
    }

    @Test
    void shouldTellEveryProblemAtOnce() {
        String yaml =
                """
                sip: {prt: 1, bind: 192.0.2.1}
                rtp: {timeout: 5}
                engines: {e: {type: cartesia}}
                agents: {a: {recognizer: f, dialogue: e, synthesizer: e, policy: none}}
                """;
        assertThat(Loading.problems(yaml, Map.of()))
                .hasSize(8)
                .extracting(problem -> problem.substring(0, problem.indexOf(':')))
                .containsExactly(
                        "sip.prt",
                        "rtp.timeout",
                        "engines.e.key",
                        "engines.e.voice",
                        "sip.bind",
                        "agents.a.recognizer",
                        "agents.a.dialogue",
                        "agents.a.policy");
    }

    @Test
    void shouldBoundTheListWhenEverythingIsWrong() {
        StringBuilder yaml = new StringBuilder(Loading.AGENTS);
        for (int i = 0; i < 500; i++) {
            yaml.append("key").append(i).append(": 1\n");
        }
        List<String> problems = Loading.problems(yaml.toString(), Map.of());
        assertThat(problems).hasSize(101);
        assertThat(problems.get(100)).isEqualTo("test.yaml: 400 more problems are not shown; mend those above first");
    }

    @Test
    void shouldShowControlCharactersHarmlesslyWhenAKeyHoldsThem() {
        assertThat(Loading.problems(Loading.AGENTS + "\"a\\nb\\e[2J\": 1", Map.of()))
                .singleElement()
                .asString()
                .startsWith("a\\u000ab\\u001b[2J: is not a known key")
                .doesNotContain("\n");
    }

    @Test
    void shouldRefuseOneModelForSeveralRoles() {
        String engine = "engines: {o: {type: openai, key: sk-0123456789, model: gpt-4.1}, d: {type: deepgram, key:"
                + " sk-0123456789, model: nova-3}, m: {type: mock}}\n";
        assertThat(Loading.problems(
                        engine + "agents: {a: {recognizer: [d, o], dialogue: o, synthesizer: d}}", Map.of()))
                .containsExactly("engines.o.model: 'gpt-4.1' is one model, and agents use the engine as recognizer and"
                        + " dialogue; name an engine for each of them, or leave model out for the usual ones");
        assertThat(Loading.problems(engine + "agents: {a: {recognizer: m, dialogue: o, synthesizer: m}}", Map.of()))
                .isEmpty();
    }

    @Test
    void shouldKnowTheSentencesOfAnAgent() {
        String engines = "engines: {m: {type: mock}}\n";
        String agent = "agents: {a: {recognizer: m, dialogue: m, synthesizer: m, sentences: {%s}}}";
        assertThat(Loading.problems(engines + agent.formatted("no-inputs: 'Hallo?', goodbye: ' '"), Map.of()))
                .containsExactlyInAnyOrder(
                        "agents.a.sentences.no-inputs: is no sentence of an agent; did you mean no-input?",
                        "agents.a.sentences.goodbye: is empty; write the sentence, or remove it for the English one");
        assertThat(Loading.problems(engines + agent.formatted("no-input: 'Sind Sie noch da?'"), Map.of()))
                .isEmpty();
    }
}
