package io.sidetone.speech.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.embedded.EventLog;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.Reply;
import io.sidetone.speech.loopback.TestTime;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExchangeTest {
    private final TestTime time = new TestTime();
    private final EngineNet net = time.net(1);
    private final EventLoop loop = net.next();
    private final LoopbackServer server = LoopbackServer.open();
    private final EventLog log = new EventLog();
    private volatile EngineFailure failure;

    private final ExchangeListener listener = new ExchangeListener() {
        @Override
        public void head(int status, HttpHeaders headers) {
            log.add("head " + status);
        }

        @Override
        public void body(ByteBuf piece) {
            log.add("body " + piece.toString(StandardCharsets.UTF_8));
        }

        @Override
        public void end() {
            log.add("end");
        }

        @Override
        public void failed(EngineFailure why) {
            failure = why;
            log.add("failed " + why.code() + ": " + why.message());
        }
    };

    @AfterEach
    void close() {
        Eventually.holds("only waiting connections are left", () -> net.openConnections() == net.idleConnections());
        net.close();
        assertThat(server.violations()).isEmpty();
        server.close();
    }

    private ExchangeRequest request(String path, Deadlines deadlines) {
        return new ExchangeRequest(
                "model",
                "POST",
                server.http(path),
                Map.of("Authorization", "Bearer sk-0123456789"),
                "{}".getBytes(StandardCharsets.UTF_8),
                deadlines,
                null);
    }

    private Exchange send(String path) {
        return net.send(loop, request(path, Deadlines.DEFAULT), listener);
    }

    @Test
    void shouldHandOnPiecesAsTheyComeAndKeepTheConnectionForTheNextRequest() {
        server.page("/v1/chat", (seen, reply) -> {
            reply.head(200, Map.of()).chunk("one");
            reply.later(20, () -> reply.chunk("two").end());
        });
        send("/v1/chat");
        log.await("end");
        assertThat(log.lines()).containsExactly("head 200", "body one", "body two", "end");
        log.clear();
        send("/v1/chat");
        log.await("end");
        assertThat(server.accepted()).isEqualTo(1);
    }

    @Test
    void shouldUseTheWarmConnectionWhenThereIsOne() {
        server.page("/", (seen, reply) -> reply.whole(200, Map.of(), "ok"));
        net.warm(loop, request("/", Deadlines.DEFAULT));
        Eventually.holds("a connection waits", () -> net.idleConnections() == 1);
        net.warm(loop, request("/", Deadlines.DEFAULT));
        send("/");
        log.await("end");
        assertThat(server.accepted()).isEqualTo(1);
    }

    @Test
    void shouldCloseTheConnectionWhenCancelledBeforeTheFirstByte() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        server.page("/", (seen, reply) -> {
            reply.onGone(gone::countDown);
            asked.countDown();
        });
        Exchange exchange = send("/");
        assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
        exchange.cancel();
        assertThat(gone.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void shouldSayNothingMoreWhenCancelledInTheMiddle() throws InterruptedException {
        CountDownLatch gone = new CountDownLatch(1);
        server.page("/", (seen, reply) -> {
            reply.onGone(gone::countDown);
            reply.head(200, Map.of()).chunk("one");
        });
        Exchange exchange = send("/");
        log.await("body one");
        exchange.cancel();
        assertThat(gone.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(log.lines()).containsExactly("head 200", "body one");
    }

    @Test
    void shouldGiveUpWhenTheFirstByteDoesNotCome() {
        server.page("/", (seen, reply) -> {});
        net.send(loop, request("/", new Deadlines(10_000, 150, 0)), listener);
        assertThat(log.await("failed")).contains("timeout", "first byte", "150 ms");
    }

    @Test
    void shouldGiveUpWhenTheAnswerStopsInTheMiddle() {
        server.page("/", (seen, reply) -> reply.head(200, Map.of()).chunk("one"));
        net.send(loop, request("/", new Deadlines(10_000, 10_000, 150)), listener);
        assertThat(log.await("failed")).contains("timeout", "next piece");
    }

    @Test
    void shouldWaitForASlowReaderWithoutCallingItSilence() throws Exception {
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        server.page("/", (seen, reply) -> {
            answer.complete(reply);
            reply.head(200, Map.of()).chunk("one");
        });
        Exchange exchange = net.send(loop, request("/", new Deadlines(10_000, 10_000, 1_000)), listener);
        log.await("body one");
        loop.submit(() -> exchange.reading(false)).get(60, TimeUnit.SECONDS);
        time.pass(5_000);
        // A timer that was due by now would have run before this one.
        loop.schedule(() -> log.add("later"), 1, TimeUnit.MILLISECONDS);
        log.await("later");
        assertThat(log.lines()).containsExactly("head 200", "body one", "later");
        loop.submit(() -> exchange.reading(true)).get(60, TimeUnit.SECONDS);
        answer.join().chunk("two").end();
        log.await("end");
    }

    @Test
    void shouldFailWhenTheConnectionBreaksInTheMiddle() {
        server.page("/", (seen, reply) -> {
            reply.head(200, Map.of()).chunk("one");
            reply.later(30, reply::drop);
        });
        send("/");
        assertThat(log.await("failed")).contains("unavailable");
        assertThat(failure.retryable()).isTrue();
    }

    @Test
    void shouldAskAgainOnAFreshConnectionWhenTheWaitingOneWasJustClosed() {
        AtomicInteger asked = new AtomicInteger();
        server.page("/", (seen, reply) -> {
            if (asked.incrementAndGet() == 2) {
                reply.drop();
            } else {
                reply.whole(200, Map.of(), "ok");
            }
        });
        send("/");
        log.await("end");
        log.clear();
        send("/");
        log.await("end");
        assertThat(asked.get()).isEqualTo(3);
        assertThat(server.accepted()).isEqualTo(2);
    }

    @Test
    void shouldHandOnAnErrorWithItsBody() {
        server.page("/", (seen, reply) -> reply.whole(500, Map.of(), "{\"error\":{}}"));
        send("/");
        log.await("end");
        assertThat(log.lines()).containsExactly("head 500", "body {\"error\":{}}", "end");
    }
}
