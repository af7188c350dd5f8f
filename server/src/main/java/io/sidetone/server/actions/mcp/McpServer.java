package io.sidetone.server.actions.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.config.action.McpConfig;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.server.actions.ActionRegistry;
import io.sidetone.server.records.delivery.Backoff;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server: connected at the start and again whenever it is lost, its tools listed again when it says so and every
 * {@value #REFRESH_MS} ms. Every method runs on the one thread of MCP.
 */
final class McpServer {
    /** The version that is asked for; a server answers with one that it knows. */
    static final String VERSION = "2025-11-25";

    static final long REFRESH_MS = 30_000;

    private static final Logger LOG = LoggerFactory.getLogger(McpServer.class);
    private static final Set<String> VERSIONS = Set.of("2024-11-05", "2025-03-26", "2025-06-18", VERSION);
    /** Programs that fetch what they need when they are started take a while. */
    private static final long BEGIN_LIMIT_MS = 30_000;

    private static final long LIST_LIMIT_MS = 10_000;
    private static final long LONGEST_PAUSE_MS = 30_000;
    private static final long RELIST_PAUSE_MS = 500;
    private static final long REFRESH_NS = REFRESH_MS * 1_000_000;
    /** So often in a row it is connected again without a pause. */
    private static final int HABIT = 3;
    /** As many failures as one flood counts: the pause begins at 3 s. */
    private static final int FLOODED_ATTEMPTS = 5;

    private static final int MOST_PAGES = 64;
    private static final int MOST_TOOLS = 1_000;

    private enum State {
        CONNECTING,
        READY,
        DOWN,
        CLOSED
    }

    private final McpConfig config;
    private final Supplier<McpLink> links;
    private final ScheduledExecutorService thread;
    private final LongSupplier nanoTime;
    private final DoubleSupplier random;
    private final Runnable settled;
    private final McpTools tools;
    private final Map<McpCall.Key, McpCall> calls = new LinkedHashMap<>();
    private State state = State.DOWN;
    private McpLink link;
    private McpSession session;
    private String why = "it was not connected yet";
    /** Why it was lost, as the log said last: an outage is told once, not at each attempt. */
    private String logged = "";

    private String identity = "";
    /** Since it was last of use for {@value #REFRESH_MS} ms. */
    private int attempts;

    private long readySinceNs;
    private boolean listing;
    private boolean listAgain;
    private ScheduledFuture<?> next;

    /**
     * Creates the server.
     *
     * @param links makes a link for each attempt
     * @param thread owns all state
     * @param nanoTime monotonic time
     * @param random from 0 to 1, for pauses
     * @param settled is run after each attempt to connect
     */
    McpServer(
            McpConfig config,
            ActionRegistry registry,
            Supplier<McpLink> links,
            ScheduledExecutorService thread,
            LongSupplier nanoTime,
            DoubleSupplier random,
            Runnable settled) {
        this.config = config;
        this.links = links;
        this.thread = thread;
        this.nanoTime = nanoTime;
        this.random = random;
        this.settled = settled;
        this.tools = new McpTools(config, registry, tool -> new McpTool(this, tool, thread));
    }

    void connect() {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CONNECTING;
        attempts++;
        listing = false;
        listAgain = false;
        link = links.get();
        McpSession opened = new McpSession(config.name(), link, thread, nanoTime, owner());
        session = opened;
        try {
            opened.open();
        } catch (McpUnreachableException impossible) {
            lost(opened, impossible.getMessage());
            return;
        }
        ObjectNode params = Rpc.object().put("protocolVersion", VERSION);
        params.putObject("capabilities");
        params.putObject("clientInfo").put("name", "sidetone").put("version", "1");
        opened.begin("initialize", params, BEGIN_LIMIT_MS, (result, failure) -> begun(opened, result, failure));
    }

    /** A session that was closed says nothing any more, so what speaks is the present one. */
    private McpSession.Owner owner() {
        return new McpSession.Owner() {
            @Override
            public void toolsChanged() {
                relist();
            }

            @Override
            public void progressed(String token, String message) {
                says(token, message);
            }

            @Override
            public void lost(String reason) {
                McpServer.this.lost(session, reason);
            }

            @Override
            public void flooded(String reason) {
                attempts = Math.max(attempts, FLOODED_ATTEMPTS);
                McpServer.this.lost(session, reason);
            }
        };
    }

    private void begun(McpSession of, JsonNode result, McpFailure failure) {
        if (of != session) {
            return;
        }
        if (failure != null) {
            lost(of, failure.message());
            return;
        }
        String version = result.path("protocolVersion").asText();
        if (!VERSIONS.contains(version)) {
            lost(of, "it speaks version '" + McpFailure.cut(version) + "' of MCP, not " + VERSION + " or before");
            return;
        }
        JsonNode info = result.path("serverInfo");
        identity = McpFailure.cut(
                info.path("name").asText() + " " + info.path("version").asText());
        of.initialized(version);
        list(of);
    }

    private void list(McpSession of) {
        listing = true;
        listAgain = false;
        page(of, new ArrayList<>(), "", 1);
    }

    private void page(McpSession of, List<JsonNode> listed, String cursor, int number) {
        ObjectNode params = Rpc.object();
        if (!cursor.isEmpty()) {
            params.put("cursor", cursor);
        }
        of.request("tools/list", params, Map.of(), LIST_LIMIT_MS, (result, failure) -> {
            if (of != session) {
                return;
            }
            if (failure != null) {
                unlisted(of, failure);
                return;
            }
            result.path("tools").forEach(tool -> {
                if (listed.size() < MOST_TOOLS) {
                    listed.add(tool);
                }
            });
            String after = result.path("nextCursor").asText("");
            if (after.isEmpty() || after.equals("null") || number >= MOST_PAGES || listed.size() >= MOST_TOOLS) {
                listed(of, listed);
            } else {
                page(of, listed, after, number + 1);
            }
        });
    }

    /** A server that works on a call may have no time for other requests. */
    private void unlisted(McpSession of, McpFailure failure) {
        if (failure.kind() == McpFailure.Kind.TIMEOUT && state == State.READY && !calls.isEmpty()) {
            listing = false;
            schedule(REFRESH_MS, () -> refresh(of));
        } else {
            lost(of, "its tools cannot be listed: " + failure.message());
        }
    }

    private void listed(McpSession of, List<JsonNode> all) {
        listing = false;
        tools.apply(all);
        if (state == State.CONNECTING) {
            state = State.READY;
            readySinceNs = nanoTime.getAsLong();
            logged = "";
            LOG.info("MCP server {} is connected: {}", config.name(), identity);
            List.copyOf(calls.values()).stream()
                    .filter(call -> call.requestId == 0)
                    .forEach(this::send);
        }
        why = "";
        settled.run();
        schedule(listAgain ? RELIST_PAUSE_MS : REFRESH_MS, () -> refresh(of));
    }

    private void refresh(McpSession of) {
        if (of == session && state == State.READY && !listing) {
            attempts = nanoTime.getAsLong() - readySinceNs < REFRESH_NS ? attempts : 0;
            of.listen();
            list(of);
        }
    }

    /** A server that says all the time that its tools changed is asked twice a second at most. */
    private void relist() {
        if (listing) {
            listAgain = true;
        } else if (state == State.READY && !listAgain) {
            McpSession of = session;
            listAgain = true;
            schedule(RELIST_PAUSE_MS, () -> refresh(of));
        }
    }

    private void schedule(long delayMs, Runnable task) {
        if (next != null) {
            next.cancel(false);
        }
        next = thread.schedule(task, delayMs, TimeUnit.MILLISECONDS);
    }

    private void lost(McpSession of, String reason) {
        if (of != session || state == State.CLOSED || state == State.DOWN) {
            return;
        }
        // At once only where it is no habit: one that is lost again and again is left alone for longer and longer.
        boolean again = state == State.READY && attempts < HABIT;
        state = again ? State.CONNECTING : State.DOWN;
        why = reason;
        if (!reason.equals(logged)) {
            LOG.warn("MCP server {} is lost: {}", config.name(), McpFailure.cut(reason));
        }
        logged = reason;
        of.close(reason);
        if (again) {
            schedule(0, this::connect);
            return;
        }
        failWaiting();
        settled.run();
        schedule(Backoff.pauseMs(attempts, random, LONGEST_PAUSE_MS), this::connect);
    }

    private void failWaiting() {
        for (McpCall call : List.copyOf(calls.values())) {
            end(call, ActionResult.failure(call.invocationId(), ActionResult.FAILED, unreachable()));
        }
    }

    private String unreachable() {
        return "the MCP server " + config.name() + " cannot be used now: " + McpFailure.cut(why);
    }

    private void says(String token, String message) {
        calls.values().stream()
                .filter(call -> call.progressToken().equals(token))
                .findFirst()
                .ifPresent(call -> call.says(message));
    }

    /** Has the tool called; what comes too early waits for the connection within its time. */
    void call(McpCall call) {
        call.deadlineNs = nanoTime.getAsLong() + config.timeout().toNanos();
        if (calls.putIfAbsent(call.key(), call) != null) {
            call.end(ActionResult.failure(call.invocationId(), ActionResult.FAILED, "it runs already"));
        } else if (calls.size() > config.maxConcurrent()) {
            String busy = "the MCP server " + config.name() + " is asked for too often at once";
            end(call, ActionResult.failure(call.invocationId(), ActionResult.FAILED, busy));
        } else if (state == State.READY) {
            send(call);
        } else if (state == State.CONNECTING) {
            await(call);
        } else {
            end(call, ActionResult.failure(call.invocationId(), ActionResult.FAILED, unreachable()));
        }
    }

    private void await(McpCall call) {
        call.deadline = thread.schedule(() -> end(call, late(call)), leftMs(call), TimeUnit.MILLISECONDS);
    }

    private ActionResult late(McpCall call) {
        return ActionResult.failure(
                call.invocationId(),
                ActionResult.TIMEOUT,
                "no answer within " + config.timeout().toMillis() + " ms");
    }

    private long leftMs(McpCall call) {
        return Math.max(1, (call.deadlineNs - nanoTime.getAsLong()) / 1_000_000);
    }

    private void send(McpCall call) {
        if (call.deadline != null) {
            call.deadline.cancel(false);
        }
        McpSession of = session;
        call.requestId = of.request(
                "tools/call",
                call.params(),
                call.headers(),
                leftMs(call),
                (result, failure) -> answered(of, call, result, failure));
    }

    private void answered(McpSession of, McpCall call, JsonNode result, McpFailure failure) {
        if (failure == null) {
            end(call, McpResult.of(call.invocationId(), result, config.maxResultBytes()));
        } else if (failure.kind() == McpFailure.Kind.EXPIRED && !call.sentBefore) {
            call.sentBefore = true;
            call.requestId = 0;
            await(call);
        } else if (failure.kind() == McpFailure.Kind.TIMEOUT) {
            end(call, late(call));
        } else {
            if (failure.kind() == McpFailure.Kind.INVALID && of == session) {
                relist();
            }
            end(call, McpResult.of(call.invocationId(), failure));
        }
    }

    private void end(McpCall call, ActionResult result) {
        calls.remove(call.key(), call);
        call.end(result);
    }

    /** Nobody wants the result any more. */
    void cancel(McpCall.Key key) {
        McpCall call = calls.get(key);
        if (call == null) {
            return;
        }
        if (call.requestId != 0) {
            session.cancel(call.requestId);
        } else {
            end(
                    call,
                    ActionResult.failure(
                            call.invocationId(),
                            ActionResult.CANCELLED,
                            "it was taken back before it was carried out"));
        }
    }

    void close() {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        why = "the server is stopping";
        if (next != null) {
            next.cancel(false);
        }
        if (session != null) {
            session.close(why);
        }
        failWaiting();
        settled.run();
    }

    /** Returns the last link, closed or not; null before the first. */
    McpLink link() {
        return link;
    }

    /** Returns why it cannot be used; empty when it can. */
    String problem() {
        return state == State.READY ? "" : why;
    }

    /** Returns what it says it is. */
    String identity() {
        return identity;
    }

    McpTools tools() {
        return tools;
    }
}
