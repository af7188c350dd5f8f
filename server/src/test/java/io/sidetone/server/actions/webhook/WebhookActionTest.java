package io.sidetone.server.actions.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.facts.CallOrigin;
import io.sidetone.core.facts.CallTerms;
import io.sidetone.core.facts.HandedOver;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionProgress;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.secret.KeyVault;
import io.sidetone.core.usage.CallUsage;
import io.sidetone.server.records.delivery.Backoff;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("real-time")
class WebhookActionTest {
    private static final CallContext CALL = new CallContext(
            "CALL",
            "agent",
            "sip:030@192.0.2.1",
            "100",
            1,
            null,
            new CallUsage(),
            new CallFacts(
                    "+4930",
                    "100",
                    List.of(CallHeader.of("X-Customer", "42")),
                    0,
                    Map.of(),
                    CallTerms.NONE,
                    HandedOver.NONE,
                    CallOrigin.NONE),
            0,
            ActionProgress.NONE,
            false,
            new KeyVault());

    private final WebhookTransport transport = new WebhookTransport(() -> FakeShop.NOW_S, System::nanoTime, () -> 0.0);
    private FakeShop shop;

    @BeforeEach
    void open() throws Exception {
        shop = new FakeShop();
    }

    @AfterEach
    void close() {
        shop.close();
        transport.close();
        assertThat(shop.complaints).isEmpty();
    }

    private WebhookSettings settings(URI url, int timeoutMs, int retries, int concurrent) {
        return new WebhookSettings(
                "stock", url, Duration.ofMillis(timeoutMs), retries, Optional.of(FakeShop.SECRET), concurrent, 1_000);
    }

    private WebhookAction action() {
        return new WebhookAction(settings(shop.url(), 10_000, 2, 4), transport);
    }

    private static CompletableFuture<ActionResult> start(WebhookAction action, String id) {
        CompletableFuture<ActionResult> answer = new CompletableFuture<>();
        action.invoke(CALL, new ActionCall(id, "stock", Map.of("article", "tea"), false), result -> {
            if (!answer.complete(result)) {
                throw new AssertionError("answered twice");
            }
        });
        return answer;
    }

    private static ActionResult get(CompletableFuture<ActionResult> answer) throws Exception {
        return answer.get(15, TimeUnit.SECONDS);
    }

    private static String text(ActionResult result) {
        return result.code() + ": " + result.values().get(ActionResult.MESSAGE);
    }

    private void awaitRequests(int count) throws Exception {
        for (int i = 0; i < 1_000 && shop.keys.size() < count; i++) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThat(shop.keys).hasSize(count);
    }

    @Test
    void shouldSayAtOnceWhatTheServerDoesAndReturnTheLastLine() throws Exception {
        shop.answers.add(new FakeShop.Answer(
                200,
                "{\"state\": \"I look into the stock.\"}\n\n{\"state\": \"Nearly there.\"}\n{\"pieces\": 12}",
                Map.of("Content-Type", "application/x-ndjson; charset=utf-8")));
        List<String> said = new CopyOnWriteArrayList<>();
        CompletableFuture<ActionResult> answer = new CompletableFuture<>();
        action().invoke(
                        CALL.reporting((id, words) -> said.add(id + ": " + words)),
                        new ActionCall("1", "stock", Map.of("article", "tea"), false),
                        answer::complete);
        assertThat(get(answer).values()).isEqualTo(Map.of("pieces", 12));
        assertThat(said).containsExactly("1: I look into the stock.", "1: Nearly there.");
    }

    @Test
    void shouldTakeALineWithAStateForTheAnswerWhenTheServerAnswersPlainJson() throws Exception {
        shop.answer(200, "{\"state\": \"open\"}");
        assertThat(get(start(action(), "1")).values()).isEqualTo(Map.of("state", "open"));
    }

    @Test
    @Tag("VIP-09")
    void shouldPostTheActionInOrderAndReturnWhatTheServerAnswers() throws Exception {
        shop.answer(200, "{\"pieces\": 12, \"colors\": [\"red\"], \"narrated_state\": \"the list is open\"}");
        ActionResult result = get(start(action(), "1"));
        assertThat(result.success()).isTrue();
        assertThat(result.values())
                .containsEntry("pieces", 12)
                .containsEntry("colors", List.of("red"))
                .containsEntry(ActionResult.NARRATED_STATE, "the list is open");
        assertThat(shop.bodies)
                .containsExactly("{\"callId\":\"CALL\",\"invocationId\":\"1\",\"action\":\"stock\","
                        + "\"parameters\":{\"article\":\"tea\"},\"from\":\"sip:030@192.0.2.1\",\"to\":\"100\","
                        + "\"caller\":\"+4930\",\"called\":\"100\","
                        + "\"headers\":[{\"name\":\"X-Customer\",\"value\":\"42\"}]}");
        assertThat(shop.keys).containsExactly("CALL-1");
    }

