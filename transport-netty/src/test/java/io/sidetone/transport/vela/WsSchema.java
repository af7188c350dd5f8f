package io.sidetone.transport.vela;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** The schema of /ws as it ships, one direction at a time. */
final class WsSchema {
    static final WsSchema CLIENT = new WsSchema("client");
    static final WsSchema SERVER = new WsSchema("server");

    private final Schema schema;

    private WsSchema(String direction) {
        try (InputStream file = WsSchema.class.getResourceAsStream("/io/sidetone/transport/schema/ws-1.schema.json")) {
            ObjectNode root = (ObjectNode) new ObjectMapper().readTree(file);
            root.remove("oneOf");
            root.put("$ref", "#/$defs/" + direction);
            schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(root.toString(), InputFormat.JSON);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is wrong with {@code message}; empty when nothing is. */
    List<String> problems(String message) {
        return schema.validate(message, InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }
}
