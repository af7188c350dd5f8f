package io.sidetone.server.actions.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.config.action.McpConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.ConfigProblem;
import io.sidetone.config.problem.Problems;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.server.actions.ActionRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The allowed tools of one server, kept in the registry of actions as the server offers them. MCP's thread only. */
final class McpTools {
    private static final Logger LOG = LoggerFactory.getLogger(McpTools.class);
    /** So that the reason which the server gives comes before the lane's own timeout. */
    private static final int LANE_GRACE_MS = 500;

    private static final int MOST_DESCRIPTION_CHARS = 1_024;
    private static final int MOST_SCHEMA_CHARS = 32_768;
    private static final int MOST_NAMED = 20;

    private final McpConfig config;
    private final ActionRegistry registry;
    private final Map<String, McpTool> handlers = new HashMap<>();
    private final Map<String, ActionDefinition> offered = new LinkedHashMap<>();
    private List<String> problems = List.of();

    McpTools(McpConfig config, ActionRegistry registry, Function<String, McpTool> handler) {
        this.config = config;
        this.registry = registry;
        config.allow().forEach(tool -> handlers.put(tool, handler.apply(tool)));
    }

    /** Brings the registry to what the server {@code listed}. */
    void apply(List<JsonNode> listed) {
        Map<String, JsonNode> allowed = new LinkedHashMap<>();
        TreeSet<String> others = new TreeSet<>();
        for (JsonNode tool : listed) {
            String name = tool.path("name").asText();
            if (handlers.containsKey(name)) {
                allowed.putIfAbsent(name, tool);
            } else {
                others.add(McpFailure.cut(name));
            }
        }
        List<String> wrong = new ArrayList<>();
        for (String tool : handlers.keySet()) {
            JsonNode given = allowed.get(tool);
            String problem = given == null ? lacks(tool, others) : offer(tool, given);
            if (!problem.isEmpty()) {
                wrong.add(problem);
                withdraw(tool);
            }
        }
        if (!wrong.equals(problems)) {
            wrong.forEach(problem -> LOG.warn("mcp.{}.allow: {}", config.name(), problem));
        }
        problems = List.copyOf(wrong);
    }

    private static String lacks(String tool, TreeSet<String> others) {
        List<String> named = others.stream().limit(MOST_NAMED).toList();
        return "the server has no tool '" + tool + "'; "
                + (named.isEmpty()
                        ? "it has none besides those that are allowed"
                        : "not allowed are " + String.join(", ", named) + (others.size() > MOST_NAMED ? ", …" : ""));
    }

    /** Returns why it is not offered; empty when it is. */
    private String offer(String tool, JsonNode given) {
        JsonNode schema = given.path("inputSchema");
        if (!schema.isObject() || Rpc.text(schema).length() > MOST_SCHEMA_CHARS) {
            return "the tool '" + tool + "' is not offered: its schema is "
                    + (schema.isObject() ? "larger than " + MOST_SCHEMA_CHARS + " characters" : "no object");
        }
        ActionDefinition definition = definition(tool, given, schema);
        if (definition.equals(offered.get(tool))) {
            return "";
        }
        String refused = registered(definition, handlers.get(tool));
        if (!refused.isEmpty()) {
            return "the tool '" + tool + "' is not offered: " + McpFailure.cut(refused);
        }
        LOG.info(
                "MCP server {} {} the tool {} as the action {}",
                config.name(),
                offered.containsKey(tool) ? "changed" : "offers",
                tool,
                definition.name());
        offered.put(tool, definition);
        return "";
    }

    private String registered(ActionDefinition definition, McpTool handler) {
        Problems found = new Problems();
        try {
            registry.replace("its definition", definition, handler, found);
            found.throwIfAny(config.name());
            return "";
        } catch (ConfigException wrong) {
            ConfigProblem first = wrong.problems().get(0);
            return first.path() + " " + first.problem();
        } catch (RuntimeException | StackOverflowError beyond) {
            return "its schema cannot be read (" + beyond.getClass().getSimpleName() + ")";
        }
    }

    private ActionDefinition definition(String tool, JsonNode given, JsonNode schema) {
        @SuppressWarnings("unchecked") // A JSON object.
        Map<String, Object> parameters = new LinkedHashMap<>(Rpc.value(schema, Map.class));
        parameters.remove("$schema"); // Checked as 2020-12, of which these schemas use what all drafts share.
        String description = given.path("description").asText();
        if (description.isBlank()) {
            description = given.path("title").asText().isBlank()
                    ? tool
                    : given.path("title").asText();
        }
        return new ActionDefinition(
                config.action(tool),
                description.substring(0, Math.min(description.length(), MOST_DESCRIPTION_CHARS)),
                parameters,
                false,
                true,
                Math.toIntExact(config.timeout().toMillis()) + LANE_GRACE_MS);
    }

    private void withdraw(String tool) {
        if (offered.remove(tool) != null) {
            registry.remove(config.action(tool));
        }
    }

    /** Returns the tools that agents can use now. */
    List<String> offered() {
        return List.copyOf(offered.keySet());
    }

    /** Returns why allowed tools cannot be used. */
    List<String> problems() {
        return problems;
    }
}
