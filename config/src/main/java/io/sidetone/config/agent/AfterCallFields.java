package io.sidetone.config.agent;

import io.sidetone.config.action.SchemaFile;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.DataTree;
import io.sidetone.config.value.ValueRule;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the fields of {@code after-call}: a JSON Schema as it is, fields by name as the schema that has them. */
public final class AfterCallFields implements ValueRule<DataTree, Map<String, Object>> {
    private static final String TYPE = "type";
    private static final String PROPERTIES = "properties";

    private final SchemaFile schemas;

    /** Creates the rule; {@code folder} is where paths start from. */
    public AfterCallFields(Path folder) {
        this.schemas = new SchemaFile(folder);
    }

    @Override
    public Map<String, Object> apply(DataTree tree, String path, Problems problems) {
        Map<String, Object> given = schemas.apply(tree, path, problems);
        if (given == null || given.get(TYPE) instanceof String || given.get(PROPERTIES) instanceof Map<?, ?>) {
            return given;
        }
        if (given.isEmpty()) {
            problems.add(path, "names no field", "name one, such as {reason: {type: string}}, or remove the key");
            return null;
        }
        for (Map.Entry<String, Object> field : given.entrySet()) {
            if (!(field.getValue() instanceof Map<?, ?>)) {
                problems.add(
                        path + "." + field.getKey(),
                        "is no field",
                        "give its type and description, such as {type: string, description: \"Why they called.\"}");
                return null;
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put(TYPE, "object");
        schema.put(PROPERTIES, given);
        schema.put("additionalProperties", false);
        return schema;
    }
}
