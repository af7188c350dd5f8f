package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.script.Trigger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that says "ready" has rehearsed a call: the first caller's way needs no class that is not loaded. */
class FirstCallSystemTest {
    /** What a call passes from its INVITE to its audio. */
    private static final List<String> THE_WAY = List.of(
            " io.sidetone.transport.sip.",
            " io.sidetone.transport.trunk.",
            " io.sidetone.transport.rtp.",
            " io.sidetone.core.",
            " io.sidetone.audio.");

    /** What a carrier's media stream passes from its connection to its audio. */
    private static final List<String> THE_WAY_OF_A_STREAM = List.of(
            " io.sidetone.transport.ws.",
            " io.sidetone.transport.stream.",
            " io.sidetone.transport.dialect.",
            " io.sidetone.transport.carrier.",
            " io.sidetone.core.",
            " io.sidetone.audio.");

    /** What an action of a call passes from the model's wish to its outcome. */
    private static final List<String> THE_WAY_OF_AN_ACTION = List.of(
            " io.sidetone.core.", " io.sidetone.server.ops.metrics.", " io.sidetone.server.actions.AllowedActions");

    /** This model does what others do not. */
    private static final String THE_MODEL = " io.sidetone.core.mock.";

    /** Journals are written by a thread of their own. */
    private static final String BESIDE_THE_WAY = " io.sidetone.core.journal.";

    @TempDir
    private Path folder;

    @Test
    void shouldLoadNoClassOfTheWayOfACallWhenTheFirstCallComes() throws Exception {
        Path loaded = folder.resolve("classes.log");
        String output;
        try (ServerProcess server = ServerProcess.start(folder, 4)) {
            assertThat(server.metric("sidetone_calls_ended_total"))
                    .as("calls counted before the first")
                    .isZero();
            logClasses(server.process(), loaded);
            RealCall call = RealCall.dial(server, "desk", List.of(RealCall.hangUp(new Trigger.AfterAgentTurn())));
            CallResult.Completed ended = call.completed();
            assertThat(ended.scenario().complete()).as(ended.scenario().text()).isTrue();
            server.awaitIdle();
            output = server.output();
            System.out.printf(
                    "first call: INVITE -> 200 in %.0f ms%n", ended.report().answerMs());
        }
        assertThat(loadedOf(THE_WAY, loaded))
                .as("classes that the first call loads; the server said%n%s", output)
                .isEmpty();
    }

    @Test
    void shouldLoadNoClassOfTheWayOfAnActionWhenTheFirstOneIsWanted() throws Exception {
        Path loaded = folder.resolve("classes.log");
        String output;
        String config =
                """
                sip: {port: 0}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 2}
                engines: {mock: {type: mock, action: book_appointment, parameters: {day: monday, time: ten}}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """
                        .formatted(LeasedPorts.server(2));
        try (ServerProcess server = ServerProcess.startConfigured(folder, config)) {
            assertThat(server.metric("sidetone_actions_total"))
                    .as("actions counted before the first")
                    .isZero();
            logClasses(server.process(), loaded);
            RealCall call = RealCall.dial(
                    server,
                    "desk",
                    List.of(
                            RealCall.dial(new Trigger.AfterTalkStart(300), "1"),
                            RealCall.hangUp(new Trigger.AfterAgentTurn())));
            CallResult.Completed ended = call.completed();
            assertThat(ended.scenario().complete()).as(ended.scenario().text()).isTrue();
            server.awaitIdle();
            output = server.output();
            assertThat(server.metric("sidetone_actions_total")).isEqualTo(1);
        }
        assertThat(loadedOf(THE_WAY_OF_AN_ACTION, loaded))
                .as("classes that the first action loads; the server said%n%s", output)
                .filteredOn(line -> !line.contains(THE_MODEL))
                .isEmpty();
    }

    @Test
    void shouldLoadNoClassOfTheWayOfAStreamWhenTheFirstCarrierConnects() throws Exception {
        Path loaded = folder.resolve("classes.log");
        String output;
        try (ServerProcess server = ServerProcess.start(folder, 4)) {
            logClasses(server.process(), loaded);
            FakeTwilio twilio = new FakeTwilio(server.http(), "/media/twilio", "");
            twilio.start("+14155550100", "desk");
            twilio.live(400, false, () -> twilio.voicedFrames >= 20);
            assertThat(twilio.voicedFrames).as("frames of the greeting").isGreaterThanOrEqualTo(20);
            twilio.stop();
            server.awaitIdle();
            output = server.output();
        }
        assertThat(loadedOf(THE_WAY_OF_A_STREAM, loaded))
                .as("classes that the first stream loads; the server said%n%s", output)
                .isEmpty();
    }

    /** What was loaded of the way; that anything was logged at all shows that the log was on. */
    private static List<String> loadedOf(List<String> way, Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        assertThat(lines).as("the log of classes").anyMatch(line -> line.contains("io.sidetone."));
        return lines.stream()
                .filter(line -> way.stream().anyMatch(line::contains) && !line.contains(BESIDE_THE_WAY))
                .toList();
    }

    private static void logClasses(Process server, Path file) throws Exception {
        Process command = new ProcessBuilder(
                        server.info()
                                .command()
                                .map(Path::of)
                                .orElseThrow()
                                .resolveSibling("jcmd")
                                .toString(),
                        Long.toString(server.pid()),
                        "VM.log",
                        "output=" + file,
                        "what=class+load=info")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(command.waitFor(30, TimeUnit.SECONDS)).as("jcmd answered").isTrue();
        assertThat(command.exitValue()).as("jcmd").isZero();
    }
}
