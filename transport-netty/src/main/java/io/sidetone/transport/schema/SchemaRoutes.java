package io.sidetone.transport.schema;

import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Problem;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** {@code GET /schemas/{name}}: the schemas that the server's messages keep to. No secret; everybody may read them. */
public final class SchemaRoutes {
    private static final String NAME = "[a-z][a-z0-9-]{0,40}\\.schema\\.json";

    private SchemaRoutes() {}

    /** Returns the route. */
    public static List<Route> all() {
        return List.of(
                Route.open("GET", "/schemas/{name}", SchemaRoutes::answer).forListedPages());
    }

    private static Answer answer(Request request) {
        return read(request.parameter("name"))
                .map(text -> new Answer(200, "application/schema+json", text, java.util.Map.of()))
                .orElseGet(() -> Problem.of(404, "there is no such schema; docs/ws.md and docs/vip.md name them"));
    }

    /** Returns the schema called {@code name}, for example {@code vip-1.schema.json}. */
    public static Optional<byte[]> read(String name) {
        if (!name.matches(NAME)) {
            return Optional.empty();
        }
        try (InputStream in = SchemaRoutes.class.getResourceAsStream(name)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("a resource of the program cannot be read", e);
        }
    }
}
