package io.sidetone.server.actions.mcp;

import io.sidetone.config.action.McpConfig;
import io.sidetone.server.actions.webhook.WebhookTransport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the links to a server as its configuration says. Stateless. */
final class McpLinks {
    /** Variables that programs need to start; a process receives nothing else of this server's environment. */
    private static final List<String> ALWAYS =
            List.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TZ", "TMPDIR", "TEMP", "SystemRoot");

    private McpLinks() {}

    static McpLink to(McpConfig server, WebhookTransport transport, Map<String, String> environment) {
        return server.url().isPresent()
                ? new HttpLink(transport, server.url().get(), headers(server), server.maxConcurrent())
                : new StdioLink(
                        server.name(), server.command(), variables(server, environment), secrets(server, environment));
    }

    private static Map<String, String> headers(McpConfig server) {
        Map<String, String> headers = new LinkedHashMap<>(server.headers());
        server.key().ifPresent(key -> headers.put("Authorization", "Bearer " + key.value()));
        return headers;
    }

    static Map<String, String> variables(McpConfig server, Map<String, String> environment) {
        Map<String, String> variables = new LinkedHashMap<>();
        List<String> names = new ArrayList<>(ALWAYS);
        names.addAll(server.passEnv());
        for (String name : names) {
            String value = environment.get(name);
            if (value != null) {
                variables.put(name, value);
            }
        }
        variables.putAll(server.env());
        return variables;
    }

    static List<String> secrets(McpConfig server, Map<String, String> environment) {
        List<String> secrets = new ArrayList<>();
        for (String name : server.passEnv()) {
            String value = environment.getOrDefault(name, "");
            if (!value.isBlank()) {
                secrets.add(value);
            }
        }
        return secrets;
    }
}