    @Test
    void shouldTakeNoContentForASuccessWithoutValues() throws Exception {
        shop.answer(204, "");
        ActionResult result = get(start(action(), "1"));
        assertThat(result.success()).isTrue();
        assertThat(result.values()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 502, 503, 0})
    void shouldTryAgainUnderTheSameKeyWhenTheServerDidNotTakeItOn(int status) throws Exception {
        shop.answer(status, "");
        shop.answer(status, "busy");
        shop.answer(200, "{\"pieces\": 1}");
        assertThat(get(start(action(), "call_é")).success()).isTrue();
        assertThat(shop.keys).hasSize(3);
        assertThat(new HashSet<>(shop.keys)).hasSize(1);
        assertThat(shop.keys.get(0)).matches("CALL-[0-9a-f-]{36}");
    }

    @Test
    void shouldGiveUpAfterTheLastRetry() throws Exception {
        for (int i = 0; i < 3; i++) {
            shop.answer(503, "{}");
        }
        assertThat(text(get(start(action(), "1")))).isEqualTo("failed: stock answered 503");
        assertThat(shop.keys).hasSize(3);
    }

    @Test
    void shouldWaitAsLongAsRetryAfterSays() throws Exception {
        shop.answers.add(new FakeShop.Answer(429, "", Map.of("Retry-After", "1")));
        long beganNs = System.nanoTime();
        assertThat(get(start(action(), "1")).success()).isTrue();
        assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(1_000_000_000L);
    }

