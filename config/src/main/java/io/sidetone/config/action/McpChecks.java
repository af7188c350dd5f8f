package io.sidetone.config.action;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import java.util.HashMap;
import java.util.Map;

/** Rules that span several keys of an MCP server. One use. */
public final class McpChecks {
    private static final String TOOL = "[A-Za-z0-9_./-]{1,128}";
    private static final String HEADER = "[A-Za-z0-9-]{1,64}";
    private static final String VARIABLE = "[A-Za-z_][A-Za-z0-9_]{0,127}";
    private static final int LONGEST_ACTION = 64;

    private final Values values;
    private final Problems problems;

    /** Creates the checks. */
    public McpChecks(Values values, Problems problems) {
        this.values = values;
        this.problems = problems;
    }

    /** Notes what is wrong with {@code servers}. */
    public void run(Map<String, McpConfig> servers) {
        servers.values().forEach(server -> server("mcp." + server.name(), server));
    }

    private void server(String path, McpConfig server) {
        reached(path, server);
        server.headers().keySet().stream()
                .filter(name -> !name.matches(HEADER))
                .forEach(name -> problems.add(
                        path + ".headers", "'" + name + "' is no name of a header", "use letters, digits and '-'"));
        server.headers().forEach((name, value) -> {
            if (!value.matches("[\\x20-\\x7e]*")) {
                problems.add(path + ".headers", "the value of " + name + " is no text of a header", "use ASCII only");
            }
        });
        variables(path + ".env", server.env().keySet());
        variables(path + ".pass-env", server.passEnv());
        if (server.allow().isEmpty() && !values.invalid(path + ".allow")) {
            problems.add(
                    path + ".allow",
                    "names no tool, so no agent can use any",
                    "name the tools, for example [get_stock], or take the server away");
        }
        tools(path + ".allow", server);
    }

    private void reached(String path, McpConfig server) {
        boolean http = server.url().isPresent() || values.invalid(path + ".url");
        boolean process = !server.command().isEmpty();
        if (http == process && !values.invalid(path + ".url") && !values.invalid(path + ".command")) {
            problems.add(
                    path,
                    http ? "has url and command" : "has no url and no command",
                    "give url for a server that is reached over HTTP, or command for a process of this machine");
        } else if (process && (server.key().isPresent() || !server.headers().isEmpty())) {
            problems.add(
                    path + (server.key().isPresent() ? ".key" : ".headers"),
                    "is of no use to a process",
                    "give it in the environment: pass-env, env");
        } else if (http && !(server.env().isEmpty() && server.passEnv().isEmpty())) {
            problems.add(
                    path + (server.env().isEmpty() ? ".pass-env" : ".env"),
                    "is of no use to a server that is reached over HTTP",
                    "give it in key or headers");
        }
    }

    private void variables(String path, Iterable<String> names) {
        for (String name : names) {
            if (!name.matches(VARIABLE)) {
                problems.add(path, "'" + name + "' is no name of a variable", "use letters, digits and '_'");
            }
        }
    }

    private void tools(String path, McpConfig server) {
        Map<String, String> actions = new HashMap<>();
        for (String tool : server.allow()) {
            String action = server.action(tool);
            if (!tool.matches(TOOL)) {
                problems.add(
                        path,
                        "'" + tool + "' is no name of a tool",
                        "name it as the server does, without wildcards: letters, digits and '_./-'");
            } else if (action.length() > LONGEST_ACTION) {
                problems.add(
                        path,
                        "'" + action + "' is longer than the " + LONGEST_ACTION + " characters of an action's name",
                        "give the server a shorter name");
            }
            String other = actions.put(action, tool);
            if (other != null) {
                problems.add(
                        path,
                        "'" + other + "' and '" + tool + "' are both the action '" + action + "'",
                        "allow one of them");
            }
        }
    }
}
