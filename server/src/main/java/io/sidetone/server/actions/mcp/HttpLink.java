package io.sidetone.server.actions.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.server.actions.webhook.LimitedBody;
import io.sidetone.server.actions.webhook.OutgoingRequests;
import io.sidetone.server.actions.webhook.WebhookTransport;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Streamable HTTP: each message is a POST that is answered by JSON or by events; what the server says on its own comes as
 * events of a GET (MCP 2025-11-25, Transports). Thread-safe.
 */
final class HttpLink implements McpLink {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);
    private static final long GOODBYE_LIMIT_MS = 500;
    private static final int MOST_HEADER_CHARS = 512;
    private static final Duration FORMER_LIMIT = Duration.ofSeconds(2);
    private static final int FORMER_LIMIT_BYTES = 8_192;
    /** Of requests; each is given up before by its own deadline. */
    private static final Duration LONGEST = Duration.ofHours(1);
    /** Requests beside the calls: the beginning, the list of tools, and what has ended and lingers. */
    private static final int MORE_REQUESTS = 8;

    private static final int OPEN_ASIDES = 4;
    private static final int WAITING_ASIDES = 8;
    private static final Duration ASIDE_LIMIT = Duration.ofSeconds(5);

    private final URI url;
    private final Map<String, String> headers;
    private final OutgoingRequests requests;
    /** Notifications, and answers to what the server asks. */
    private final OutgoingRequests asides;

    private final OutgoingRequests stream;
    private final OutgoingRequests last;
    private final Map<Long, CompletableFuture<?>> open = new ConcurrentHashMap<>();
    private final AtomicBoolean listening = new AtomicBoolean();
    private volatile CompletableFuture<?> goodbye;
    private volatile boolean silent;
    private volatile boolean closed;
    private volatile String session;
    private volatile String version;
    private Listener listener;

    /**
     * Creates the link.
     *
     * @param headers of every request, secrets among them
     * @param mostCalls of tools at the same time
     */
    HttpLink(WebhookTransport transport, URI url, Map<String, String> headers, int mostCalls) {
        this.requests = transport.requests(mostCalls + MORE_REQUESTS, mostCalls);
        this.asides = transport.requests(OPEN_ASIDES, WAITING_ASIDES);
        this.stream = transport.requests(1, 0);
        this.last = transport.requests(1, 0);
        this.url = url;
        this.headers = Map.copyOf(headers);
    }

    @Override
    public void open(Listener given) {
        listener = given;
    }

    @Override
    public void initialized(String protocolVersion) {
        version = protocolVersion;
    }

    private HttpRequest.Builder request() {
        HttpRequest.Builder request = HttpRequest.newBuilder(url).header("User-Agent", "Sidetone");
        headers.forEach(request::setHeader);
        if (session != null) {
            request.header("Mcp-Session-Id", session);
        }
        if (version != null) {
            request.header("MCP-Protocol-Version", version);
        }
        return request;
    }

    @Override
    public void send(long id, byte[] message, Map<String, String> more) {
        if (closed) {
            listener.refused(id, "the connection is closed");
            return;
        }
        CompletableFuture<HttpResponse<byte[]>> sent;
        try {
            HttpRequest.Builder request = request()
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream");
            more.forEach(request::setHeader);
            HttpRequest post = request.POST(HttpRequest.BodyPublishers.ofByteArray(message))
                    .build();
            sent = id == 0 ? asides.send(post, this::body, ASIDE_LIMIT) : requests.send(post, this::body, LONGEST);
        } catch (RuntimeException impossible) {
            listener.refused(id, "cannot be asked: " + impossible.getMessage());
            return;
        }
        if (id != 0) {
            open.put(id, sent);
        }
        sent.whenComplete((response, error) -> {
            open.remove(id, sent);
            answered(id, response, error);
        });
    }

    private HttpResponse.BodySubscriber<byte[]> body(HttpResponse.ResponseInfo head) {
        String type = head.headers().firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (session == null) {
            session = head.headers()
                    .firstValue("Mcp-Session-Id")
                    .filter(id -> id.matches("[\\x21-\\x7e]{1,512}"))
                    .orElse(null);
        }
        return head.statusCode() == 200 && type.startsWith("text/event-stream")
                ? new SseBody(Rpc.MAX_MESSAGE_BYTES, this::event)
                : new LimitedBody(Rpc.MAX_MESSAGE_BYTES);
    }

    private void event(String data) {
        try {
            message(Rpc.parse(data));
        } catch (IOException unreadable) {
            // Not JSON: whoever waits for an answer hears that none came when the stream ends.
            listener.message(Rpc.object());
        }
    }

    private void message(JsonNode message) {
        if (message.isArray()) {
            message.forEach(listener::message);
        } else {
            listener.message(message);
        }
    }

    private void answered(long id, HttpResponse<byte[]> response, Throwable error) {
        if (error != null) {
            Throwable cause =
                    error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
            listener.refused(id, why(cause));
            return;
        }
        int status = response.statusCode();
        if (status == 404 && session != null) {
            listener.expired(id);
        } else if (session == null && version == null && (status == 400 || status == 404 || status == 405)) {
            former(id, status);
        } else if (status < 200 || status >= 300) {
            listener.refused(id, "it answered " + status + (status == 401 || status == 403 ? "; check its key" : ""));
        } else {
            try {
                if (response.body().length > 0) {
                    message(Rpc.parse(response.body()));
                }
                listener.refused(id, "it ended its answer without a result");
            } catch (IOException unreadable) {
                listener.refused(id, "its answer is not JSON");
            }
        }
    }

    /** A server that refuses the first message may speak the transport of 2024-11-05, which begins with an event. */
    private void former(long id, int status) {
        CompletableFuture<Boolean> named = new CompletableFuture<>();
        CompletableFuture<HttpResponse<byte[]>> asked = requests.send(
                request().header("Accept", "text/event-stream").GET().build(),
                head -> head.statusCode() == 200
                        ? new SseBody(FORMER_LIMIT_BYTES, data -> named.complete(!data.startsWith("{")))
                        : new LimitedBody(FORMER_LIMIT_BYTES),
                FORMER_LIMIT);
        asked.whenComplete((response, error) -> named.complete(false));
        named.thenAccept(old -> {
            asked.cancel(true);
            listener.refused(
                    id,
                    "it answered " + status
                            + (old
                                    ? ": it speaks the old HTTP+SSE transport of MCP (2024-11-05); give the address of its"
                                            + " Streamable HTTP transport, often /mcp in place of /sse"
                                    : ""));
        });
    }

    private static String why(Throwable cause) {
        String message = cause.getMessage();
        return cause instanceof IOException && message != null && message.contains("larger than")
                ? "its answer is larger than " + Rpc.MAX_MESSAGE_BYTES + " bytes"
                : "it cannot be reached or broke the connection ("
                        + cause.getClass().getSimpleName() + ")";
    }

    @Override
    public void listen() {
        if (closed || silent || !listening.compareAndSet(false, true)) {
            return;
        }
        stream.send(request().header("Accept", "text/event-stream").GET().build(), this::body, LONGEST)
                .whenComplete((response, error) -> {
                    // One that has no such stream says so once; one that broke is tried again by the next call.
                    silent = response != null && response.statusCode() != 200;
                    listening.set(false);
                });
    }

    @Override
    public void abandon(long id) {
        CompletableFuture<?> exchange = open.remove(id);
        if (exchange != null) {
            exchange.cancel(true);
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        requests.close();
        asides.close();
        stream.close();
        open.clear();
        if (session != null) {
            goodbye = last.send(request().DELETE().build(), HttpResponse.BodyHandlers.discarding(), CLOSE_LIMIT);
        }
    }

    /** A server that is slow to hear of the end forgets the session by itself. */
    @Override
    public void awaitEnd(long limitMs) throws InterruptedException {
        CompletableFuture<?> told = goodbye;
        if (told != null) {
            try {
                told.get(GOODBYE_LIMIT_MS, TimeUnit.MILLISECONDS);
            } catch (ExecutionException | TimeoutException untold) {
                told.cancel(true);
            }
        }
    }

    /** Returns what of {@code value} may stand in a header. */
    static String headerText(String value) {
        String text = value.replaceAll("[^\\x20-\\x7e]", "?");
        return text.substring(0, Math.min(text.length(), MOST_HEADER_CHARS));
    }
}
