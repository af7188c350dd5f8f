package io.sidetone.server.actions.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One conversation with a server: requests, each with one end, and what the server asks and says on its own. Every method
 * runs on the one thread of MCP; what the link hears is handed to it.
 */
final class McpSession implements McpLink.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(McpSession.class);
    private static final long LINGER_MS = 1_000;
    /** Messages that may wait for the thread; a server that says more at once is not heard. */
    private static final int WAITING = 4_096;
    /** Requests that a server may make in a second. */
    private static final int MOST_ASKED = 10;

    private static final long SECOND_NS = 1_000_000_000L;

    private final String name;
    private final McpLink link;
    private final ScheduledExecutorService thread;
    private final LongSupplier nanoTime;
    private final Owner owner;
    private final Map<Long, Pending> pending = new HashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private long lastId;
    private boolean closed;
    private int unreadable;
    private final long[] askedAtNs = new long[MOST_ASKED];
    private int asked;

    /** Owner of the session. */
    interface Owner {
        /** The server's tools changed. */
        void toolsChanged();

        /** Tells the progress of the call that has {@code token}; {@code message} is empty where the server says none. */
        void progressed(String token, String message);

        /** Nothing can be sent or received any more. */
        void lost(String why);

        /** The server asks more than it may; it is left alone for a while. */
        void flooded(String why);
    }

    /** Receives the end of a request: a result, or a failure. */
    interface Answer {
        /** The other of the two is null. */
        void ended(JsonNode result, McpFailure failure);
    }

    private record Pending(Answer answer, ScheduledFuture<?> deadline, boolean cancellable) {}

    McpSession(String name, McpLink link, ScheduledExecutorService thread, LongSupplier nanoTime, Owner owner) {
        this.name = name;
        this.link = link;
        this.thread = thread;
        this.nanoTime = nanoTime;
        this.owner = owner;
    }

    /** Opens the link. */
    void open() throws McpUnreachableException {
        link.open(this);
    }

    /** The server speaks {@code protocolVersion}. */
    void initialized(String protocolVersion) {
        link.initialized(protocolVersion);
        notify("notifications/initialized", null);
        link.listen();
    }

    /** Listens for what the server says, where that ended. */
    void listen() {
        link.listen();
    }

    /** As {@link #request(String, ObjectNode, Map, long, Answer)}; the server may not be told that nobody waits. */
    long begin(String method, ObjectNode params, long limitMs, Answer answer) {
        return send(method, params, Map.of(), limitMs, false, answer);
    }

    /**
     * Sends a request.
     *
     * @param headers for transports that have some
     * @param limitMs after which it is cancelled
     * @return its id
     */
    long request(String method, ObjectNode params, Map<String, String> headers, long limitMs, Answer answer) {
        return send(method, params, headers, limitMs, true, answer);
    }

    private long send(
            String method,
            ObjectNode params,
            Map<String, String> headers,
            long limitMs,
            boolean cancellable,
            Answer answer) {
        long id = ++lastId;
        ScheduledFuture<?> deadline = thread.schedule(
                () -> drop(id, McpFailure.Kind.TIMEOUT, "no answer within " + limitMs + " ms"),
                Math.max(1, limitMs),
                TimeUnit.MILLISECONDS);
        pending.put(id, new Pending(answer, deadline, cancellable));
        link.send(id, Rpc.request(id, method, params), headers);
        return id;
    }

    private void notify(String method, ObjectNode params) {
        link.send(0, Rpc.notification(method, params), Map.of());
    }

    /** Nobody wants the result of {@code id} any more; the server is told. */
    void cancel(long id) {
        drop(id, McpFailure.Kind.CANCELLED, "it was taken back; it is unknown whether it was carried out");
    }

    private void drop(long id, McpFailure.Kind kind, String why) {
        Pending request = pending.remove(id);
        if (request == null) {
            return;
        }
        request.deadline.cancel(false);
        if (request.cancellable) {
            notify("notifications/cancelled", Rpc.object().put("requestId", id).put("reason", why));
        }
        link.abandon(id);
        request.answer.ended(null, new McpFailure(kind, why));
    }

    private void end(long id, JsonNode result, McpFailure failure) {
        Pending request = pending.remove(id);
        if (request != null) {
            request.deadline.cancel(false);
            // One that never ends its answer does not keep the connection.
            thread.schedule(() -> link.abandon(id), LINGER_MS, TimeUnit.MILLISECONDS);
            request.answer.ended(result, failure);
        }
    }

    private void onThread(Runnable task) {
        try {
            thread.execute(() -> {
                if (!closed) {
                    task.run();
                }
            });
        } catch (RejectedExecutionException stopping) {
            LOG.debug("MCP server {} is heard no more", name);
        }
    }

    @Override
    public void message(JsonNode message) {
        if (waiting.incrementAndGet() > WAITING) {
            waiting.decrementAndGet();
            return;
        }
        onThread(() -> {
            waiting.decrementAndGet();
            received(message);
        });
    }

    private void received(JsonNode message) {
        JsonNode id = message.path("id");
        String method = message.path("method").asText();
        if (!method.isEmpty() && !id.isMissingNode()) {
            asked(id, method);
        } else if (method.equals("notifications/tools/list_changed")) {
            owner.toolsChanged();
        } else if (method.equals("notifications/progress")) {
            owner.progressed(
                    message.at("/params/progressToken").asText(),
                    message.at("/params/message").asText());
        } else if (method.isEmpty() && message.has("result")) {
            end(id.asLong(), message.path("result"), null);
        } else if (method.isEmpty() && message.has("error")) {
            JsonNode error = message.path("error");
            boolean invalid = error.path("code").asInt() == Rpc.INVALID_PARAMS;
            McpFailure.Kind kind = invalid ? McpFailure.Kind.INVALID : McpFailure.Kind.FAILED;
            end(id.asLong(), null, new McpFailure(kind, error.path("message").asText("it gave no reason")));
        } else if (method.isEmpty() && unreadable++ == 0) {
            LOG.warn("MCP server {} sends what is no message of JSON-RPC; further ones are not logged", name);
        }
    }

    private void asked(JsonNode id, String method) {
        long nowNs = nanoTime.getAsLong();
        int oldest = asked++ % MOST_ASKED;
        if (asked > MOST_ASKED && nowNs - askedAtNs[oldest] < SECOND_NS) {
            owner.flooded("it asks more than " + MOST_ASKED + " times in a second");
            return;
        }
        askedAtNs[oldest] = nowNs;
        link.send(0, method.equals("ping") ? Rpc.emptyResult(id) : Rpc.notSupported(id), Map.of());
    }

    @Override
    public void refused(long id, String why) {
        onThread(() -> end(id, null, new McpFailure(McpFailure.Kind.FAILED, why)));
    }

    @Override
    public void expired(long id) {
        onThread(() -> {
            String why = "it forgot the session";
            end(id, null, new McpFailure(McpFailure.Kind.EXPIRED, why));
            owner.lost(why);
        });
    }

    @Override
    public void lost(String why) {
        onThread(() -> owner.lost(why));
    }

    /** Ends every request with {@code why}, and the link. */
    void close(String why) {
        if (closed) {
            return;
        }
        closed = true;
        for (Pending request : List.copyOf(pending.values())) {
            request.deadline.cancel(false);
            request.answer.ended(null, new McpFailure(McpFailure.Kind.FAILED, why));
        }
        pending.clear();
        link.close();
    }
}
