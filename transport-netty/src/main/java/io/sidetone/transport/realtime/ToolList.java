package io.sidetone.transport.realtime;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.core.port.action.ActionDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the tools that a client can carry out. Stateless. */
final class ToolList {
    /** How long a client may take: a person may have to be asked. */
    static final int DEADLINE_MS = 120_000;

    private static final int MOST = 128;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final TypeReference<Map<String, Object>> SCHEMA = new TypeReference<>() {};

    private ToolList() {}

    static List<ActionDefinition> of(JsonNode tools, String path) throws RealtimeError {
        if (tools.isNull() || tools.isMissingNode()) {
            return List.of();
        }
        if (!tools.isArray()) {
            throw Fields.type(path, "an array of tools", tools);
        }
        if (tools.size() > MOST) {
            throw RealtimeError.value(path, "A session may have " + MOST + " tools; these are " + tools.size() + ".");
        }
        List<ActionDefinition> definitions = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < tools.size(); i++) {
            Fields tool = Fields.of(tools.get(i), path + "[" + i + "]");
            tool.oneOf("type", null, List.of("function"));
            tool.only(List.of("type", "name", "description", "parameters", "strict"));
            String name = tool.text("name");
            if (!NAME.matcher(name).matches() || !names.add(name)) {
                throw RealtimeError.value(
                        tool.at("name"),
                        "Invalid value: a tool has a name of its own, 1 to 64 letters, digits, '_' and '-'.");
            }
            Map<String, Object> parameters = tool.none("parameters")
                    ? Map.of()
                    : MAPPER.convertValue(tool.object("parameters").node(), SCHEMA);
            definitions.add(
                    new ActionDefinition(name, tool.text("description", ""), parameters, false, true, DEADLINE_MS));
        }
        return List.copyOf(definitions);
    }

    static JsonNode choice(Fields fields) throws RealtimeError {
        JsonNode choice = fields.get("tool_choice");
        if (!choice.isObject()) {
            fields.oneOf("tool_choice", "auto", List.of("auto", "none", "required"));
        }
        return choice;
    }
}