    @Test
    void shouldNotWaitForARetryBehindTheDeadline() throws Exception {
        shop.answers.add(new FakeShop.Answer(503, "", Map.of("Retry-After", "3600")));
        assertThat(text(get(start(action(), "1")))).isEqualTo("failed: stock answered 503");
        assertThat(shop.keys).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | not json | failed: the answer is not JSON",
                "200 | [1, 2] | failed: the answer is JSON of the type array, not an object",
                "200 | \"ok\" | failed: the answer is JSON of the type string, not an object",
                "200 | {\"a\": | failed: the answer is not JSON",
                "302 | {} | failed: answered 302",
                "400 | <html> | failed: answered 400",
                "404 | {\"code\": \"element_not_found\", \"message\": \"no such article\"}"
                        + " | element_not_found: no such article",
                "422 | {\"code\": \"invalid_parameters\", \"message\": \"which tea?\"} | invalid_parameters: which tea?",
                "422 | {\"code\": \"ok\"} | failed: answered 422",
                "200 | {\"status\": \"error\", \"code\": \"element_not_found\", \"message\": \"gone\"}"
                        + " | element_not_found: gone",
            })
    @Tag("VIP-09")
    void shouldFailWithTheReasonAndNotTryAgain(int status, String body, String expected) throws Exception {
        shop.answer(status, body);
        assertThat(text(get(start(action(), "1")))).isEqualTo(expected);
        assertThat(shop.keys).hasSize(1);
    }

    @Test
    void shouldHangUpOnAnAnswerThatIsTooLarge() throws Exception {
        shop.answer(200, "{\"x\": \"" + "y".repeat(5_000_000) + "\"}");
        assertThat(text(get(start(action(), "1")))).isEqualTo("failed: the answer is larger than 1000 bytes");
        assertThat(shop.keys).hasSize(1);
    }

    @Test
    void shouldRefuseAnAnswerThatIsTooDeep() throws Exception {
        shop.answer(200, "{\"a\":".repeat(100) + "1" + "}".repeat(100));
        assertThat(text(get(start(action(), "1")))).isEqualTo("failed: the answer is not JSON");
    }

    @Test
    @Tag("VIP-09")
    void shouldTimeOutWhenTheServerIsSlow() throws Exception {
        shop.gate = new CountDownLatch(1);
        WebhookAction action = new WebhookAction(settings(shop.url(), 300, 2, 4), transport);
        assertThat(text(get(start(action, "1")))).isEqualTo("timeout: no answer within 300 ms");
        assertThat(action.open()).isZero();
    }

    @Test
    void shouldSayThatNobodyListens() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        WebhookAction action =
                new WebhookAction(settings(URI.create("http://127.0.0.1:" + port + "/"), 10_000, 1, 4), transport);
        assertThat(text(get(start(action, "1")))).isEqualTo("failed: stock cannot be reached");
    }

    @Test
    void shouldAskNoMoreThanItMayAtOnceAndLetTheOthersWait() throws Exception {
        shop.gate = new CountDownLatch(1);
        WebhookAction action = new WebhookAction(settings(shop.url(), 10_000, 0, 2), transport);
        List<CompletableFuture<ActionResult>> all = new ArrayList<>();
        for (int i = 0; i < 2 + WebhookAction.WAITING; i++) {
            all.add(start(action, "" + i));
        }
        assertThat(text(get(start(action, "one too many")))).isEqualTo("failed: stock is asked for too often at once");
        awaitRequests(2);
        shop.gate.countDown();
        for (CompletableFuture<ActionResult> each : all) {
            assertThat(get(each).success()).isTrue();
        }
        assertThat(shop.mostUnderWay).isEqualTo(2);
        assertThat(shop.keys).hasSize(all.size()).doesNotHaveDuplicates();
        assertThat(action.open()).isZero();
    }

    @Test
    void shouldTakeBackWhatWaitsAndLeaveAloneWhatWasSent() throws Exception {
        shop.gate = new CountDownLatch(1);
        shop.answer(200, "{\"pieces\": 3}");
        WebhookAction action = new WebhookAction(settings(shop.url(), 10_000, 2, 1), transport);
        CompletableFuture<ActionResult> sent = start(action, "1");
        CompletableFuture<ActionResult> waits = start(action, "2");
        awaitRequests(1);
        action.cancel(CALL, "1");
        action.cancel(CALL, "2");
        action.cancel(CALL, "3");
        assertThat(get(waits).code()).isEqualTo(ActionResult.CANCELLED);
        assertThat(sent).isNotDone();
        shop.gate.countDown();
        assertThat(get(sent).values()).containsEntry("pieces", 3);
        assertThat(shop.keys).containsExactly("CALL-1");
    }

    @Test
    void shouldNotTryAgainWhenTakenBack() throws Exception {
        shop.gate = new CountDownLatch(1);
        shop.answer(503, "");
        WebhookAction action = action();
        CompletableFuture<ActionResult> sent = start(action, "1");
        awaitRequests(1);
        action.cancel(CALL, "1");
        shop.gate.countDown();
        assertThat(get(sent).code()).isEqualTo(ActionResult.CANCELLED);
        assertThat(shop.keys).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "5, 5000",
        "0, 0",
        "999999999, 86400000",
        "'Tue, 14 Nov 2023 22:13:30 GMT', 10000",
        "'Tue, 14 Nov 2000 22:13:30 GMT', 0",
        "soon, 0",
        "-5, 0"
    })
    void shouldReadRetryAfterAsSecondsOrADate(String header, long expectedMs) {
        assertThat(Backoff.retryAfterMs(header, FakeShop.NOW_S)).isEqualTo(expectedMs);
    }

    @Test
    void shouldPauseLongerEachTimeAndByChance() {
        assertThat(Backoff.pauseMs(1, () -> 0.0, 5_000)).isEqualTo(100);
        assertThat(Backoff.pauseMs(1, () -> 1.0, 5_000)).isEqualTo(200);
        assertThat(Backoff.pauseMs(2, () -> 0.5, 5_000)).isEqualTo(300);
        assertThat(Backoff.pauseMs(60, () -> 1.0, 5_000)).isEqualTo(5_000);
    }

    @Test
    void shouldSignTimeAndBody() {
        assertThat(WebhookSignature.of("key", 1, "{}".getBytes())).isEqualTo("t=1,v1=" + expected("key", "1.{}"));
    }

    private static String expected(String key, String text) {
        try {
            javax.crypto.Mac mac = javax.crypto.Mac.getInstance("HmacSHA256");
            mac.init(new javax.crypto.spec.SecretKeySpec(key.getBytes(), "HmacSHA256"));
            StringBuilder hex = new StringBuilder();
            for (byte b : mac.doFinal(text.getBytes())) {
                hex.append(String.format("%02x", b));
            }
            return hex.toString();
        } catch (java.security.GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldKeepNoConnectionToAServerThatNeverAnswers() throws Exception {
        try (SilentPeer peer = new SilentPeer()) {
            WebhookAction action = new WebhookAction(settings(peer.url(), 300, 2, 4), transport);
            for (int i = 0; i < 40; i++) {
                start(action, Integer.toString(i));
            }
            SilentPeer.await("connections", () -> peer.taken.get() >= 4);
            SilentPeer.await("the end of all connections", () -> action.open() == 0 && peer.open.get() == 0);
            assertThat(peer.most()).isLessThanOrEqualTo(8);
        }
    }
}
