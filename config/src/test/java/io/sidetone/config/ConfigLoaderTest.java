package io.sidetone.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.agent.FlowSource;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.NamedPipe;
import io.sidetone.config.value.Secret;
import io.sidetone.core.facts.NumberPlan;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {
    private static final Optional<EngineConfig.Type> AS_WRITTEN = Optional.empty();

    @TempDir
    private Path folder;

    private Path file(String name, int port) throws Exception {
        return Files.writeString(folder.resolve(name), Loading.AGENTS + "sip: {port: " + port + "}");
    }

    @Test
    void shouldLoadAgainFromWhereItCameFromWhateverElseThereIsByThen() throws Exception {
        ConfigLoader loader = Loading.loader(Map.of(), folder.resolve("system.yaml"));
        LoadedConfig shipped = loader.loadFirst(Optional.empty(), AS_WRITTEN);
        Path system = file("system.yaml", 3);
        LoadedConfig found = loader.loadFirst(Optional.empty(), AS_WRITTEN);
        file("system.yaml", 4);

        assertThat(loader.loadAgain(shipped, AS_WRITTEN).source()).isEqualTo(shipped.source());
        assertThat(loader.loadAgain(found, AS_WRITTEN).config().sip().port()).isEqualTo(4);
        Files.delete(system);
        assertThatThrownBy(() -> loader.loadAgain(found, AS_WRITTEN))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("does not exist");
    }

    @Test
    void shouldPreferTheNamedFileThenTheVariableThenTheSystemFile() throws Exception {
        Path named = file("named.yaml", 1);
        Path variable = file("variable.yaml", 2);
        Path system = file("system.yaml", 3);
        Map<String, String> set = Map.of(ConfigLoader.VARIABLE, variable.toString());

        assertThat(Loading.loader(set, system)
                        .loadFirst(Optional.of(named), AS_WRITTEN)
                        .config()
                        .sip()
                        .port())
                .isEqualTo(1);
        assertThat(Loading.loader(set, system)
                        .loadFirst(Optional.empty(), AS_WRITTEN)
                        .config()
                        .sip()
                        .port())
                .isEqualTo(2);
        assertThat(Loading.loader(Map.of(), system)
                        .loadFirst(Optional.empty(), AS_WRITTEN)
                        .source())
                .isEqualTo(system.toString());
    }

    @Test
    void shouldFallBackToTheCopyInTheJar() throws Exception {
        assumeTrue(
                FlowSource.of("classpath:agents/appointment-desk.yaml", folder).readable(),
                "the appointment desk's flow is not part of this build");
        LoadedConfig loaded = Loading.loader(Map.of(), folder.resolve("none")).loadFirst(Optional.empty(), AS_WRITTEN);

        assertThat(loaded.source()).isEqualTo("the configuration in the JAR");
        SidetoneConfig config = loaded.config();
        assertThat(config.sip().bind()).hasToString("127.0.0.1");
        assertThat(config.sip().port()).isEqualTo(5060);
        assertThat(config.rtp().bind()).hasToString("127.0.0.1");
        assertThat(config.rtp().ports()).hasToString("10000-20000");
        assertThat(config.http().bind()).hasToString("127.0.0.1");
        assertThat(config.http().port()).isEqualTo(8080);
        assertThat(config.engines().values())
                .extracting(EngineConfig::type)
                .containsExactly(EngineConfig.Type.EMBEDDED);
        assertThat(config.agents()).extracting(AgentConfig::name).containsExactly("appointment-desk");
        try (InputStream flow = config.agents().get(0).flow().orElseThrow().open()) {
            assertThat(flow.readAllBytes()).isNotEmpty();
        }
    }

    @Test
    void shouldSayWhatIsWrongWithTheFileItself() throws Exception {
        ConfigLoader loader = Loading.loader(Map.of(), folder.resolve("none"));
        assertThatThrownBy(() -> loader.load(folder.resolve("absent.yaml"), AS_WRITTEN))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        folder + "/absent.yaml: does not exist; name a file; print-config writes one to begin with");
        assertThatThrownBy(() -> loader.load(folder, AS_WRITTEN))
                .hasMessage(folder + ": is a folder; name the file in it");
        Path large = Files.write(folder.resolve("large.yaml"), new byte[ConfigLoader.MAX_BYTES + 1]);
        assertThatThrownBy(() -> loader.load(large, AS_WRITTEN))
                .hasMessage(large + ": is larger than 1 MiB; name a configuration file");
        Path binary = Files.write(folder.resolve("binary.yaml"), new byte[] {(byte) 0xC3, (byte) 0x28});
        assertThatThrownBy(() -> loader.load(binary, AS_WRITTEN))
                .hasMessage(binary + ": is not UTF-8 text; save it as UTF-8");
    }

    @Test
    void shouldNotWaitForAWriterWhenAFileIsAPipe() throws Exception {
        Path pipe = folder.resolve("pipe");
        Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assumeTrue(made.waitFor() == 0, "no FIFO can be made in " + folder);
        assertThat(NamedPipe.at(pipe)).isTrue();
        assertThat(NamedPipe.at(folder)).isFalse();
        assertThat(NamedPipe.at(folder.resolve("none"))).isFalse();
        assertThatThrownBy(() -> Loading.loader(Map.of(), pipe).load(pipe, Optional.empty()))
                .hasMessageContaining(pipe + ": is a pipe, into which no process may ever write; name a regular file");
        assertThat(Loading.problems(
                        Loading.AGENTS
                                + "http: {token: \"${file:PIPE}\"}\nactions: {a: {type: webhook, url: \"https://a.example\", description: a, parameters: PIPE}}\n"
                                        .replace("PIPE", pipe.toString()),
                        Map.of()))
                .hasSize(2)
                .allMatch(problem -> problem.contains("is a pipe"));
    }

    @Test
    void shouldSayThatAnEmptyNameNamesNoFile() {
        assertThatThrownBy(() -> Loading.loader(Map.of(), folder).load(Path.of(""), Optional.empty()))
                .hasMessageContaining("'': names no file; name a configuration file");
    }

    @Test
    void shouldFindRoomForPagesBesideAsManyStreamsAsThereMayBeCalls() throws Exception {
        assertThat(Loading.config("limits: {max-calls: 2000}").http().maxConnections())
                .isEqualTo(2256);
        assertThat(Loading.config("http: {max-connections: 9}").http().maxConnections())
                .isEqualTo(9);
    }

    @Test
    void shouldResolveFlowsFromTheFolderOfTheFile() throws Exception {
        Files.writeString(folder.resolve("desk.yaml"), "say: hello");
        Path file = Files.writeString(
                folder.resolve("c.yaml"),
                """
                engines: {e: {type: embedded}}
                agents:
                  a: {recognizer: e, dialogue: e, synthesizer: e, flow: desk.yaml, match: {called: "1*"}}
                  b: {recognizer: e, dialogue: e, synthesizer: e, flow: "classpath:agents/test-flow.yaml"}
                """);
        SidetoneConfig config =
                Loading.loader(Map.of(), file).load(file, AS_WRITTEN).config();
        try (InputStream flow = config.agents().get(0).flow().orElseThrow().open()) {
            assertThat(new String(flow.readAllBytes())).isEqualTo("say: hello");
        }
        try (InputStream flow = config.agents().get(1).flow().orElseThrow().open()) {
            assertThat(new String(flow.readAllBytes())).startsWith("# Stands for");
        }
    }

    @Test
    void shouldReadSecretsFromVariablesAndFiles() throws Exception {
        Files.writeString(folder.resolve("token"), "from-file\n");
        Path file = folder.resolve("c.yaml");
        Map<String, String> variables = Map.of("TOKEN", "from-variable", "EMPTY", "", "DIR", folder.toString());
        Map<String, String> expected = Map.of(
                "${TOKEN}", "from-variable",
                "${EMPTY:-other}", "other",
                "${UNSET:-${TOKEN}}", "from-variable",
                "${file:token}", "from-file",
                "${file:${DIR}/token}", "from-file",
                "a$${b}", "a${b}",
                "x-${TOKEN}-y", "x-from-variable-y");
        for (Map.Entry<String, String> each : expected.entrySet()) {
            Files.writeString(file, Loading.AGENTS + "http: {token: '" + each.getKey() + "'}");
            Optional<Secret> token = Loading.loader(variables, file)
                    .load(file, AS_WRITTEN)
                    .config()
                    .http()
                    .token();
            assertThat(token.orElseThrow().value()).as(each.getKey()).isEqualTo(each.getValue());
            assertThat(token).hasToString("Optional[********]");
        }
    }

    @Test
    void shouldKeepNumbersAsWrittenWhereTextIsWanted() throws Exception {
        String yaml =
                """
                engines: {mock: {type: mock}}
                agents:
                  a: {recognizer: mock, dialogue: mock, synthesizer: mock, match: {called: [+4930555*, 0123, on]}}
                """;
        SidetoneConfig config = Loading.load(yaml, Map.of()).config();
        assertThat(config.agents().get(0).match().called()).containsExactly("+4930555*", "0123", "on");
    }

    @Test
    void shouldChooseTheAgentByNumberAndHeader() throws Exception {
        String engines = "recognizer: mock, dialogue: mock, synthesizer: mock";
        SidetoneConfig config = Loading.load(
                        """
                        engines: {mock: {type: mock}}
                        agents:
                          rest: {ENGINES}
                          sales: {ENGINES, match: {called: ["100", "+4930*"], header: {X-Department: sales}}}
                          night: {ENGINES, match: {called: "100"}}
                        """
                                .replace("ENGINES", engines),
                        Map.of())
                .config();
        assertThat(config.agentFor("100", "", name -> "X-Department".equals(name) ? "sales" : null))
                .hasValueSatisfying(agent -> assertThat(agent.name()).isEqualTo("sales"));
        assertThat(config.agentFor("100", "", name -> null))
                .hasValueSatisfying(agent -> assertThat(agent.name()).isEqualTo("night"));
        assertThat(config.agentFor("+49301", "", name -> null))
                .hasValueSatisfying(agent -> assertThat(agent.name()).isEqualTo("rest"));
    }

    @Test
    void shouldAnswerNobodyWhenNoAgentFits() throws Exception {
        SidetoneConfig config = Loading.load(
                        "engines: {m: {type: mock}}\n"
                                + "agents: {a: {recognizer: m, dialogue: m, synthesizer: m, match: {called: \"1\"}}}",
                        Map.of())
                .config();
        assertThat(config.agentFor("2", "", name -> null)).isEmpty();
    }

    @Test
    @Tag("ITE-POL-001")
    @Tag("ITE-REQ-005")
    void shouldBuildPoliciesFromProfilesAndFields() throws Exception {
        SidetoneConfig config = Loading.config(
                """
                rtp: {timeout: 20s}
                hold: {max: 1m}
                limits: {max-call-length: 10m}
                playout: {credit: 2s}
                policies:
                  quick: {profile: assertive, endSilenceMs: 500}
                  plain: {minSpeechMs: 300}
                  trusting: {vad: recognizer}
                """);
        TurnPolicy standard = config.policy("default");
        assertThat(standard.allowBargeIn()).isTrue();
        assertThat(standard.interruptionBudgetMs()).isEqualTo(250);
        assertThat(standard.bounds().mediaTimeoutMs()).isEqualTo(20_000);
        assertThat(standard.bounds().maxHoldMs()).isEqualTo(60_000);
        assertThat(standard.bounds().maxCallMs()).isEqualTo(600_000);
        assertThat(standard.bounds().creditMs()).isEqualTo(2_000);
        assertThat(config.policy("assertive").interruptionBudgetMs()).isEqualTo(200);
        assertThat(config.policy("hands-free").allowBargeIn()).isFalse();
        assertThat(standard.vad()).isEqualTo(SpeechSource.ENERGY);
        assertThat(config.policy("trusting").vad()).isEqualTo(SpeechSource.RECOGNIZER);
        assertThat(config.policy("quick").profile()).isEqualTo("assertive");
        assertThat(config.policy("quick").endSilenceMs()).isEqualTo(500);
        assertThat(config.policy("quick").minSpeechMs()).isEqualTo(400);
        assertThat(config.policy("plain").profile()).isEqualTo("custom");
        assertThat(config.policy("plain").minSpeechMs()).isEqualTo(300);
        assertThat(config.policy("plain").speechThreshold()).isEqualTo(0.7f);
    }

    @Test
    void shouldConcludeWhatDependsOnOtherKeys() throws Exception {
        SidetoneConfig config = Loading.config(
                """
                sip: {bind: 0.0.0.0, advertise: 192.0.2.7, trunks: [{name: c, from: 198.51.100.0/24, nat: true}]}
                http: {bind: "::", token: secret}
                """);
        assertThat(config.rtp().bind()).isEqualTo(IpAddress.parse("0.0.0.0"));
        assertThat(config.rtp().advertise()).isEqualTo(IpAddress.parse("192.0.2.7"));
        assertThat(config.lanes().count()).isEqualTo(2);
        assertThat(config.embedded()).isEqualTo(new EmbeddedConfig(8, 2, "slt"));
        assertThat(config.limits().drain()).isEqualTo(Duration.ofSeconds(300));
        assertThat(config.sip().trunks().get(0).nat()).isTrue();
    }

    @Test
    void shouldTakeWhetherMediaIsEncryptedForEachTrunk() throws Exception {
        SidetoneConfig config =
                Loading.config("sip: {srtp: optional, trunks: [{name: c, from: 198.51.100.0/24, srtp: off},"
                        + " {name: d, from: 192.0.2.0/24, srtp: required, srtp-over-plain-signalling: true}]}");
        assertThat(config.sip().srtp()).isEqualTo("optional");
        assertThat(config.sip().srtpOverPlainSignalling()).isFalse();
        assertThat(config.sip().trunks()).extracting(SipConfig.Trunk::srtp).containsExactly("off", "required");
        assertThat(config.sip().trunks())
                .extracting(SipConfig.Trunk::srtpOverPlainSignalling)
                .containsExactly(false, true);
    }

    @Test
    void shouldEncryptCallsOfATrunkThatDoesNotSayLikeAllOthers() throws Exception {
        SidetoneConfig config = Loading.config("sip: {srtp: required, srtp-over-plain-signalling: true, trunks:"
                + " [{name: c, from: 198.51.100.0/24}, {name: d, from: 192.0.2.0/24, srtp: off},"
                + " {name: e, from: 203.0.113.0/24, srtp-over-plain-signalling: false}]}");
        assertThat(config.sip().trunks())
                .extracting(SipConfig.Trunk::srtp)
                .containsExactly("required", "off", "required");
        assertThat(config.sip().trunks())
                .extracting(SipConfig.Trunk::srtpOverPlainSignalling)
                .containsExactly(true, true, false);
        SipConfig one = Loading.config("sip: {srtp-over-plain-signalling: true, trunks:"
                        + " [{name: c, from: 198.51.100.0/24, srtp: required}]}")
                .sip();
        assertThat(one.trunks()).allMatch(SipConfig.Trunk::srtpOverPlainSignalling);
    }

    @Test
    void shouldTakeTheMediaNetworksOfATranslatedTrunk() throws Exception {
        SidetoneConfig config = Loading.config(
                "sip: {trunks: [{name: c, from: 198.51.100.0/24, nat: true, media-networks: [203.0.113.0/24]}]}");
        assertThat(config.sip().trunks().get(0).mediaNetworks()).hasToString("[203.0.113.0/24]");
        assertThat(config.sip().trunkInvitesPerSecond()).isEqualTo(2_000);
    }

    @Test
    void shouldTellTheMockHowToBehave() throws Exception {
        String agents = "agents: {a: {recognizer: m, dialogue: m, synthesizer: m}}\n";
        EngineConfig standard = Loading.load(agents + "engines: {m: {type: mock}}", Map.of())
                .config()
                .engines()
                .get("m");
        assertThat(standard.mock()).isEqualTo(MockBehavior.DEFAULT);
        EngineConfig slow = Loading.load(
                        agents + "engines: {m: {type: mock, greeting: '', reply: no, action: book, delay: 2s}}",
                        Map.of())
                .config()
                .engines()
                .get("m");
        assertThat(slow.mock()).isEqualTo(new MockBehavior("", "no", "book", "", 2_000));
        EngineConfig busy = Loading.load(
                        agents + "engines: {m: {type: mock, action: [book, hold], parameters: {on: 'yes'}}}", Map.of())
                .config()
                .engines()
                .get("m");
        assertThat(busy.mock().actions()).containsExactly("book", "hold");
        assertThat(busy.mock().parameters()).isEqualTo(Map.of("on", "yes"));
    }

    @Test
    void shouldTransferToNobodyUnlessAnAgentNamesThem() throws Exception {
        String engine = "engines: {m: {type: mock}}\n";
        String agent = "agents: {a: {recognizer: m, dialogue: m, synthesizer: m, transfer-to: %s}}\n";
        assertThat(Loading.load(engine + agent.formatted("[]"), Map.of())
                        .config()
                        .agents()
                        .get(0)
                        .transferTo())
                .isEmpty();
        assertThat(Loading.load(engine + agent.formatted("['sip:*@192.0.2.7', '+4930*', 'tel:110', any]"), Map.of())
                        .config()
                        .agents()
                        .get(0)
                        .transferTo())
                .containsExactly("sip:*@192.0.2.7", "+4930*", "tel:110", "any");
        assertThatThrownBy(() -> Loading.load(engine + agent.formatted("['the desk']"), Map.of()))
                .isInstanceOfSatisfying(ConfigException.class, wrong -> assertThat(
                                wrong.problems().toString())
                        .contains("agents.a.transfer-to")
                        .contains("'the desk'")
                        .contains("sip:, sips: or tel: URI"));
        for (String open : List.of("sip:100*", "sips:desk@branch*", "sip:*@*.example.com")) {
            assertThatThrownBy(() -> Loading.load(engine + agent.formatted("['" + open + "']"), Map.of()))
                    .isInstanceOfSatisfying(ConfigException.class, wrong -> assertThat(
                                    wrong.problems().toString())
                            .contains("'" + open + "' lets * stand for a host")
                            .contains("put * before an @"));
        }
    }

    @Test
    void shouldGiveEveryAgentTheEnginesOfTheCommandLine() throws Exception {
        String yaml =
                """
                engines: {e: {type: embedded}}
                agents: {a: {recognizer: e, dialogue: e, synthesizer: e, flow: "classpath:agents/test-flow.yaml"}}
                """;
        SidetoneConfig config = Loading.loader(Map.of(), folder.resolve("none"))
                .parse(yaml, "test.yaml", folder, Optional.of(EngineConfig.Type.MOCK))
                .config();
        AgentConfig agent = config.agents().get(0);
        assertThat(agent.recognizers()).isEqualTo(agent.dialogues()).isEqualTo(agent.synthesizers());
        assertThat(config.engines().get(agent.dialogues().get(0)).type()).isEqualTo(EngineConfig.Type.MOCK);
    }

    @Test
    void shouldWantAFlowWhenTheCommandLineAsksForEmbeddedEngines() {
        assertThatThrownBy(() -> Loading.loader(Map.of(), folder)
                        .parse(Loading.AGENTS, "test.yaml", folder, Optional.of(EngineConfig.Type.EMBEDDED)))
                .hasMessageContaining("agents.desk.flow: is missing");
    }

    @Test
    void shouldTakeHowATrunkWritesNumbersAndWhichHeadersItGets() throws Exception {
        SidetoneConfig config = Loading.config("sip: {trunks: [{name: c, from: 198.51.100.0/24,"
                + " numbers: {country: '+49', national-prefix: '0', international-prefix: '00', bare: national},"
                + " headers: {X-Tenant: example}}, {name: d, from: 192.0.2.0/24}]}");
        assertThat(config.sip().trunks().get(0).numbers().plan())
                .isEqualTo(new NumberPlan("+49", "0", "00", NumberPlan.Bare.NATIONAL));
        assertThat(config.sip().trunks().get(0).headers()).isEqualTo(Map.of("X-Tenant", "example"));
        assertThat(config.sip().trunks().get(1).numbers().plan()).isEqualTo(NumberPlan.UNKNOWN);
        assertThat(config.sip().trunks().get(1).headers()).isEmpty();
    }
}
