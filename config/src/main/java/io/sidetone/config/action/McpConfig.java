package io.sidetone.config.action;

import io.sidetone.config.binding.EntryName;
import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.value.Secret;
import io.sidetone.core.setting.Key;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A server whose tools are actions (Model Context Protocol).
 *
 * @param name unique among the servers
 * @param url where it answers, for one that is reached over HTTP
 * @param key bearer token of its requests
 * @param headers of its requests
 * @param command that starts it, for one that is a process of this machine
 * @param env variables of that process
 * @param passEnv names of variables that the process receives from this server
 * @param allow names of the tools that agents may use
 * @param timeout for one call of a tool
 * @param maxResultBytes what of a result the model receives
 * @param maxConcurrent calls at the same time
 */
@Section(
        "MCP servers whose tools are actions of agents, by a name of your choice: the tool TOOL of the server NAME is the"
                + " action NAME_TOOL.")
public record McpConfig(
        @EntryName String name,
        @FileType(ValueType.URL)
                @Rule(ActionAddress.class)
                @Key(
                        unit = "URL",
                        why =
                                "Where the server answers (streamable HTTP). https; http only on this machine. Redirects are"
                                        + " not followed. Give this or command.",
                        example = "https://shop.example.com/mcp")
                Optional<URI> url,
        @Key(why = "Sent as Authorization: Bearer, with url only.", example = "${file:/etc/sidetone/shop-key}")
                Optional<Secret> key,
        @Key(
                        unit = "names and texts",
                        why = "Sent with every request, with url only. Not for secrets: print-config shows them.",
                        derived = "none",
                        example = "{X-Tenant: example}")
                Map<String, String> headers,
        @Key(
                        unit = "program and arguments",
                        why =
                                "Starts the server as a process of this machine that speaks on its standard input and output,"
                                        + " with every right of this server. Started once and shared by all calls.",
                        example = "[node, /opt/shop/server.js]")
                List<String> command,
        @Key(
                        unit = "names and texts",
                        why =
                                "Environment of the process, beside PATH, HOME, LANG and such. Not for secrets: print-config"
                                        + " shows them.",
                        derived = "none",
                        example = "{SHOP_REGION: eu}")
                Map<String, String> env,
        @Key(
                        unit = "names of environment variables",
                        why =
                                "The process receives these variables of this server, for example a key; it receives no others.",
                        example = "[SHOP_KEY]")
                List<String> passEnv,
        @Key(
                        unit = "names of tools",
                        why =
                                "The tools that agents may use. A server may add tools at any time, so each one is named here.",
                        mandatory = true,
                        example = "[get_stock]")
                List<String> allow,
        @Key(
                        why = "For one call of a tool. The caller waits that long; then the call is cancelled.",
                        min = 100,
                        max = 120_000,
                        byDefault = "10s")
                Duration timeout,
        @FileType(ValueType.SIZE)
                @Key(
                        name = "max-result",
                        why = "What the model receives of a result; the rest is cut off.",
                        min = 256,
                        max = 1 << 18,
                        byDefault = "8KiB")
                int maxResultBytes,
        @Key(
                        unit = "calls of tools",
                        why = "Calls of its tools at the same time; further ones fail.",
                        min = 1,
                        max = 1_024,
                        byDefault = "32")
                int maxConcurrent) {
    /** Copies the collections. */
    public McpConfig {
        headers = Map.copyOf(headers);
        command = List.copyOf(command);
        env = Map.copyOf(env);
        passEnv = List.copyOf(passEnv);
        allow = List.copyOf(allow);
    }

    /** Returns the name of the action that {@code tool} is. */
    public String action(String tool) {
        return name + "_" + tool.replaceAll("[^A-Za-z0-9_-]", "_");
    }

    /** Returns the names of the actions that its tools are. */
    public List<String> actions() {
        return allow.stream().map(this::action).toList();
    }

    /** Returns {@code names} of actions with all tools of a server in place of the server's name. */
    public static List<String> expanded(List<String> names, Map<String, McpConfig> servers) {
        List<String> all = new ArrayList<>();
        for (String name : names) {
            McpConfig server = servers.get(name);
            if (server == null) {
                all.add(name);
            } else {
                all.addAll(server.actions());
            }
        }
        return all;
    }
}
