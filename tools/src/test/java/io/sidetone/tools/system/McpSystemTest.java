package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sidetone.speech.embedded.EmbeddedEngines;
import io.sidetone.tools.softphone.script.Trigger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Real calls whose agent uses tools of the MCP server that the protocol's authors publish, over HTTP and as a process. */
class McpSystemTest {
    private static final List<String> NO_PARTS = EmbeddedEngines.missing();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder;

    private static Process web;
    private static ServerProcess server;
    private static String program;
    private static int port;

    @BeforeAll
    static void start() throws Exception {
        program = NodeProject.installed("mcp")
                .modules()
                .resolve("@modelcontextprotocol/server-everything/dist/index.js")
                .toString();
        port = LeasedPorts.listener();
        web = overHttp();
        Files.writeString(
                folder.resolve("echo.yaml"),
                """
                flow: echo
                start: menu
                greeting: Hello.
                states:
                  menu:
                    prompt: For an echo, press 1.
                    again: Anything else?
                    keys: Press 1 for an echo.
                    hear:
                      echo:
                        say: echo [please]
                        key: "1"
                        action: local_echo
                        with: {message: twelve cups}
                        done: {answer: "It answered {result.text}.", next: menu}
                        failed: {answer: "I cannot ask.", next: menu}
                """);
        server = ServerProcess.startWith(folder, config());
    }

