package io.sidetone.server.actions.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.action.McpConfig;
import io.sidetone.config.value.Secret;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallOrigin;
import io.sidetone.core.facts.CallTerms;
import io.sidetone.core.facts.HandedOver;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionProgress;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.secret.KeyVault;
import io.sidetone.core.usage.CallUsage;
import io.sidetone.server.actions.ActionRegistry;
import io.sidetone.server.actions.RegisteredActions;
import io.sidetone.server.actions.webhook.SilentPeer;
import io.sidetone.server.actions.webhook.WebhookTransport;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("real-time")
class McpServersTest {
    private static final int PATIENCE_S = 20;
    private static final CallContext CALL = new CallContext(
            "CALL",
            "desk",
            "sip:030@192.0.2.1",
            "100",
            1,
            null,
            new CallUsage(),
            new CallFacts("+4930", "100", List.of(), 0, Map.of(), CallTerms.NONE, HandedOver.NONE, CallOrigin.NONE),
            0,
            ActionProgress.NONE,
            false,
            new KeyVault());

    private final WebhookTransport transport = new WebhookTransport(() -> 0, System::nanoTime, () -> 0.0);
    private final ActionRegistry registry = new ActionRegistry();
    private final RegisteredActions actions = new RegisteredActions(registry);
    private FakeMcpServer shop;
    private McpServers servers;

    @BeforeEach
    void open() throws Exception {
        shop = new FakeMcpServer();
    }

    @AfterEach
    void close() {
        if (servers != null) {
            servers.close();
        }
        actions.close();
        transport.close();
        shop.close();
    }

    private static McpConfig config(URI url, int timeoutMs, int concurrent, String... allow) {
        return new McpConfig(
                "shop",
                Optional.of(url),
                Optional.of(Secret.literal("s3cret")),
                Map.of("X-Tenant", "7"),
                List.of(),
                Map.of(),
                List.of(),
                List.of(allow),
                Duration.ofMillis(timeoutMs),
                256,
                concurrent);
    }

    private void start(int timeoutMs) {
        start(config(shop.url(), timeoutMs, 4, "get_stock"));
    }

    private void start(McpConfig config) {
        servers = McpServers.open(List.of(config), registry, transport);
        servers.await(PATIENCE_S * 1_000);
    }

    private CompletableFuture<ActionResult> begin(String id, Map<String, Object> parameters) {
        CompletableFuture<ActionResult> answer = new CompletableFuture<>();
        actions.invoke(CALL, new ActionCall(id, "shop_get_stock", parameters, false), result -> {
            if (!answer.complete(result)) {
                throw new AssertionError("answered twice");
            }
        });
        return answer;
    }

