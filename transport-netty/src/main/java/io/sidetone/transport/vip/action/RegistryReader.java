package io.sidetone.transport.vip.action;

import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ParameterSchema;
import io.sidetone.transport.vip.message.BadMessageException;
import io.sidetone.transport.vip.message.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the registry of a client: all of it or nothing, every problem reported. A schema that was read before is not read
 * again, whoever sent it. Thread-safe; takes milliseconds per new schema, so it never runs on an event loop.
 */
public final class RegistryReader {
    private static final String ID_RULE = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}";
    private static final int MOST_ACTIONS = 256;
    private static final int MOST_DESCRIPTION = 2_000;
    private static final int MOST_DEADLINE_MS = 300_000;
    private static final int MOST_PROBLEMS = 10;
    private static final int MOST_SCHEMAS = 4_096;

    private final ParameterSchema.Reader schemas;
    private final Map<Map<String, Object>, ParameterSchema> known = new ConcurrentHashMap<>();

    /** Creates a reader. */
    public RegistryReader(ParameterSchema.Reader schemas) {
        this.schemas = schemas;
    }

    /**
     * Reads {@code actions}: ids to what the actions are.
     *
     * @param reserved names that mean something else already
     * @throws BadMessageException {@code invalid_registry} with every problem
     */
    public ClientRegistry read(Map<String, Object> actions, Set<String> reserved) throws BadMessageException {
        List<String> problems = new ArrayList<>();
        Map<String, ClientRegistry.Entry> entries = new LinkedHashMap<>();
        if (actions.size() > MOST_ACTIONS) {
            problems.add("actions: there are " + actions.size() + ", more than " + MOST_ACTIONS + "; register fewer");
        } else {
            actions.forEach((id, given) -> {
                try {
                    entries.put(id, entry(id, given, reserved));
                } catch (BadMessageException bad) {
                    problems.add(bad.getMessage());
                }
            });
        }
        if (!problems.isEmpty()) {
            int more = problems.size() - MOST_PROBLEMS;
            throw new BadMessageException(
                    "invalid_registry",
                    String.join("; ", problems.subList(0, Math.min(MOST_PROBLEMS, problems.size())))
                            + (more > 0 ? "; and " + more + " more" : ""));
        }
        return new ClientRegistry(entries);
    }

    private ClientRegistry.Entry entry(String id, Object given, Set<String> reserved) throws BadMessageException {
        String path = "actions." + Fields.shown(id);
        if (!id.matches(ID_RULE)) {
            throw bad(path + " is no id; use up to 64 letters, digits, '-' and '_', a letter or digit first");
        }
        if (reserved.contains(id)) {
            throw bad(path + ": the agent has an action of that name; give it another id");
        }
        Fields fields = new Fields("actions", java.util.Collections.singletonMap(id, given)).inner(id);
        String description = fields.needed("description", MOST_DESCRIPTION);
        Map<String, Object> parameters = fields.map("parameters");
        ActionDefinition definition = new ActionDefinition(
                id,
                description,
                parameters,
                fields.flag("after_speech", false),
                fields.flag("follow_up", true),
                fields.number("deadline_ms", 0, 0, MOST_DEADLINE_MS));
        return new ClientRegistry.Entry(definition, schema(path, parameters));
    }

    private ParameterSchema schema(String path, Map<String, Object> parameters) throws BadMessageException {
        ParameterSchema read = known.get(parameters);
        if (read != null) {
            return read;
        }
        try {
            read = schemas.read(parameters);
        } catch (IllegalArgumentException invalid) {
            throw bad(
                    path + ".parameters is no JSON Schema 2020-12 of an object: " + invalid.getMessage()
                            + "; mend it, for example {\"type\": \"object\", \"properties\": {\"day\": {\"type\": \"string\"}}}");
        } catch (StackOverflowError deep) {
            throw bad(path + ".parameters refers to itself without end; mend it");
        }
        if (known.size() < MOST_SCHEMAS) {
            known.put(parameters, read);
        }
        return read;
    }

    private static BadMessageException bad(String message) {
        return new BadMessageException("invalid_registry", message);
    }
}
