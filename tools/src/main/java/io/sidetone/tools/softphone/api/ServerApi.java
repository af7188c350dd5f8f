package io.sidetone.tools.softphone.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads calls from the API of a server. Thread-safe; blocks. */
public final class ServerApi {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final ObjectMapper json = new ObjectMapper();
    private final URI root;
    private final Optional<String> token;

    /** Creates a client for the server at {@code root}, for example {@code http://127.0.0.1:8080}. */
    public ServerApi(URI root) {
        this(root, Optional.empty());
    }

    /** The same for a server that wants {@code token}. */
    public ServerApi(URI root, Optional<String> token) {
        this.root = root;
        this.token = token;
    }

    /** Returns where the API is. */
    URI root() {
        return root;
    }

    /** Returns the server's id of the running call with this SIP Call-ID. */
    public Optional<String> idOf(String sipCallId) throws IOException, InterruptedException {
        for (JsonNode call : json("/api/calls").path("calls")) {
            if (call.path("externalId").asText().equals(sipCallId)) {
                return Optional.of(call.path("callId").asText());
            }
        }
        return Optional.empty();
    }

    /** Returns everything the server reports of a call, running or over. */
    public ServerCall call(String callId) throws IOException, InterruptedException {
        return ServerCall.of(json("/api/calls/" + callId));
    }

    /**
     * Returns the JSON that {@code path} answers.
     *
     * @throws IOException with address, status and reason where it does not answer 200
     */
    public JsonNode json(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request(path, "application/json"), BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw refused(path, answer.statusCode(), answer.body());
        }
        return json.readTree(answer.body());
    }

    /**
     * Returns the lines that {@code path} answers as {@code type}, as they come.
     *
     * @throws IOException as for {@link #json}, and where the answer is of another type
     */
    public Stream<String> lines(String path, String type) throws IOException, InterruptedException {
        HttpResponse<Stream<String>> answer = client.send(request(path, type), BodyHandlers.ofLines());
        if (answer.statusCode() != 200) {
            throw refused(path, answer.statusCode(), answer.body().collect(Collectors.joining()));
        }
        String given = answer.headers().firstValue("Content-Type").orElse("nothing");
        if (!given.startsWith(type)) {
            throw new IOException(root.resolve(path) + " answered " + given + " in place of " + type
                    + ": the server is older than this command; use --limit without --csv");
        }
        return answer.body();
    }

    private HttpRequest request(String path, String type) {
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(root.resolve(path)).timeout(TIMEOUT).header("Accept", type);
        token.ifPresent(secret -> builder.header("Authorization", "Bearer " + secret));
        return builder.build();
    }

    private IOException refused(String path, int status, String body) {
        String said = body;
        try {
            said = json.readTree(body).path("detail").asText(body);
        } catch (JsonProcessingException noJson) {
            // The body itself is what it said.
        }
        return new IOException(root.resolve(path) + " answered " + status + ": " + said
                + (status == 401 ? "; give http.token of that server" : ""));
    }
}
