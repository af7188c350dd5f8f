package io.sidetone.server.actions.mcp;

import io.sidetone.config.action.McpConfig;
import io.sidetone.core.background.Background;
import io.sidetone.server.actions.ActionRegistry;
import io.sidetone.server.actions.webhook.WebhookTransport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Every MCP server of a configuration, and the one thread that owns them. Thread-safe. */
public final class McpServers implements AutoCloseable {
    /** Time for which a start waits for servers to list their tools. */
    public static final long START_LIMIT_MS = 3_000;

    private static final long CLOSE_LIMIT_MS = 3_000;

    private final Map<String, McpServer> servers = new LinkedHashMap<>();
    private final Map<String, CountDownLatch> settled = new LinkedHashMap<>();
    private final ScheduledThreadPoolExecutor thread;

    private McpServers(ScheduledThreadPoolExecutor thread) {
        this.thread = thread;
    }

    /**
     * Connects to {@code configs} in the background and keeps their allowed tools in {@code registry}. Without servers no
     * thread is started.
     *
     * @param transport what requests over HTTP share
     */
    public static McpServers open(Collection<McpConfig> configs, ActionRegistry registry, WebhookTransport transport) {
        ScheduledThreadPoolExecutor thread = Background.timer("mcp");
        McpServers all = new McpServers(thread);
        for (McpConfig config : configs) {
            CountDownLatch first = new CountDownLatch(1);
            McpServer server = new McpServer(
                    config,
                    registry,
                    () -> McpLinks.to(config, transport, System.getenv()),
                    thread,
                    System::nanoTime,
                    transport::random,
                    first::countDown);
            all.servers.put(config.name(), server);
            all.settled.put(config.name(), first);
        }
        all.servers.values().forEach(server -> thread.execute(server::connect));
        return all;
    }

    /** Waits until each server listed its tools or could not be reached, {@code limitMs} at most. */
    public void await(long limitMs) {
        long untilNs = System.nanoTime() + limitMs * 1_000_000;
        try {
            for (CountDownLatch first : settled.values()) {
                first.await(untilNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * State of a server, as far as it is known.
     *
     * @param name of the server
     * @param identity what it says it is
     * @param tools that agents can use
     * @param problems why it, or a tool that is allowed, cannot be used
     */
    public record Report(String name, String identity, List<String> tools, List<String> problems) {
        /** Returns whether agents can use every tool that they are allowed. */
        public boolean ok() {
            return problems.isEmpty();
        }

        /** Returns the report as a line for people. */
        public String line() {
            String all = identity + ", tools " + String.join(", ", tools);
            return "mcp." + name + ": " + (ok() ? "ok: " + all : "FAILED: " + String.join("; ", problems)) + remedy();
        }

        private String remedy() {
            if (ok()) {
                return "";
            }
            return tools.isEmpty() && identity.isEmpty()
                    ? "; check mcp." + name + ".url and key, or command"
                    : "; check mcp." + name + ".allow";
        }
    }

    /** Returns what is known of each server now. Blocks for the thread that owns them. */
    public List<Report> reports() throws InterruptedException {
        List<Report> reports = new ArrayList<>();
        CountDownLatch told = new CountDownLatch(1);
        thread.execute(() -> {
            servers.forEach((name, server) -> reports.add(report(name, server)));
            told.countDown();
        });
        told.await();
        return reports;
    }

    private static Report report(String name, McpServer server) {
        List<String> problems = server.problem().isEmpty() ? server.tools().problems() : List.of(server.problem());
        return new Report(name, server.identity(), server.tools().offered(), problems);
    }

    @Override
    public void close() {
        if (thread.isShutdown()) {
            return;
        }
        thread.execute(() -> {
            servers.values().forEach(McpServer::close);
            thread.shutdownNow();
        });
        try {
            thread.awaitTermination(CLOSE_LIMIT_MS, TimeUnit.MILLISECONDS);
            for (McpServer server : servers.values()) {
                if (server.link() != null) {
                    server.link().awaitEnd(CLOSE_LIMIT_MS);
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
