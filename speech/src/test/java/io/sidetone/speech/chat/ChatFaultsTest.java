package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.action.ActionResult;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.OwnCertificate;
import io.sidetone.speech.loopback.Reply;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What services do wrong, and that a turn always ends. */
@Order(1)
@Tag("real-time")
class ChatFaultsTest {
    @TempDir
    Path folder;

    private static ChatSettings at(ChatSettings settings, URI url) {
        return ChatRig.with(settings, url, settings.access().key(), settings.keyHeader(), true, "");
    }

    private static void begin(Reply reply, List<String> events, int count) {
        reply.head(200, ChatService.SSE);
        events.subList(0, count).forEach(reply::chunk);
    }

    private static String error(String type, String message) {
        return ChatService.json(Map.of("error", Map.of("type", type, "message", message)));
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailWhereNobodyListens(ChatEngine engine) {
        try (ChatRig rig = new ChatRig(
                engine,
                s -> at(s, URI.create("http://127.0.0.1:1" + s.access().url().getPath())))) {
            rig.ask(10, "Hello");
            assertThat(rig.failure(10))
                    .startsWith("failed 10 unavailable retryable")
                    .contains("engines.brain.url");
            assertThat(rig.meter.failures.sum()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailWhereTlsFails(ChatEngine engine) {
        try (LoopbackServer plain = LoopbackServer.open();
                ChatRig rig =
                        new ChatRig(engine, s -> at(s, URI.create("https://127.0.0.1:" + plain.port() + "/v1")))) {
            rig.ask(10, "Hello");
            assertThat(rig.failure(10)).startsWith("failed 10 unavailable").contains("TLS");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTrustACertificateItIsToldToTrustAndNoOther(ChatEngine engine) throws Exception {
        OwnCertificate own = OwnCertificate.in(folder);
        try (ChatRig rig = new ChatRig(engine, LoopbackServer.open(own.certificate(), own.key()), s -> s)) {
            rig.ask(10, "Hello");
            assertThat(rig.failure(10)).startsWith("failed 10 unavailable").contains("TLS", "engines.brain.trust");
        }
        try (ChatRig rig = new ChatRig(
                engine, LoopbackServer.open(own.certificate(), own.key()), s -> ChatRig.trust(s, own.certificate()))) {
            rig.ask(10, "Hello");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("You said: Hello.");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndOnceWhenEverythingIsSaidToEndTwice(ChatEngine engine) {
        try (ChatRig rig = new ChatRig(engine)) {
            List<String> events = rig.service.words("Once", " only.");
            rig.service.next((seen, reply) -> {
                reply.head(200, ChatService.SSE);
                events.forEach(reply::chunk);
                events.subList(events.size() - 1, events.size()).forEach(reply::chunk);
                reply.end();
            });
            rig.ask(10, "Hello");
            rig.end(10);
            rig.ask(12, "Again");
            rig.end(12);
            assertThat(rig.said(10)).isEqualTo("Once only.");
            assertThat(rig.said(12)).endsWith("Again.");
            assertThat(rig.log.lines())
                    .filteredOn(line -> line.startsWith("done 10"))
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayWhyItWasRefused(ChatEngine engine) {
        try (ChatRig rig = new ChatRig(engine)) {
            long token = 10;
            for (int status : new int[] {400, 401, 402, 403, 404, 413, 422}) {
                String whom = Set.of(401, 402, 403, 404).contains(status) ? "final" : "declined";
                rig.service.next((seen, reply) ->
                        reply.whole(status, Map.of(), error("nope", "because of " + ChatService.KEY + " so")));
                rig.ask(token, "Hello");
                assertThat(rig.failure(token)).contains("rejected " + whom, "" + status, "because of *** so");
                token += 2;
            }
            rig.ask(token, "Hello");
            rig.end(token);
            assertThat(rig.said(token)).contains("You said");
            assertThat(rig.server.accepted()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void shouldTakeAWrongKeyForTheEnginesWhateverStatusItIsRefusedWith() {
        try (ChatRig rig = new ChatRig(ChatEngine.GEMINI)) {
            rig.service.next((seen, reply) -> reply.whole(
                    400,
                    Map.of(),
                    "{\"error\":{\"code\":400,\"message\":\"API key not valid.\",\"status\":\"INVALID_ARGUMENT\","
                            + "\"details\":[{\"reason\":\"API_KEY_INVALID\",\"domain\":\"googleapis.com\"}]}}"));
            rig.ask(10, "Hello");
            assertThat(rig.failure(10)).contains("rejected final", "API key not valid", "engines.brain.key");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldPassOnHowLongToWaitAtARateLimit(ChatEngine engine) {
        try (ChatRig rig = new ChatRig(engine)) {
            rig.service.next((seen, reply) ->
                    reply.whole(429, Map.of("retry-after", "3"), error("rate_limit_error", "slow down")));
            rig.ask(10, "Hello");
            assertThat(rig.failure(10)).startsWith("failed 10 rate_limited retryable 3000");
            rig.service.next((seen, reply) -> reply.whole(
                    429,
                    Map.of(),
                    "[{\"error\":{\"code\":429,\"message\":\"slow\",\"details\":[{\"retryDelay\":\"1.5s\"}]}}]"));
            rig.ask(12, "Hello");
            assertThat(rig.failure(12)).startsWith("failed 12 rate_limited retryable 1500");
            rig.service.next((seen, reply) ->
                    reply.whole(429, Map.of(), "{\"error\":{\"message\":\"pay\",\"code\":\"insufficient_quota\"}}"));
            rig.ask(14, "Hello");
            assertThat(rig.failure(14)).startsWith("failed 14 rejected final");
            assertThat(rig.service.requests()).hasSize(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTryOnceMoreBeforeTheFirstPiece(ChatEngine engine) {
        try (ChatRig rig = new ChatRig(engine)) {
            rig.service.next((seen, reply) -> reply.whole(503, Map.of(), error("busy", "overloaded")));
            rig.ask(10, "Hello");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("You said: Hello.");
            rig.service.next((seen, reply) -> reply.drop());
            rig.ask(12, "Hello");
            rig.end(12);
            assertThat(rig.said(12)).startsWith("You said: ");
            rig.service.next((seen, reply) -> reply.whole(500, Map.of(), "oops"));
            rig.service.next((seen, reply) -> reply.whole(529, Map.of(), error("overloaded_error", "busy")));
            rig.ask(14, "Hello");
            assertThat(rig.failure(14))
                    .startsWith("failed 14 unavailable retryable")
                    .contains("529", "busy");
            assertThat(rig.meter.requests.sum()).isEqualTo(3);
        }
    }

    private static void asked(ChatRig rig, int requests) {
        Eventually.holds("the service was asked", () -> rig.service.requests().size() == requests);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotWaitForEver(ChatEngine engine) {
        try (ChatRig rig =
                new ChatRig(engine, s -> ChatRig.limits(s, new ChatLimits(200, false, 1_500, 1_000, 3, 1)))) {
            rig.service.next((seen, reply) -> {});
            rig.ask(10, "Hello");
            asked(rig, 1);
            rig.time.pass(1_500);
            assertThat(rig.failure(10))
                    .startsWith("failed 10 timeout retryable")
                    .contains("first");
            rig.service.next((seen, reply) -> reply.head(200, ChatService.SSE));
            rig.ask(12, "Hello");
            asked(rig, 2);
            rig.time.pass(1_500);
            assertThat(rig.failure(12)).startsWith("failed 12 timeout").contains("first token");
            List<String> events = rig.service.words("Half a", " sentence");
            rig.service.next((seen, reply) -> begin(reply, events, engine.firstPiece()));
            rig.ask(14, "Hello");
            rig.log.await("text 14 Half a");
            rig.time.pass(1_000);
            assertThat(rig.failure(14)).startsWith("failed 14 timeout").contains("next piece");
            assertThat(rig.said(14)).isEqualTo("Half a");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotTakeSignsOfLifeForAnAnswer(ChatEngine engine) {
        try (ChatRig rig = new ChatRig(engine, s -> ChatRig.limits(s, new ChatLimits(200, false, 400, 300, 3, 1)))) {
            List<String> events = rig.service.words("Half a", " sentence");
            rig.service.next((seen, reply) -> {
                begin(reply, events, engine.firstPiece());
                for (int i = 1; i < 20; i++) {
                    reply.later(
                            i * 50, () -> reply.chunk(": PROCESSING\n\nevent: ping\ndata: {\"type\": \"ping\"}\n\n"));
                }
            });
            rig.ask(10, "Hello");
            assertThat(rig.failure(10)).startsWith("failed 10 timeout");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeASlowDrip(ChatEngine engine) {
        try (ChatRig rig =
                new ChatRig(engine, s -> ChatRig.limits(s, new ChatLimits(200, false, 15_000, 1_500, 3, 1)))) {
            List<String> events = rig.service.words("Grüße", " aus", " Köln", " 𝄞", ".");
            rig.service.next((seen, reply) -> {
                reply.head(200, ChatService.SSE);
                for (int i = 0; i < events.size(); i++) {
                    byte[] bytes = events.get(i).getBytes(StandardCharsets.UTF_8);
                    reply.later(i * 300L, () -> {
                        for (byte each : bytes) {
                            reply.chunk(new byte[] {each});
                        }
                    });
                }
                reply.later(events.size() * 300L, reply::end);
            });
            rig.ask(10, "Hello");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Grüße aus Köln 𝄞.");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayThatAnAnswerBrokeOff(ChatEngine engine) {
        try (ChatRig rig = new ChatRig(engine)) {
            List<String> events = rig.service.words("Half a wo", "rd");
            rig.service.next((seen, reply) -> {
                begin(reply, events, engine.firstPiece());
                reply.later(100, reply::drop);
            });
            rig.ask(10, "Hello");
            assertThat(rig.failure(10)).startsWith("failed 10 unavailable retryable");
            assertThat(rig.said(10)).isEqualTo("Half a wo");
            rig.service.next((seen, reply) -> {
                begin(reply, events, engine.firstPiece());
                reply.end();
            });
            rig.ask(12, "Hello");
            assertThat(rig.failure(12)).startsWith("failed 12 unavailable").contains("in the middle");
            rig.service.next((seen, reply) -> {
                begin(reply, events, engine.firstPiece());
                reply.chunk("event: error\ndata: " + error("overloaded_error", "too many\nplease wait") + "\n\n");
                reply.end();
            });
            rig.ask(14, "Hello");
            assertThat(rig.failure(14)).startsWith("failed 14 unavailable").contains("too many please wait");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotActOnHalfAWish(ChatEngine engine) {
        try (ChatRig rig = new ChatRig(engine)) {
            List<String> events =
                    rig.service.calls("Wait.", new ChatService.Call("call_a", "lookup", "{\"id\":\"7\"}"));
            int half = engine.provider == ChatProvider.GEMINI
                    ? 1
                    : events.size() - (engine.provider == ChatProvider.OPENAI ? 4 : 3);
            rig.service.next((seen, reply) -> {
                begin(reply, events, half);
                reply.end();
            });
            rig.ask(10, "Find seven");
            assertThat(rig.failure(10)).contains("in the middle");
            assertThat(rig.wanted).isEmpty();
            rig.ask(12, "Find seven");
            rig.end(12);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSurviveGarbageButNotForLong(ChatEngine engine) {
        try (ChatRig rig = new ChatRig(engine)) {
            List<String> events = rig.service.words("One", " two");
            String garbage = "event: content_block_delta\ndata: {\"choices\":[{\n\n";
            rig.service.next((seen, reply) -> {
                reply.head(200, ChatService.SSE).chunk(garbage);
                events.forEach(event -> reply.chunk(event).chunk("event: news\ndata: {\"type\":\"news\"}\n\n"));
                reply.chunk(garbage).end();
            });
            rig.ask(10, "Count");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("One two");
            assertThat(rig.meter.unexpected.sum()).isPositive();
            rig.service.next((seen, reply) -> reply.head(200, ChatService.SSE).chunk(garbage.repeat(3)));
            rig.ask(12, "Count");
            assertThat(rig.failure(12)).startsWith("failed 12 broken");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseWhatIsNoAnswer(ChatEngine engine) {
        try (ChatRig rig = new ChatRig(engine)) {
            byte[] noise = new byte[4_000];
            new Random(7).nextBytes(noise);
            rig.service.next((seen, reply) ->
                    reply.head(200, ChatService.SSE).chunk(noise).end());
            rig.ask(10, "Hello");
            assertThat(rig.failure(10)).startsWith("failed 10 ");
            rig.service.next((seen, reply) -> {
                reply.head(200, ChatService.SSE).chunk("data: {\"a\":\"");
                for (int i = 0; i < 160; i++) {
                    reply.chunk("x".repeat(1 << 16));
                }
            });
            rig.ask(12, "Hello");
            assertThat(rig.failure(12)).startsWith("failed 12 broken").contains("1048576 bytes");
            rig.service.next((seen, reply) -> reply.whole(200, Map.of("Content-Type", "text/html"), "<html>login"));
            rig.ask(14, "Hello");
            assertThat(rig.failure(14)).startsWith("failed 14 ");
            rig.service.next((seen, reply) -> reply.whole(302, Map.of("Location", "/login"), ""));
            rig.ask(16, "Hello");
            assertThat(rig.failure(16)).startsWith("failed 16 rejected").contains("302");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoOnAfterAKeyWasRevokedAndGivenBack(ChatEngine engine) {
        try (ChatRig rig = new ChatRig(engine)) {
            rig.ask(10, "One");
            rig.end(10);
            Eventually.holds("no connection is in use", () -> rig.net.openConnections() == rig.net.idleConnections());
            rig.server.dropAll();
            Eventually.holds("idle connections are gone", () -> rig.net.openConnections() == 0);
            rig.service.next((seen, reply) -> reply.whole(401, Map.of(), error("auth", "revoked")));
            rig.ask(12, "Two");
            assertThat(rig.failure(12)).startsWith("failed 12 rejected").contains("revoked", "engines.brain.key");
            rig.ask(14, "Three");
            rig.end(14);
            assertThat(rig.said(14)).contains("Three");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCloseWhileItWaits(ChatEngine engine) {
        try (ChatRig rig = new ChatRig(engine)) {
            boolean[] gone = new boolean[1];
            boolean[] asked = new boolean[1];
            rig.service.next((seen, reply) -> {
                asked[0] = true;
                reply.onGone(() -> gone[0] = true);
            });
            rig.ask(10, "Hello");
            Eventually.holds("asked", () -> asked[0]);
            rig.session.close();
            Eventually.holds("closed at once", () -> gone[0]);
            rig.log.await("closed");
            assertThat(rig.log.lines()).containsExactly("ready", "closed");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldLetTheNewestTurnTakeThePlaceOfTheOneBefore(ChatEngine engine) {
        try (ChatRig rig = new ChatRig(engine)) {
            boolean[] gone = new boolean[1];
            boolean[] asked = new boolean[1];
            rig.service.next((seen, reply) -> {
                asked[0] = true;
                reply.onGone(() -> gone[0] = true);
            });
            rig.ask(10, "Hello");
            Eventually.holds("asked", () -> asked[0]);
            rig.ask(12, "Hello?");
            rig.end(12);
            Eventually.holds("the first is closed", () -> gone[0]);
            rig.session.actionResult(10, ActionResult.ok("nobody", null));
            rig.session.lateResult(14, ActionResult.failure("nobody", ActionResult.FAILED, "unknown"));
            rig.end(14);
            assertThat(rig.log.lines()).noneMatch(line -> line.contains(" 10 "));
        }
    }
}
