package io.sidetone.tools.softphone.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

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
        for (JsonNode call : get("/api/calls").path("calls")) {
            if (call.path("externalId").asText().equals(sipCallId)) {
                return Optional.of(call.path("callId").asText());
            }
        }
        return Optional.empty();
    }

    /** Returns everything the server reports of a call, running or over. */
    public ServerCall call(String callId) throws IOException, InterruptedException {
        return ServerCall.of(get("/api/calls/" + callId));
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        HttpRequest.Builder builder = HttpRequest.newBuilder(root.resolve(path)).timeout(TIMEOUT);
        token.ifPresent(secret -> builder.header("Authorization", "Bearer " + secret));
        HttpRequest request = builder.build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(root.resolve(path) + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return json.readTree(answer.body());
    }
}
