package io.sidetone.tools.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What {@code /api/events} sends to one subscriber, in order; each message is held to the published schema. */
final class EventStream implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<JsonNode> events = new CopyOnWriteArrayList<>();
    private final List<String> ids = new CopyOnWriteArrayList<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final Schema schema = schema();
    private final HttpResponse<Stream<String>> answer;
    private final Thread reader = new Thread(this::read, "events");
    private volatile boolean ended;

    private EventStream(HttpResponse<Stream<String>> answer) {
        this.answer = answer;
        reader.setDaemon(true);
        reader.start();
    }

    /** Subscribes to every call of {@code server}; returns when the server has taken the subscription. */
    static EventStream of(ServerProcess server) throws IOException, InterruptedException {
        return subscribed(server, "");
    }

    /** Subscribes to one call. */
    static EventStream of(ServerProcess server, String callId) throws IOException, InterruptedException {
        return subscribed(server, "?call=" + callId);
    }

    private static EventStream subscribed(ServerProcess server, String query) throws IOException, InterruptedException {
        HttpResponse<Stream<String>> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://" + server.http() + "/api/events" + query))
                                .build(),
                        HttpResponse.BodyHandlers.ofLines());
        if (answer.statusCode() != 200
                || !answer.headers().firstValue("content-type").orElse("").startsWith("text/event-stream")) {
            throw new AssertionError("no event stream but " + answer.statusCode() + " " + answer.headers());
        }
        return new EventStream(answer);
    }

    private static Schema schema() {
        try {
            Path file = Path.of(System.getProperty("sidetone.root"), "docs", "schema", "turn-event-1.schema.json");
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(Files.readString(file), InputFormat.JSON);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        try (Stream<String> lines = answer.body()) {
            lines.forEach(this::take);
        } catch (UncheckedIOException closed) {
            // The subscription was given up, or the server is gone: what came is what there is.
        }
        ended = true;
    }

    private void take(String line) {
        if (line.startsWith("id:")) {
            ids.add(line.substring(3).strip());
        } else if (line.startsWith("data:")) {
            String json = line.substring(5).strip();
            schema.validate(json, InputFormat.JSON).forEach(problem -> problems.add(problem + " in " + json));
            try {
                events.add(JSON.readTree(json).path("payload"));
            } catch (IOException e) {
                problems.add("no JSON: " + json);
            }
        }
    }

    /** The payloads so far. */
    List<JsonNode> events() {
        return List.copyOf(events);
    }

    /** The payloads of {@code type} so far. */
    List<JsonNode> events(String type) {
        return events.stream()
                .filter(event -> event.path("type").asText().equals(type))
                .toList();
    }

    /** What stood in the {@code id:} lines. */
    List<String> ids() {
        return List.copyOf(ids);
    }

    /** What the schema does not allow. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    /** Whether the server has closed the stream. */
    boolean ended() {
        return ended;
    }

    /** The first event like that; waits for it. */
    JsonNode await(String what, Predicate<JsonNode> like) throws InterruptedException {
        List<JsonNode> found = new ArrayList<>();
        ServerProcess.awaitOrFail(what + " among the events", 40, () -> {
            events.stream().filter(like).findFirst().ifPresent(found::add);
            return !found.isEmpty();
        });
        return found.get(0);
    }

    /** The first event of {@code type}; waits for it. */
    JsonNode await(String type) throws InterruptedException {
        return await(type, event -> event.path("type").asText().equals(type));
    }

    /** When it happened, on the server's event time, in ms since 1970. */
    static long atMs(JsonNode event) {
        return Instant.parse(event.path("timestamp").asText()).toEpochMilli();
    }

    @Override
    public void close() {
        answer.body().close();
    }
}
