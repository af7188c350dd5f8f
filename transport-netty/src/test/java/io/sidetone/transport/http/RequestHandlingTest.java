package io.sidetone.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import io.sidetone.transport.Counted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestHandlingTest {
    private static final String HEALTH = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private Wire wire = Wire.open();

    @AfterEach
    void release() {
        wire.close();
    }

    @Test
    void shouldAnswerAndKeepTheConnection() {
        String answer = wire.send(HEALTH).answer();
        assertThat(answer)
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("content-length: 3\r\n", "cache-control: no-store\r\n", "X-Content-Type-Options: nosniff\r\n")
                .endsWith("\r\n\r\nok\n")
                .doesNotContainIgnoringCase("connection:");
        assertThat(wire.channel.isOpen()).isTrue();
        assertThat(wire.send(HEALTH).answer()).startsWith("HTTP/1.1 200 OK");
    }

    @Test
    void shouldCloseWhenTheRequestSaysSo() {
        assertThat(wire.send("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                        .answer())
                .contains("connection: close");
        assertThat(wire.channel.isOpen()).isFalse();
    }

    @Test
    void shouldSpeakHttpOneZero() {
        assertThat(wire.send("GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                        .answer())
                .startsWith("HTTP/1.1 200 OK")
                .contains("connection: keep-alive");
        assertThat(wire.channel.isOpen()).isTrue();
        assertThat(wire.send("GET /healthz HTTP/1.0\r\n\r\n").answer()).contains("connection: close");
        assertThat(wire.channel.isOpen()).isFalse();
    }

    @Test
    void shouldSendNoBodyToHead() {
        String answer =
                wire.send("HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").answer();
        assertThat(answer).contains("content-length: 3\r\n").endsWith("\r\n\r\n");
        assertThat(wire.send(HEALTH).answer()).endsWith("ok\n");
    }

    @Test
    void shouldAnswerPipelinedRequestsInOrder() {
        String answer = wire.send(
                        "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /none HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                + HEALTH)
                .answer();
        assertThat(answer.indexOf("200 OK")).isLessThan(answer.indexOf("404 Not Found"));
        assertThat(answer.indexOf("404 Not Found")).isLessThan(answer.lastIndexOf("200 OK"));
    }

    @Test
    void shouldAnswerManyPipelinedRequestsWithoutDeepRecursion() {
        wire.send(HEALTH.repeat(5_000));
        wire.channel.runPendingTasks();
        assertThat(wire.answer().split("200 OK", -1)).hasSize(5_001);
    }

    @Test
    void shouldHoldPipelinedRequestsBackWhileOneIsAnswered() {
        wire.close();
        List<CompletableFuture<Answer>> waiting = new ArrayList<>();
        wire = new Wire(Optional.empty(), List.of(new Route("GET", "/slow", true, request -> {
            CompletableFuture<Answer> answer = new CompletableFuture<>();
            waiting.add(answer);
            return answer;
        })));
        wire.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n".repeat(3));
        assertThat(waiting).hasSize(1);
        waiting.get(0).complete(Answer.text(200, "text/plain", "first"));
        assertThat(waiting).hasSize(2);
        assertThat(wire.answer()).contains("first");
        waiting.get(1).completeExceptionally(new IllegalStateException("lost"));
        assertThat(wire.answer()).contains("500 Internal Server Error").doesNotContain("lost");
        assertThat(Counted.by(wire.counters::bindTo, "sidetone_http_failures")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET /none HTTP/1.1                     | 404",
                "GET /api/calls/unknown HTTP/1.1        | 404",
                "GET /api/calls/a%2fb HTTP/1.1          | 404",
                "GET /api/calls/ HTTP/1.1               | 404",
                "GET //api/calls HTTP/1.1               | 404",
                "DELETE /api/calls/unknown HTTP/1.1     | 404",
                "DELETE /api/calls HTTP/1.1             | 405",
                "PUT /healthz HTTP/1.1                  | 405",
                "POST /metrics HTTP/1.1                 | 405",
                "POST /api/calls HTTP/1.1               | 405",
                "BREW /healthz HTTP/1.1                 | 501",
                "GET healthz HTTP/1.1                   | 400",
                "GET /a%zz HTTP/1.1                     | 400",
                "GET /a#b HTTP/1.1                      | 400",
                "OPTIONS * HTTP/1.1                     | 400",
                "GET /healthz HTTP/2.0                  | 505",
                "GET http://localhost/healthz HTTP/1.1  | 200",
                "GET /healthz?x=%20 HTTP/1.1            | 200"
            })
    void shouldAnswerWithTheRightStatus(String line, int status) {
        String answer = wire.send(line + "\r\nHost: localhost\r\n\r\n").answer();
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
        if (status >= 400) {
            assertThat(answer)
                    .contains("content-type: application/problem+json\r\n")
                    .contains("\"status\":" + status)
                    .contains("\"detail\":\"");
        }
    }

    @Test
    void shouldSayWhatIsAllowedWhenTheMethodIsNot() {
        assertThat(wire.send("POST /api/calls/x HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .answer())
                .contains("405 Method Not Allowed", "Allow: DELETE, GET, HEAD, OPTIONS");
        assertThat(wire.send("OPTIONS /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .answer())
                .contains("204 No Content", "Allow: GET, HEAD, OPTIONS")
                .doesNotContain("content-length");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n",
                "GET\r\n\r\n",
                "INVITE sip:a@b SIP/2.0\r\nHost: a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX\u0000: b\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
                "GET / FTP/1.1\r\nHost: a\r\n\r\n"
            })
    void shouldAnswerOnceAndCloseAndCountWhenTheRequestIsMalformed(String text) {
        String answer = wire.send(text).answer();
        assertThat(answer).matches("(?s)HTTP/1\\.1 (400|505) .*").contains("connection: close");
        assertThat(answer.split("HTTP/1.1 [0-9]", -1)).hasSize(2);
        assertThat(Counted.by(wire.counters::bindTo, "sidetone_http_malformed")).isEqualTo(1);
        assertThat(wire.channel.isOpen()).isFalse();
    }

    /** A proxy that reads another end of the body would let its client put requests of his own behind it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: chunked, xchunked",
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding: xchunked, chunked",
                "Transfer-Encoding: chunked, chunked",
                "Transfer-Encoding: CHUNKED, CHUNKED",
                "Transfer-Encoding: chunked;q=1",
                "Transfer-Encoding: \"chunked\"",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: identity, chunked",
                "Transfer-Encoding: chunked,",
                "Transfer-Encoding: ,chunked",
                "Transfer-Encoding: chunked\u000b",
                "Transfer-Encoding: ",
                "Transfer-Encoding: chunked\r\n , xchunked",
                "Transfer-Encoding:\r\n chunked, xchunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: xchunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: xchunked\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nContent-Length: 3",
                "Content-Length: 3\r\nTransfer-Encoding: chunked",
                "Content-Length: +0",
                "Content-Length: 0, 0",
                "Content-Length: 0x0",
                "Content-Length: "
            })
    void shouldAnswerOnceAndCloseWhenTheEndOfTheBodyIsNotCertain(String framing) {
        String answer = wire.send("POST /healthz HTTP/1.1\r\nHost: a\r\n" + framing + "\r\n\r\n0\r\n\r\n" + HEALTH)
                .answer();
        assertThat(answer).startsWith("HTTP/1.1 400 ").contains("connection: close");
        assertThat(answer.split("HTTP/1.1 [0-9]", -1)).hasSize(2);
        assertThat(wire.channel.isOpen()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunked", "Chunked", " chunked "})
    void shouldReadABodyInChunks(String coding) {
        assertThat(wire.send("POST /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding:" + coding
                                + "\r\n\r\n3\r\nabc\r\n0\r\n\r\n" + HEALTH)
                        .answer())
                .startsWith("HTTP/1.1 405 ")
                .endsWith("ok\n");
    }

    @Test
    void shouldRefuseLongLinesHeadersAndBodies() {
        assertThat(wire.send("GET /" + "a".repeat(9_000) + " HTTP/1.1\r\n\r\n").answer())
                .startsWith("HTTP/1.1 414 ");
        reopen();
        assertThat(wire.send("GET / HTTP/1.1\r\nHost: a\r\nX: " + "a".repeat(17_000) + "\r\n\r\n")
                        .answer())
                .startsWith("HTTP/1.1 431 ");
        reopen();
        assertThat(wire.send("POST /api/calls HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n")
                        .answer())
                .startsWith("HTTP/1.1 413 ");
        assertThat(wire.channel.isOpen()).isFalse();
        reopen();
        wire.send("POST /api/calls HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int i = 0; i < 129 && wire.channel.isOpen(); i++) {
            wire.send("2000\r\n" + "x".repeat(0x2000) + "\r\n");
        }
        assertThat(wire.answer()).startsWith("HTTP/1.1 413 ");
        assertThat(wire.channel.isOpen()).isFalse();
        reopen();
        assertThat(wire.send("POST /api/calls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1048576\r\n\r\n"
                                + "x".repeat(1 << 20))
                        .answer())
                .startsWith("HTTP/1.1 405 ");
    }

    private void reopen() {
        wire.close();
        wire = Wire.open();
    }

    @Test
    void shouldCloseAnIdleConnectionWithoutAWord() {
        wire.send(HEALTH).answer();
        wire.after(Wire.TIMEOUT.minusMillis(1));
        assertThat(wire.channel.isOpen()).isTrue();
        wire.after(Duration.ofMillis(1));
        assertThat(wire.channel.isOpen()).isFalse();
        assertThat(wire.answer()).isEmpty();
        assertThat(Counted.by(wire.counters::bindTo, "sidetone_http_timeouts")).isEqualTo(1);
    }

    @Test
    void shouldEndASlowRequestHoweverOftenItSendsAByte() {
        String slow = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: " + "a".repeat(200);
        int sent = 0;
        while (wire.channel.isOpen() && sent < slow.length()) {
            wire.send(slow.substring(sent, sent + 1)).after(Duration.ofSeconds(1));
            sent++;
        }
        assertThat(sent).isEqualTo(30);
        assertThat(wire.answer()).startsWith("HTTP/1.1 408 Request Timeout").contains("connection: close");
        assertThat(Counted.by(wire.counters::bindTo, "sidetone_http_timeouts")).isEqualTo(1);
    }

    @Test
    void shouldGiveEveryRequestTheFullTime() {
        for (int i = 0; i < 10; i++) {
            wire.after(Duration.ofSeconds(29)).send(HEALTH);
            assertThat(wire.answer()).startsWith("HTTP/1.1 200");
        }
        assertThat(Counted.by(wire.counters::bindTo, "sidetone_http_timeouts")).isZero();
    }

    @Test
    void shouldGiveTheReaderOfAnAnswerTheFullTimeAndNoMore() {
        wire.channel.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {
            @Override
            public void write(ChannelHandlerContext ctx, Object message, ChannelPromise written) {
                // The peer takes nothing: the write never ends.
                ReferenceCountUtil.release(message);
            }
        });
        wire.after(Duration.ofSeconds(29)).send(HEALTH);
        wire.after(Wire.TIMEOUT.minusMillis(1));
        assertThat(wire.channel.isOpen()).isTrue();
        wire.after(Duration.ofMillis(1));
        assertThat(wire.channel.isOpen()).isFalse();
        assertThat(Counted.by(wire.counters::bindTo, "sidetone_http_timeouts")).isEqualTo(1);
    }

    @Test
    void shouldSurviveEveryMutationOfARequest() {
        long seed = 20_260_402L;
        Random random = new Random(seed);
        String valid = "POST /api/calls?a=b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nX-Y: z\r\n\r\nbody";
        for (int round = 0; round < 3_000; round++) {
            StringBuilder text = new StringBuilder(valid);
            for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.setCharAt(at, (char) random.nextInt(256));
                    case 1 -> text.deleteCharAt(at);
                    default -> text.insert(at, (char) random.nextInt(256));
                }
            }
            reopen();
            String answer = wire.send(text.toString())
                    .after(Wire.TIMEOUT)
                    .after(Wire.TIMEOUT)
                    .answer();
            assertThat(answer.isEmpty() || answer.startsWith("HTTP/1.1 "))
                    .as("seed %d, round %d: %s", seed, round, text)
                    .isTrue();
            assertThat(wire.channel.isOpen())
                    .as("seed %d, round %d", seed, round)
                    .isFalse();
            wire.channel.checkException();
        }
    }
}
