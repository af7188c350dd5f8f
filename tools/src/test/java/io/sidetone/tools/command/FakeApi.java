package io.sidetone.tools.command;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A server's API on a port of its own: gives the answers that it was given, and notes what it was asked. */
final class FakeApi implements AutoCloseable {
    /** Path and query, accepted type and authorization of each request. */
    final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    private final Map<String, Answer> answers = new HashMap<>();
    private final HttpServer server;

    private record Answer(int status, String type, String body) {}

    FakeApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String uri = exchange.getRequestURI().toString();
            asked.add(uri + " " + exchange.getRequestHeaders().getFirst("Accept") + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            Answer answer = answers.getOrDefault(
                    uri,
                    new Answer(404, "application/problem+json", "{\"detail\": \"there is nothing at " + uri + "\"}"));
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", answer.type());
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    /** Returns its address. */
    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Answers {@code path}, which includes its query. */
    FakeApi answers(String path, int status, String type, String body) {
        answers.put(path, new Answer(status, type, body));
        return this;
    }

    /** Answers {@code path} with JSON. */
    FakeApi answers(String path, String json) {
        return answers(path, 200, "application/json", json);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