    private ActionResult call() throws Exception {
        return begin("1", Map.of("article", "tea")).get(PATIENCE_S, TimeUnit.SECONDS);
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

    @Test
    void shouldCallAnAllowedToolAndSayWhoseCallItIsFor() throws Exception {
        start(5_000);
        assertThat(registry.definition("shop_get_stock").orElseThrow().description())
                .isEqualTo("Looks get_stock up.");
        ActionResult result = call();
        assertThat(result.code()).isEqualTo(ActionResult.OK);
        assertThat(result.values()).isEqualTo(Map.of("text", "12 pieces"));
        assertThat(shop.received).anySatisfy(line -> assertThat(line)
                .contains(
                        "\"name\":\"get_stock\",\"arguments\":{\"article\":\"tea\"}",
                        "\"sidetone/callId\":\"CALL\"",
                        "\"sidetone/agent\":\"desk\"",
                        "\"sidetone/caller\":\"+4930\"",
                        "\"sidetone/called\":\"100\""));
        Map<String, List<String>> headers = shop.headers.get(shop.headers.size() - 1);
        assertThat(headers)
                .containsEntry("Authorization", List.of("Bearer s3cret"))
                .containsEntry("X-tenant", List.of("7"))
                .containsEntry("Mcp-session-id", List.of("one"))
                .containsEntry("Mcp-protocol-version", List.of("2025-06-18"))
                .containsEntry("X-sidetone-call", List.of("CALL"))
                .containsEntry("X-sidetone-caller", List.of("+4930"))
                .containsEntry("Idempotency-key", List.of("CALL-1"));
    }

    @Test
    void shouldOfferOnlyWhatIsAllowedAndSayWhatTheServerLacks() throws Exception {
        shop.tools = "[" + FakeMcpServer.tool("get_stock", "true") + "," + FakeMcpServer.tool("delete_all", "true")
                + "," + FakeMcpServer.tool("hang_up", "true") + "]";
        start(config(shop.url(), 5_000, 4, "get_stock", "get_price"));
        assertThat(registry.names()).containsExactly("shop_get_stock");
        assertThat(servers.reports()).singleElement().satisfies(report -> {
            assertThat(report.identity()).isEqualTo("fake 3");
            assertThat(report.tools()).containsExactly("get_stock");
            assertThat(report.problems())
                    .containsExactly("the server has no tool 'get_price'; not allowed are delete_all, hang_up");
        });
    }

    @Test
    void shouldNotAskTheServerWhenTheParametersDoNotFit() throws Exception {
        start(5_000);
        ActionResult result = begin("1", Map.of("article", 7)).get(PATIENCE_S, TimeUnit.SECONDS);
        assertThat(result.code()).isEqualTo(ActionResult.INVALID_PARAMETERS);
        assertThat(shop.count("tools/call")).isZero();
    }

    @Test
    void shouldFollowToolsThatChangeAndVanish() throws Exception {
        shop.streams = true;
        start(5_000);
        await("a listener", shop::heard);
        shop.tools = "[" + FakeMcpServer.tool("get_stock", "{\"type\":\"integer\"}") + "]";
        shop.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        await("the other schema", () -> registry.definition("shop_get_stock")
                .orElseThrow()
                .parameters()
                .toString()
                .contains("integer"));
        assertThat(call().code()).isEqualTo(ActionResult.INVALID_PARAMETERS);
        shop.tools = "[]";
        shop.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        await("the end of the tool", () -> registry.names().isEmpty());
        ActionResult gone = call();
        assertThat(gone.code()).isEqualTo(ActionResult.NOT_REGISTERED);
        assertThat(gone.values()).containsEntry("message", "there is no action 'shop_get_stock'");
    }

    @Test
    void shouldGiveUpAToolThatNeverAnswersAndKeepNoConnection() throws Exception {
        shop.scripts.put("tools/call", shop::hang);
        start(150);
        List<CompletableFuture<ActionResult>> answers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            answers.add(begin("c" + i, Map.of("article", "tea")));
        }
        for (CompletableFuture<ActionResult> answer : answers) {
            ActionResult result = answer.get(PATIENCE_S, TimeUnit.SECONDS);
            assertThat(result.code()).isEqualTo(ActionResult.TIMEOUT);
            assertThat(result.values()).containsEntry("message", "no answer within 150 ms");
        }
        await("the server hears of it", () -> shop.count("notifications/cancelled") == 4);
        await("connections that are given up", () -> shop.givenUp.get() == shop.hanging.get());
        shop.scripts.clear();
        assertThat(call().code()).isEqualTo(ActionResult.OK);
    }

    @Test
    void shouldSayWhatTheServerDoesWhileTheToolRuns() throws Exception {
        shop.streams = true;
        shop.scripts.put("tools/call", shop::hang);
        start(60_000);
        await("a listener", shop::heard);
        List<String> said = new CopyOnWriteArrayList<>();
        actions.invoke(
                CALL.reporting((id, words) -> said.add(id + ": " + words)),
                new ActionCall("7", "shop_get_stock", Map.of("article", "tea"), false),
                result -> {});
        await("the tool", () -> shop.hanging.get() == 1);
        shop.say(progress("OTHER/7", "for somebody else"));
        shop.say(progress("CALL/7", ""));
        for (int i = 0; i < 30; i++) {
            shop.say(progress("CALL/7", "step " + i));
        }
        shop.say(progress("CALL/7", "one too many"));
        await("what is said", () -> said.size() == 20);
        assertThat(said).startsWith("7: step 0", "7: step 1").doesNotContain("7: one too many");
    }

