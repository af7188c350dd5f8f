package io.sidetone.server.actions.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.action.McpConfig;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.server.actions.ActionRegistry;
import io.sidetone.server.actions.RegisteredActions;
import io.sidetone.server.actions.webhook.WebhookTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that behave well and badly, written for the shell. */
@Tag("real-time")
class StdioLinkTest {
    private static final int PATIENCE_S = 20;
    private static final CallContext CALL = new CallContext("CALL", "desk", "", "", 1, new Fence());

    /** Answers by the number that a request must have: the first two are those of the connection. */
    private static final String PROGRAM =
            """
            echo "started with $REGION and $PATH and $OTHER" >&2
            echo "$$" >> "%1$s"
            while read -r line; do
              case "$line" in
                *'"initialize"'*) echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2024-11-05","serverInfo":{"name":"sh","version":"1"}}}';;
                *tools/list*) echo '{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"echo","inputSchema":{"type":"object"}}]}}';;
                *tools/call*) %2$s;;
                *) echo "$line" >> "%1$s";;
              esac
            done
            """;

    @TempDir
    private Path folder;

    private final WebhookTransport transport = new WebhookTransport(() -> 0, System::nanoTime, () -> 0.0);
    private final ActionRegistry registry = new ActionRegistry();
    private final RegisteredActions actions = new RegisteredActions(registry);
    private McpServers servers;

    @AfterEach
    void close() {
        if (servers != null) {
            servers.close();
        }
        actions.close();
        transport.close();
    }

    private Path log() {
        return folder.resolve("log");
    }

    private void start(String onCall) {
        start(List.of("sh", "-c", PROGRAM.formatted(log(), onCall)), 5_000);
    }

    private void start(List<String> command, int timeoutMs) {
        open(command, timeoutMs);
        servers.await(PATIENCE_S * 1_000);
    }

    private void open(List<String> command, int timeoutMs) {
        McpConfig config = new McpConfig(
                "local",
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                command,
                Map.of("REGION", "eu"),
                List.of(),
                List.of("echo"),
                Duration.ofMillis(timeoutMs),
                1_024,
                4);
        servers = McpServers.open(List.of(config), registry, transport);
    }

    private CompletableFuture<ActionResult> begin(String id) {
        CompletableFuture<ActionResult> answer = new CompletableFuture<>();
        actions.invoke(CALL, new ActionCall(id, "local_echo", Map.of(), false), answer::complete);
        return answer;
    }

    private ActionResult call() throws Exception {
        return begin("1").get(PATIENCE_S, TimeUnit.SECONDS);
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < PATIENCE_S * 100; i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            Thread.sleep(10);
        }
        throw new AssertionError(what + " did not happen");
    }

    private List<String> logged() {
        try {
            return Files.readAllLines(log());
        } catch (java.io.IOException none) {
            return List.of();
        }
    }

    private long pid() {
        return Long.parseLong(logged().get(0));
    }

    @Test
    void shouldCallAToolOfAProgramAmongOtherLines() throws Exception {
        start(
                "echo 'Loading…'; echo '{\"id\":99,\"result\":{}}';"
                        + " echo '{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}}'");
        assertThat(call().values()).isEqualTo(Map.of("text", "hi"));
    }

    @Test
    void shouldGiveTheProgramNothingElseOfTheEnvironment() {
        McpConfig config = new McpConfig(
                "local",
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                List.of("sh"),
                Map.of("REGION", "eu"),
                List.of("SHOP_KEY"),
                List.of("echo"),
                Duration.ofSeconds(1),
                1_024,
                4);
        Map<String, String> environment = Map.of("PATH", "/bin", "SHOP_KEY", "s3cret", "DATABASE_PASSWORD", "x");
        assertThat(McpLinks.variables(config, environment))
                .isEqualTo(Map.of("PATH", "/bin", "REGION", "eu", "SHOP_KEY", "s3cret"));
        assertThat(McpLinks.secrets(config, environment)).containsExactly("s3cret");
    }

    @Test
    void shouldTellTheProgramThatNobodyWaits() throws Exception {
        start("echo called >> \"" + log() + "\"");
        CompletableFuture<ActionResult> answer = begin("7");
        await("the tool", () -> logged().contains("called"));
        actions.cancel(CALL, "7");
        assertThat(answer.get(PATIENCE_S, TimeUnit.SECONDS).code()).isEqualTo(ActionResult.CANCELLED);
        await("the program hears of it", () -> logged().stream()
                .anyMatch(line -> line.contains("\"notifications/cancelled\",\"params\":{\"requestId\":3")));
    }

    @Test
    void shouldFailWhatRunsAndStartAgainWhenTheProgramDies() throws Exception {
        start("exit 3");
        ActionResult result = call();
        assertThat(result.code()).isEqualTo(ActionResult.FAILED);
        assertThat(result.values()).containsEntry("message", "its process ended with the code 3");
        await(
                "a second process",
                () -> logged().stream().filter(line -> line.matches("\\d+")).count() > 1);
    }

    @Test
    void shouldEndTheProgramWithTheServer() throws Exception {
        start("true");
        ProcessHandle process = ProcessHandle.of(pid()).orElseThrow();
        servers.close();
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void shouldEndAProgramThatDoesNotRead() throws Exception {
        // Nothing is there to wait for: it never answers.
        open(List.of("sh", "-c", "trap '' TERM; echo $$ > " + log() + "; while true; do sleep 0.1; done"), 1_000);
        await("the process", () -> !logged().isEmpty());
        ProcessHandle process = ProcessHandle.of(pid()).orElseThrow();
        servers.close();
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void shouldDropAnAnswerOfMegabytesAndTakeTheNext() throws Exception {
        start(
                List.of(
                        "sh",
                        "-c",
                        PROGRAM.formatted(
                                log(),
                                "if [ -z \"$big\" ]; then big=1; head -c 6000000 /dev/zero | tr '\\0' x; echo;"
                                        + " else echo '{\"id\":4,\"result\":{\"content\":[]}}'; fi")),
                2_000);
        assertThat(call().code()).isEqualTo(ActionResult.TIMEOUT);
    }

    @Test
    void shouldSayThatAProgramCannotBeStarted() throws Exception {
        start(List.of("/nowhere/program"), 1_000);
        assertThat(servers.reports().get(0).problems())
                .singleElement()
                .asString()
                .startsWith("'/nowhere/program' cannot be started");
        assertThat(call().code()).isEqualTo(ActionResult.NOT_REGISTERED);
    }

    /** It runs with every right of the server. */
    @ParameterizedTest
    @CsvSource({"rwxr-xr-x, true, true", "rwxrwxrwx, true, false", "rw-r--r--, false, true", "rw-rw-rw-, false, false"})
    void shouldNotRunWhatOthersMayWrite(String mode, boolean itself, boolean runs) throws Exception {
        Path script = folder.resolve("server.sh");
        Files.writeString(
                script,
                "#!/bin/sh\n" + PROGRAM.formatted(log(), "echo '{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}'"));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString(mode));
        start(itself ? List.of(script.toString()) : List.of("sh", script.toString()), 5_000);
        assertThat(call().success()).isEqualTo(runs);
        assertThat(Files.exists(log())).isEqualTo(runs);
        assertThat(servers.reports().get(0).line().contains("its command is not run, because "))
                .isEqualTo(!runs);
    }
}
