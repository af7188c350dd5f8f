package io.sidetone.speech.chat.http;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import io.netty.channel.EventLoop;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.ExchangeRequest;
import io.sidetone.speech.net.NetFailures;
import io.sidetone.speech.net.ServiceAccess;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * LangChain4j's HTTP client for one session of one engine. Streamed requests are answered on the session's loop. {@link
 * #cancel} closes the connection of the latest request at any time, also before its first byte.
 */
public final class EngineHttpClient implements HttpClient {
    private static final int LONGEST_WAIT_S = 120;

    private final EngineNet net;
    private final EventLoop loop;
    private final ServiceAccess access;
    private Map<String, String> about = Map.of();
    private SseErrorFilter check = SseErrorFilter.NONE;
    private UnaryOperator<String> edit = UnaryOperator.identity();
    private SseAnswer latest;

    /**
     * Creates it.
     *
     * @param loop event loop of streamed requests
     * @param access whose deadlines replace LangChain4j's own
     */
    public EngineHttpClient(EngineNet net, EventLoop loop, ServiceAccess access) {
        this.net = net;
        this.loop = loop;
        this.access = access;
    }

    /** Sets the check for events of later streamed requests, and the function that edits their bodies. On the loop. */
    public void checking(SseErrorFilter next, UnaryOperator<String> edited) {
        check = next;
        edit = edited;
    }

    /** Sets headers of all later requests: which call they are about. Before the first request. */
    public void about(Map<String, String> headers) {
        about = Map.copyOf(headers);
    }

    /** Drops the latest answer: closes its connection; its listener receives nothing more. On the loop. */
    public void cancel() {
        if (latest != null) {
            latest.cancel();
            latest = null;
        }
    }

    /** Opens a connection to {@code url} for a future request. */
    public void warm(URI url) {
        net.warm(loop, access.request("GET", url, Map.of(), new byte[0]));
    }

    /** Ignores {@code parser}, which reads a blocking stream; events are split on the loop here. On the loop. */
    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        ExchangeRequest outgoing = exchange(request, "text/event-stream", edit);
        SseAnswer answer = new SseAnswer(outgoing, listener, check);
        latest = answer;
        answer.of(net.send(loop, outgoing, answer));
    }

    /** Waits for the whole answer. Never on an event loop. */
    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        if (loop.inEventLoop()) {
            throw new IllegalStateException("an event loop cannot wait for an answer; stream it");
        }
        ExchangeRequest outgoing = exchange(request, "application/json", UnaryOperator.identity());
        CompletableFuture<SuccessfulHttpResponse> answer = new CompletableFuture<>();
        net.send(loop, outgoing, new WholeAnswer(outgoing, answer));
        try {
            return answer.get(LONGEST_WAIT_S, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException fault ? fault : new CompletionException(e.getCause());
        } catch (TimeoutException e) {
            throw new EngineException(NetFailures.timeout(access.name(), "an answer", LONGEST_WAIT_S * 1_000));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
        }
    }

    private ExchangeRequest exchange(HttpRequest request, String accept, UnaryOperator<String> edited) {
        if (!request.formDataFields().isEmpty() || !request.formDataFiles().isEmpty()) {
            throw new IllegalArgumentException("engine " + access.name() + ": forms are not sent to models");
        }
        Map<String, String> headers = new HashMap<>(about);
        headers.put("Accept", accept);
        request.headers().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        headers.put("User-Agent", "sidetone");
        String body = request.body() == null ? "" : edited.apply(request.body());
        return access.request(
                request.method().name(), URI.create(request.url()), headers, body.getBytes(StandardCharsets.UTF_8));
    }
}
