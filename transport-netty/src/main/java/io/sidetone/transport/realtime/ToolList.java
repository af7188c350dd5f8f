package io.sidetone.transport.realtime;

import static io.sidetone.core.realtime.RealtimeFields.NAME;
import static io.sidetone.core.realtime.RealtimeFields.TYPE;
import static io.sidetone.core.realtime.SessionFields.AUTO;
import static io.sidetone.core.realtime.SessionFields.DESCRIPTION;
import static io.sidetone.core.realtime.SessionFields.FUNCTION;
import static io.sidetone.core.realtime.SessionFields.NONE;
import static io.sidetone.core.realtime.SessionFields.PARAMETERS;
import static io.sidetone.core.realtime.SessionFields.TOOL_CHOICE;

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
    /** Time that a client may take: a person may have to be asked. */
    static final int DEADLINE_MS = 120_000;

    private static final int MOST = 128;
    private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final TypeReference<Map<String, Object>> SCHEMA = new TypeReference<>() {};

    private ToolList() {}

    static List<ActionDefinition> of(JsonNode tools, String path) throws RealtimeError {
        if (tools.isNull() || tools.isMissingNode()) {
            return List.of();
        }
        if (!tools.isArray()) {
            throw EventFields.type(path, "an array of tools", tools);
        }
        if (tools.size() > MOST) {
            throw RealtimeError.value(path, "A session may have " + MOST + " tools; these are " + tools.size() + ".");
        }
        List<ActionDefinition> definitions = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < tools.size(); i++) {
            EventFields tool = EventFields.of(tools.get(i), path + "[" + i + "]");
            tool.oneOf(TYPE, null, List.of(FUNCTION));
            tool.only(List.of(TYPE, NAME, DESCRIPTION, PARAMETERS, "strict"));
            String name = tool.text(NAME);
            if (!NAMES.matcher(name).matches() || !names.add(name)) {
                throw RealtimeError.value(
                        tool.at(NAME),
                        "Invalid value: a tool has a name of its own, 1 to 64 letters, digits, '_' and '-'.");
            }
            Map<String, Object> parameters = tool.none(PARAMETERS)
                    ? Map.of()
                    : MAPPER.convertValue(tool.object(PARAMETERS).node(), SCHEMA);
            definitions.add(
                    new ActionDefinition(name, tool.text(DESCRIPTION, ""), parameters, false, true, DEADLINE_MS));
        }
        return List.copyOf(definitions);
    }

    static JsonNode choice(EventFields fields) throws RealtimeError {
        JsonNode choice = fields.get(TOOL_CHOICE);
        if (!choice.isObject()) {
            fields.oneOf(TOOL_CHOICE, AUTO, List.of(AUTO, NONE, "required"));
        }
        return choice;
    }
}
