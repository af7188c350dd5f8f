package io.sidetone.server.actions.mcp;

import io.sidetone.config.action.McpConfig;
import io.sidetone.server.actions.ActionRegistry;
import io.sidetone.server.actions.webhook.WebhookTransport;
import java.util.Collection;
import java.util.List;

/** Tries MCP servers: connects to each, lists its tools and calls none. Blocks; not for lanes or event loops. */
public final class McpTrial {
    private static final int LIMIT_MS = 35_000;

    private McpTrial() {}

    /** Returns what became of {@code configs}, all tried at the same time. */
    public static List<McpServers.Report> run(Collection<McpConfig> configs) {
        if (configs.isEmpty()) {
            return List.of();
        }
        try (WebhookTransport transport = WebhookTransport.of(Math::random);
                McpServers servers = McpServers.open(configs, new ActionRegistry(), transport)) {
            servers.await(LIMIT_MS);
            return servers.reports();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }
}