    private static String progress(String token, String message) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"" + token
                + "\",\"progress\":1" + (message.isEmpty() ? "" : ",\"message\":\"" + message + "\"") + "}}";
    }

    @Test
    void shouldCancelAToolWhoseResultNobodyWants() throws Exception {
        shop.scripts.put("tools/call", shop::hang);
        start(60_000);
        CompletableFuture<ActionResult> answer = begin("7", Map.of("article", "tea"));
        await("the tool", () -> shop.hanging.get() == 1);
        actions.cancel(CALL, "7");
        assertThat(answer.get(PATIENCE_S, TimeUnit.SECONDS).code()).isEqualTo(ActionResult.CANCELLED);
        await("the server hears of it", () -> shop.count("notifications/cancelled") == 1);
        await("the connection is given up", () -> shop.givenUp.get() == 1);
    }

    @Test
    void shouldFailBeyondTheAllowedNumberOfCallsAtOnce() throws Exception {
        shop.scripts.put("tools/call", shop::hang);
        start(config(shop.url(), 60_000, 1, "get_stock"));
        begin("1", Map.of("article", "tea"));
        await("the first", () -> shop.hanging.get() == 1);
        ActionResult second = begin("2", Map.of("article", "tea")).get(PATIENCE_S, TimeUnit.SECONDS);
        assertThat(second.code()).isEqualTo(ActionResult.FAILED);
        assertThat(second.values()).containsEntry("message", "the MCP server shop is asked for too often at once");
    }

    @Test
    void shouldCutALargeResultAndRefuseMegabytes() throws Exception {
        shop.scripts.put(
                "tools/call", (exchange, request) -> FakeMcpServer.text(exchange, request, "ä".repeat(10_000)));
        start(10_000);
        assertThat(call().values()).containsEntry("text", "ä".repeat(128) + "… [cut: 256 of 20000 bytes]");
        shop.scripts.put(
                "tools/call",
                (exchange, request) -> FakeMcpServer.text(exchange, request, "x".repeat(Rpc.MAX_MESSAGE_BYTES)));
        ActionResult result = call();
        assertThat(result.code()).isEqualTo(ActionResult.FAILED);
        assertThat(result.values()).containsEntry("message", "its answer is larger than 4194304 bytes");
    }

    @Test
    void shouldTakeResultsAsEventsAmongOtherMessages() throws Exception {
        shop.scripts.put(
                "tools/call",
                (exchange, request) -> FakeMcpServer.body(
                        exchange,
                        "text/event-stream",
                        "id: 1\r\ndata:\r\n\r\nevent: message\r\n"
                                + "data: {\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"method\":\"ping\"}\r\n\r\n"
                                + "data: {\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"sampling/createMessage\"}\r\n\r\n"
                                + "data: {\"jsonrpc\":\"2.0\",\"id\":" + request.path("id")
                                + ",\r\ndata: \"result\":{\"content\":[{\"type\":\"text\",\"text\":\"3\"}]}}\r\n\r\n"));
        start(5_000);
        assertThat(call().values()).isEqualTo(Map.of("text", "3"));
        await("the answer to the ping", () -> shop.count("\"id\":\"s1\",\"result\":{}") == 1);
        await("the refusal", () -> shop.count("\"id\":9,\"error\":{\"code\":-32601") == 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "500|-|it answered 500",
                "401|-|it answered 401; check its key",
                "200|{nonsense|its answer is not JSON",
                "200|{}|it ended its answer without a result",
                "200|[]|it ended its answer without a result"
            })
    void shouldSayWhyThereIsNoResult(int status, String body, String why) throws Exception {
        start(5_000);
        shop.scripts.put("tools/call", (exchange, request) -> {
            if (status == 200) {
                FakeMcpServer.body(exchange, "application/json", body);
            } else {
                exchange.sendResponseHeaders(status, -1);
            }
        });
        ActionResult result = call();
        assertThat(result.code()).isEqualTo(ActionResult.FAILED);
        assertThat(result.values()).containsEntry("message", why);
        shop.scripts.clear();
        assertThat(call().code()).isEqualTo(ActionResult.OK);
    }

    @Test
    void shouldNameAServerOfTheOldTransport() throws Exception {
        shop.former = true;
        start(5_000);
        assertThat(servers.reports().get(0).problems())
                .singleElement()
                .asString()
                .contains("it answered 405", "the old HTTP+SSE transport", "/mcp in place of /sse");
    }

    @Test
    void shouldTellTheModelWhatTheToolComplainsOf() throws Exception {
        start(5_000);
        shop.scripts.put(
                "tools/call",
                (exchange, request) -> FakeMcpServer.result(
                        exchange,
                        request,
                        "{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"no such article\"}]}"));
        ActionResult result = call();
        assertThat(result.code()).isEqualTo(ActionResult.FAILED);
        assertThat(result.values()).containsEntry("message", "no such article");
        shop.scripts.put(
                "tools/call",
                (exchange, request) -> FakeMcpServer.body(
                        exchange,
                        "application/json",
                        "{\"jsonrpc\":\"2.0\",\"id\":" + request.path("id")
                                + ",\"error\":{\"code\":-32602,\"message\":\"unknown tool\"}}"));
        assertThat(call().code()).isEqualTo(ActionResult.INVALID_PARAMETERS);
    }

    @Test
    void shouldBeginAnewAndAskAgainWhenTheServerForgotTheSession() throws Exception {
        start(10_000);
        shop.session = "two";
        assertThat(call().values()).isEqualTo(Map.of("text", "12 pieces"));
        assertThat(shop.count("\"method\":\"initialize\"")).isEqualTo(2);
        assertThat(shop.count("tools/call")).as("refused, then taken").isEqualTo(2);
    }

    @Test
    void shouldConnectAgainWhenAServerComesLate() throws Exception {
        shop.scripts.put("initialize", (exchange, request) -> exchange.sendResponseHeaders(503, -1));
        start(5_000);
        assertThat(servers.reports().get(0).problems()).containsExactly("it answered 503");
        assertThat(registry.names()).isEmpty();
        shop.scripts.clear();
        await("the tool", () -> registry.names().contains("shop_get_stock"));
        assertThat(call().code()).isEqualTo(ActionResult.OK);
    }

    @Test
    void shouldNotUseAServerOfAnotherProtocol() throws Exception {
        shop.scripts.put(
                "initialize",
                (exchange, request) -> FakeMcpServer.result(exchange, request, "{\"protocolVersion\":\"1999-01-01\"}"));
        start(5_000);
        assertThat(servers.reports().get(0).problems())
                .containsExactly("it speaks version '1999-01-01' of MCP, not 2025-11-25 or before");
    }

    @Test
    void shouldAnswerWhatRunsWhenTheServersAreClosed() throws Exception {
        shop.scripts.put("tools/call", shop::hang);
        start(60_000);
        CompletableFuture<ActionResult> answer = begin("1", Map.of("article", "tea"));
        await("the tool", () -> shop.hanging.get() == 1);
        servers.close();
        assertThat(answer.get(PATIENCE_S, TimeUnit.SECONDS).code()).isEqualTo(ActionResult.FAILED);
        assertThat(call().code()).isEqualTo(ActionResult.FAILED);
    }

    @Test
    void shouldRefuseASchemaThatCannotBeUsed() throws Exception {
        shop.tools = "[{\"name\":\"get_stock\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":"
                + "{\"$ref\":\"https://example.com/schema\"}}}}]";
        start(5_000);
        assertThat(registry.names()).isEmpty();
        assertThat(servers.reports().get(0).problems())
                .singleElement()
                .asString()
                .startsWith("the tool 'get_stock' is not offered: its definition.parameters is no JSON Schema")
                .contains("points out of the schema");
    }

    private void ping(int from, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            shop.say("{\"jsonrpc\":\"2.0\",\"id\":" + (from + i) + ",\"method\":\"ping\"}");
        }
    }

    @Test
    void shouldKeepFewAnswersOpenWhenTheServerTakesNone() throws Exception {
        shop.streams = true;
        shop.scripts.put("", shop::hang);
        start(5_000);
        await("listening", shop::heard);
        ping(1, 10);
        await("answers", () -> shop.hanging.get() == 4);
        assertThat(call().code()).isEqualTo(ActionResult.OK);
        assertThat(shop.hanging.get()).isEqualTo(4);
        await(
                "giving them up after 5 s, and answering those that waited",
                () -> shop.givenUp.get() == 4 && shop.hanging.get() == 8);
        servers.close();
        await("the end of all", () -> shop.givenUp.get() == shop.hanging.get());
    }

    @Test
    void shouldLeaveAServerAloneThatAsksAllTheTime() throws Exception {
        shop.streams = true;
        start(5_000);
        await("listening", shop::heard);
        try {
            ping(1, 5_000);
        } catch (IOException hungUp) {
            assertThat(shop.heard()).isTrue();
        }
        await("the end of the session", () -> shop.count("DELETE") == 1);
        assertThat(shop.count("\"result\":{}")).isLessThanOrEqualTo(10);
        assertThat(shop.count("\"initialize\"")).isEqualTo(1);
        assertThat(String.valueOf(call().values()))
                .contains("cannot be used now: it asks more than 10 times in a second");
        await("another try after a pause", () -> shop.count("\"initialize\"") == 2);
    }

    @Test
    void shouldConnectToAServerThatIsLostAgainAndAgainOnlyAfterPauses() throws Exception {
        shop.scripts.put("tools/call", (exchange, request) -> exchange.sendResponseHeaders(404, -1));
        start(2_000);
        for (int i = 0; i < 4; i++) {
            begin(Integer.toString(i), Map.of("article", "tea")).get(PATIENCE_S, TimeUnit.SECONDS);
        }
        assertThat(shop.count("\"initialize\"")).isLessThanOrEqualTo(4);
    }

    @Test
    void shouldKeepNoConnectionToAServerThatNeverAnswers() throws Exception {
        try (SilentPeer peer = new SilentPeer()) {
            servers = McpServers.open(List.of(config(peer.url(), 300, 4, "get_stock")), registry, transport);
            SilentPeer.await("a connection", () -> peer.open.get() == 1);
            servers.close();
            SilentPeer.await("the end of all connections", () -> peer.open.get() == 0);
            assertThat(peer.taken.get()).isEqualTo(1);
        }
    }
}
