package io.sidetone.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.LoadedConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.server.ExitCode;
import io.sidetone.tools.softphone.signalling.SipPhone;
import io.sidetone.tools.softphone.wire.CallEcho;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.sdp.SdpCodec;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandsTest {
    private static final String GOOD =
            """
            http: {token: s3cret-value}
            engines: {mock: {type: mock}}
            agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
            """;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<LoadedConfig> served = new ArrayList<>();
    private final List<CallOptions> called = new ArrayList<>();
    private ExitCode answer = ExitCode.OK;

    private int run(String... args) {
        ConfigLoader loader =
                new ConfigLoader(new ConfigEnvironment(Map.<String, String>of()::get, 2, folder.resolve("none")));
        ServeRunner serve = (config, again, stdout, stderr) -> {
            served.add(config);
            return answer;
        };
        CallRunner call = (options, stdout, stderr) -> {
            called.add(options);
            return answer;
        };
        return new Commands(loader, serve, call).run(new PrintWriter(out), new PrintWriter(err), args);
    }

    private String file(String text) throws Exception {
        return Files.writeString(folder.resolve("c.yaml"), text).toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                  | no command given; see 'sidetone --help'",
                "dance                               | 'dance' is no command; there are serve, call, check-config, print-config, check-engines, check-trunks, replay, test, chat, calls, show, new, eval-turns, version, help; see 'sidetone --help'",
                "serv                                | 'serv' is no command; did you mean serve?; see 'sidetone --help'",
                "--fast                              | Unknown option: '--fast'; see 'sidetone --help'",
                "serve --fast                        | Unknown option: '--fast'; see 'sidetone serve --help'",
                "serve -c                            | Missing required parameter for option '-c' (FILE); see 'sidetone serve --help'",
                "check-config                        | Missing required parameter: 'FILE'; see 'sidetone check-config --help'",
                "call                                | Missing required parameter: 'SIP-URI'; see 'sidetone call --help'",
                "call 100                            | '100' is no SIP address; write sip:USER@HOST:PORT; see 'sidetone call --help'",
                "call sip:a@b --play /none.wav       | --play /none.wav cannot be read; name a readable file; see 'sidetone call --help'",
                "call sip:a@b --barge-in-at 5        | --barge-in-at needs a sound; add --play WAV or --say TEXT; see 'sidetone call --help'",
                "call sip:a@b --play pom.xml --say x | --play and --say are two sounds for one moment; take one, or --script for both; see 'sidetone call --help'",
                "call sip:a@b --say=                 | --say takes 1 to 1000 characters; write it shorter, or use --script; see 'sidetone call --help'",
                "call sip:a@b --barge-in-at=-1       | --barge-in-at -1 lies in the past; write milliseconds from 0; see 'sidetone call --help'",
                "call sip:a@b --codec speex          | --codec speex is not known; write pcmu, pcma, g722 or opus; see 'sidetone call --help'",
                "call sip:a@b --echo loud            | --echo 'loud' is no echo; write DB@MS in whole numbers, for example 15@60; see 'sidetone call --help'",
                "call sip:a@b --echo 61@60           | --echo 61@60 is out of range; write a loss of 0 to 60 dB and a delay of 40 to 500 ms, for example 15@60; see 'sidetone call --help'",
                "call sip:a@b --echo 15@20           | --echo 15@20 is out of range; write a loss of 0 to 60 dB and a delay of 40 to 500 ms, for example 15@60; see 'sidetone call --help'",
                "call sip:a@b --srtp yes             | --srtp yes is not known; write off, optional or required; see 'sidetone call --help'",
                "call sip:a@b --barge-in-at x        | Invalid value for option '--barge-in-at': 'x' is not an int; see 'sidetone call --help'"
            })
    void shouldEndWithTwoAndOneLineWhenTheCommandLineMakesNoSense(String args, String message) {
        assertThat(run(args.isBlank() ? new String[0] : args.strip().split("\\s+")))
                .isEqualTo(2);
        assertThat(err.toString()).isEqualTo("sidetone: " + message + System.lineSeparator());
        assertThat(out.toString()).isEmpty();
        assertThat(served).isEmpty();
        assertThat(called).isEmpty();
    }

    @Test
    void shouldNameTheEngineSetsWhenAnotherIsAskedFor() {
        assertThat(run("serve", "--engines", "cloud")).isEqualTo(2);
        assertThat(err.toString())
                .contains("'--engines'")
                .contains("[mock, embedded]")
                .contains("'cloud'");
    }

    @Test
    void shouldPrintUsageToStandardOutput() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("serve")
                .contains("call")
                .contains("check-config")
                .contains("print-config")
                .contains("version")
                .contains("78  the configuration cannot be used");
        assertThat(run("call", "--help")).isZero();
        assertThat(run("help", "serve")).isZero();
        assertThat(out.toString())
                .contains("--barge-in-at=MS")
                .contains("on-reprompt: repeat")
                .contains("--engines=SET");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldPrintVersionCommitAndJvm() {
        assertThat(run("version")).isZero();
        assertThat(out.toString())
                .matches("sidetone \\S+ \\(commit ([0-9a-f]{7,40}|unknown)\\) on .*; audio filters: plain loops .*\\R")
                .contains(System.getProperty("java.runtime.version"));
        String told = out.toString();
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).isEqualTo(told + told);
    }

    @Test
    void shouldCheckAConfiguration() throws Exception {
        assertThat(run("check-config", file(GOOD))).isZero();
        assertThat(out.toString()).endsWith("c.yaml: ok, 1 agent, 1 engine, 0 trunks" + System.lineSeparator());
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"rw-r--r--, rwxr-xr-x, true", "rw-------, rwxr-xr-x, false", "rw-r--r--, rwx------, false"})
    void shouldWarnOfASecretThatTheUserOfTheServiceCannotRead(String file, String above, boolean readable)
            throws Exception {
        Path own = Files.createTempDirectory(Path.of("/tmp"), "secret");
        Path secret = Files.writeString(own.resolve("token"), "s3cret-value-of-a-file");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString(file));
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString(above));
        assertThat(run("check-config", file(GOOD.replace("s3cret-value", "\"${file:" + secret + "}\""))))
                .isZero();
        assertThat(err.toString().lines().toList())
                .isEqualTo(
                        readable
                                ? List.of()
                                : List.of("warning: " + secret
                                        + ": the user of the systemd unit cannot read it; name it in"
                                        + " the unit as LoadCredential=token:" + secret + " and write"
                                        + " ${CREDENTIALS_DIRECTORY}/token in its place (docs/operations.md), or run the"
                                        + " server as the user who owns it"));
        Files.delete(secret);
        Files.delete(own);
    }

    @ParameterizedTest
    @CsvSource({"check-config,", "serve,-c", "print-config,-c"})
    void shouldEndWith78AndEveryProblemWhenTheConfigurationIsBad(String command, String option) throws Exception {
        String file = file("sip: {prt: 1}\nrtp: {timeout: 5}\n" + GOOD);
        assertThat(option == null ? run(command, file) : run(command, option, file))
                .isEqualTo(78);
        assertThat(err.toString().lines())
                .containsExactly(
                        "sip.prt: is not a known key (line 1); did you mean sip.port?",
                        "rtp.timeout: '5' has no unit (line 2); write a number and its unit, for example 250ms, 30s, 5m or 1h");
        assertThat(out.toString()).isEmpty();
        assertThat(served).isEmpty();
    }

    @Test
    void shouldEndWith78WhenTheFileIsMissing() {
        assertThat(run("serve", "-c", folder.resolve("absent.yaml").toString())).isEqualTo(78);
        assertThat(err.toString()).contains("absent.yaml: does not exist; ");
    }

    @Test
    void shouldNameKeyFileAndRemedyWhenACertificateIsMissing() throws Exception {
        String config = file(GOOD.replace("}\nengines", ", tls: {certificate: cert.pem, key: key.pem}}\nengines"));
        assertThat(run("check-config", config)).isEqualTo(78);
        assertThat(err.toString())
                .contains("http.tls.certificate: '" + folder.resolve("cert.pem")
                        + "': there is no such file; check the path");
    }

    @Test
    void shouldPrintTheConcludedConfigurationWithoutSecrets() throws Exception {
        assertThat(run("print-config", "-c", file(GOOD))).isZero();
        assertThat(out.toString())
                .contains("max-calls: 200")
                .contains("********")
                .doesNotContain("s3cret-value");
    }

    @Test
    void shouldPrintTheReference() {
        assertThat(run("print-config", "--reference")).isZero();
        assertThat(out.toString()).contains("default: 10000-20000");
    }

    @Test
    void shouldPrintTheSchema() {
        assertThat(run("print-config", "--schema")).isZero();
        assertThat(out.toString()).startsWith("{").contains("draft-07", "\"max-calls\"");
    }

    @Test
    void shouldServeWithTheEnginesOfTheCommandLine() throws Exception {
        answer = ExitCode.UNAVAILABLE;
        assertThat(run("serve", "-c", file(GOOD), "--engines", "mock")).isEqualTo(69);
        assertThat(served).singleElement().satisfies(loaded -> assertThat(
                        loaded.config().engines().values())
                .allMatch(engine -> engine.type() == EngineConfig.Type.MOCK));
    }

    @Test
    void shouldHandOverWhatTheCallWants() throws Exception {
        Path wav = Files.writeString(folder.resolve("a.wav"), "x");
        answer = ExitCode.CHECK_FAILED;
        int code = run(
                "call",
                "sip:desk@127.0.0.1:5060;transport=tcp",
                "--play",
                wav.toString(),
                "--record",
                "out.wav",
                "--barge-in-at",
                "1200",
                "--script",
                wav.toString(),
                "--codec",
                "g722",
                "--echo",
                "15@60",
                "--srtp",
                "required",
                "--from",
                "+4930555",
                "--header",
                "X-Order: A: 7",
                "--header",
                "Diversion:<sip:100@h>",
                "--json");
        assertThat(code).isEqualTo(1);
        CallOptions options = called.get(0);
        assertThat(options.uri()).isEqualTo("sip:desk@127.0.0.1:5060;transport=tcp");
        assertThat(options.play()).contains(wav);
        assertThat(options.record()).contains(Path.of("out.wav"));
        assertThat(options.bargeInAtMs()).contains(1200);
        assertThat(options.script()).contains(wav);
        assertThat(options.codecs()).containsExactly(SdpCodec.G722);
        assertThat(options.echo()).contains(new CallEcho(15, 60));
        assertThat(options.srtp()).isEqualTo(SrtpPolicy.REQUIRED);
        assertThat(options.json()).isTrue();
        assertThat(options.invitation())
                .isEqualTo(new SipPhone.Invitation(
                        "+4930555",
                        List.of(new SipHeader("X-Order", "A: 7"), new SipHeader("Diversion", "<sip:100@h>"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --header | X-Order | --header 'X-Order' has no colon; write "NAME: VALUE"
                    --header | Via: x | --header Via is written by the SIP stack itself
                    --header | X-A: | --header X-A: has 0 characters
                    --header | X A: b | --header 'X A' is no name of a header
                    --from | a b | --from 'a b' is no number or name
                    --from | x@y | --from 'x@y' is no number or name
                    --codec | vp8 | --codec vp8 is not known
                    --srtp | maybe | --srtp maybe is not known
                    --echo | loud | --echo
                    --barge-in-at | -1 | --barge-in-at -1 lies in the past
                    """)
    void shouldNameTheOptionOfACallThatIsWrong(String option, String value, String says) {
        assertThat(run("call", "sip:a@b", option, value)).isEqualTo(2);
        assertThat(err.toString()).contains(says);
        assertThat(called).isEmpty();
    }

    @Test
    void shouldTellAFailureOnOneLine() {
        ConfigLoader loader =
                new ConfigLoader(new ConfigEnvironment(Map.<String, String>of()::get, 2, folder.resolve("none")));
        int code = new Commands(loader, (config, again, o, e) -> ExitCode.OK, (options, o, e) -> {
                    throw new IllegalStateException("first\nsecond");
                })
                .run(new PrintWriter(out), new PrintWriter(err), "call", "sip:a@b");
        assertThat(code).isEqualTo(1);
        assertThat(err.toString()).isEqualTo("sidetone: call failed: first second" + System.lineSeparator());
    }
}
