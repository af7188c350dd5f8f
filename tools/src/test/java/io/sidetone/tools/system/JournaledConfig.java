package io.sidetone.tools.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Path;

/** A configuration with every call journaled, so that the whole suite's calls can be replayed when it is done. */
final class JournaledConfig {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private JournaledConfig() {}

    /** Returns {@code yaml} with journals in {@code folder}; what it says of journals itself stays. */
    static String of(String yaml, Path folder) throws IOException {
        JsonNode config = YAML.readTree(yaml);
        if (config instanceof ObjectNode all && all.get("agents") instanceof ObjectNode agents && !all.has("journal")) {
            all.putObject("journal").put("dir", folder.toString());
            agents.forEach(agent -> {
                if (agent instanceof ObjectNode one && !one.has("journal")) {
                    one.put("journal", "on");
                }
            });
            return YAML.writeValueAsString(all);
        }
        return yaml;
    }
}
