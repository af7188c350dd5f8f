package io.sidetone.speech.chat.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.http.client.HttpMethod;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import io.netty.channel.EventLoop;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.EventLog;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.ServiceAccess;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** LangChain4j's client on our own connections. */
class EngineHttpClientTest {
    private final LoopbackServer server = LoopbackServer.open();
    private final EngineNet net = EngineNet.open(1);
    private final EventLoop loop = net.next();
    private final EngineHttpClient client = new EngineHttpClient(
            net, loop, Altered.with(ServiceAccess.of("brain", ""), "deadlines", new Deadlines(10_000, 15_000, 15_000)));

    @AfterEach
    void leakNothing() {
        Eventually.holds("no connection but idle ones", () -> net.openConnections() == net.idleConnections());
        net.close();
        server.close();
        assertThat(server.violations()).isEmpty();
    }

    private HttpRequest get(String path) {
        return HttpRequest.builder()
                .method(HttpMethod.GET)
                .url(server.http(path).toString())
                .addHeader("Authorization", "Bearer sk-very-secret")
                .build();
    }

    @Test
    void shouldWaitForAWholeAnswer() {
        server.page("/models", (seen, reply) -> {
            assertThat(seen.header("authorization")).isEqualTo("Bearer sk-very-secret");
            reply.whole(200, Map.of("X-Kind", "list"), "{\"data\":[]}");
        });
        SuccessfulHttpResponse answer = client.execute(get("/models"));
        assertThat(answer.body()).isEqualTo("{\"data\":[]}");
        assertThat(answer.headers().get("X-Kind")).containsExactly("list");
    }

    @Test
    void shouldThrowWhatItWasRefusedFor() {
        server.page("/models", (seen, reply) -> reply.whole(401, Map.of(), "who is sk-very-secret?"));
        assertThatThrownBy(() -> client.execute(get("/models")))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("401")
                .hasMessageContaining("***")
                .hasMessageNotContaining("sk-very-secret");
    }

    @Test
    void shouldNotBlockALoop() {
        assertThatThrownBy(
                        () -> loop.submit(() -> client.execute(get("/models"))).get())
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldCloseWhenAskedByTheStreamsOwnHandle() {
        boolean[] gone = new boolean[1];
        server.page("/chat", (seen, reply) -> {
            reply.onGone(() -> gone[0] = true);
            reply.head(200, Map.of("Content-Type", "text/event-stream")).chunk("data: 1\n\ndata: 2\n\n");
        });
        EventLog log = new EventLog();
        loop.execute(() -> client.execute(get("/chat"), new ServerSentEventListener() {
            @Override
            public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
                log.add("event " + event.data());
                context.parsingHandle().cancel();
            }

            @Override
            public void onError(Throwable error) {
                log.add("error " + error);
            }

            @Override
            public void onClose() {
                log.add("close");
            }
        }));
        log.await("event 1");
        Eventually.holds("closed", () -> gone[0]);
        assertThat(log.lines()).containsExactly("event 1");
    }
}