    private static Process overHttp() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("node", program, "streamableHttp");
        builder.environment().put("PORT", Integer.toString(port));
        Path output = folder.resolve("web.log");
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        ServerProcess.awaitOrFail(
                "the MCP server", 30, () -> said(output).contains("listening on port") || !process.isAlive());
        return process;
    }

    private static String said(Path output) {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String config() {
        String flow = NO_PARTS.isEmpty()
                ? "  flow: {match: {called: [flow]}, recognizer: mock, dialogue: flow, synthesizer: mock, flow: echo.yaml}\n"
                : "";
        return """
                mcp:
                  local: {command: [node, "%s"], allow: [echo, get-tiny-image]}
                  web: {url: "http://127.0.0.1:%d/mcp", allow: [echo, get-sum, trigger-long-running-operation], timeout: 20s}
                engines:
                  mock: {type: mock}
                  flow: {type: embedded}
                  local: {type: mock, action: [local_echo, local_get-tiny-image], parameters: {message: tea}, reply: "It is done."}
                  web: {type: mock, action: web_echo, parameters: {message: tea}, reply: "It is done."}
                  sum: {type: mock, action: web_get-sum, parameters: {a: "1", b: two}, reply: "It is done."}
                  env: {type: mock, action: local_get-env, parameters: {message: tea}, reply: "It is done."}
                  slow: {type: mock, action: web_trigger-long-running-operation, parameters: {}, reply: "It is done."}
                agents:
                  local: {match: {called: [local]}, recognizer: mock, dialogue: local, synthesizer: mock, actions: [local]}
                  web: {match: {called: [web]}, recognizer: mock, dialogue: web, synthesizer: mock, actions: [web_echo]}
                  sum: {match: {called: [sum]}, recognizer: mock, dialogue: sum, synthesizer: mock}
                  env: {match: {called: [env]}, recognizer: mock, dialogue: env, synthesizer: mock}
                  other: {match: {called: [other]}, recognizer: mock, dialogue: web, synthesizer: mock, actions: [local]}
                """
                        .formatted(program, port)
                + flow
                + "  slow: {recognizer: mock, dialogue: slow, synthesizer: mock}\n";
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            List<ProcessHandle> processes = server.process().descendants().toList();
            server.close();
            for (ProcessHandle each : processes) {
                each.onExit().get(20, TimeUnit.SECONDS);
            }
        }
        if (web != null) {
            web.destroy();
        }
    }

    @AfterEach
    void leaveNothingBehind() throws Exception {
        server.awaitIdle();
        server.assertUnharmed();
    }

    /** A caller who presses a key half a second into the greeting and stays on the line. */
    private static RealCall keyed(String agent) throws Exception {
        return RealCall.dial(
                server,
                agent,
                List.of(RealCall.dial(new Trigger.AfterTalkStart(500), "1"), RealCall.hangUp(new Trigger.At(80_000))));
    }

    private static Predicate<RealCall.Entry> is(String kind, String text) {
        return e -> e.kind().equals(kind) && e.text().contains(text);
    }

    private static void end(RealCall call) throws Exception {
        call.hangUp();
        call.completed();
    }

    private static void expect(String agent, String... outcomes) throws Exception {
        RealCall call = keyed(agent);
        for (String outcome : outcomes) {
            call.await(outcome, is("action", outcome));
        }
        end(call);
    }

    @Test
    void shouldSayWhatAToolReturned() throws Exception {
        assumeTrue(NO_PARTS.isEmpty(), "the directed dialogue is not installed: " + NO_PARTS);
        RealCall call = keyed("flow");
        call.await("the agent's words", is("agent", "It answered Echo: twelve cups."));
        end(call);
    }

    @Test
    void shouldUseToolsOverHttp() throws Exception {
        RealCall call = keyed("web");
        call.await("the agent's words", is("agent", "It is done."));
        end(call);
        assertThat(RealCall.first(call.timeline(), "action", "web_echo -> ok")).isNotNull();
    }

    @Test
    void shouldUseToolsOfAProcessAndStartItAgainWhenItDied() throws Exception {
        expect("local", "local_echo -> ok", "local_get-tiny-image -> ok");
        List<ProcessHandle> before = server.process().descendants().toList();
        assertThat(before).hasSize(1);
        before.get(0).destroyForcibly();
        ServerProcess.awaitOrFail("another process", 30, () -> server.process()
                .descendants()
                .anyMatch(each -> !each.equals(before.get(0))));
        expect("local", "local_echo -> ok");
    }

    @Test
    void shouldCheckParametersAgainstTheSchemaOfTheServer() throws Exception {
        expect("sum", "web_get-sum -> invalid_parameters");
    }

    @Test
    void shouldNotOfferWhatIsNotAllowed() throws Exception {
        expect("env", "local_get-env -> not_registered");
        expect("other", "web_echo -> not_registered");
    }

    @Test
    void shouldEndTheCallWhileAToolRuns() throws Exception {
        RealCall call = keyed("slow");
        call.await("the tool", is("state", "THINKING -> ACTION"));
        end(call);
        server.awaitIdle();
        assertThat(RealCall.first(call.timeline(), "action", "web_trigger-long-running-operation -> cancelled"))
                .isNotNull();
    }

    @Test
    void shouldSayWhatItsServersLackWhenEnginesAreChecked() throws Exception {
        Path config = Files.writeString(
                folder.resolve("check.yaml"),
                """
                mcp:
                  local: {command: [node, "%s"], allow: [echo, get_stock]}
                  web: {url: "http://127.0.0.1:%d/mcp", allow: [echo]}
                  gone: {command: [/nowhere/server], allow: [echo]}
                engines: {mock: {type: mock}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """
                        .formatted(program, port));
        Path output = folder.resolve("check.log");
        Process check = ServerProcess.launch(output, "check-engines", "-c", config.toString());
        try {
            assertThat(check.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            check.destroyForcibly();
        }
        List<String> lines = Files.readAllLines(output);
        assertThat(check.exitValue()).as(lines.toString()).isEqualTo(1);
        assertThat(lines)
                .anyMatch(line ->
                        line.startsWith("mcp.local: FAILED: the server has no tool 'get_stock'; not allowed are "
                                + "get-annotated-message, get-env"))
                .anyMatch(
                        line -> line.startsWith("mcp.web: ok: mcp-servers/everything ") && line.endsWith("tools echo"))
                .anyMatch(line -> line.startsWith("mcp.gone: FAILED: '/nowhere/server' cannot be started"));
    }
}
