package io.sidetone.server.actions.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** An MCP server on loopback that does what a test wants. */
final class FakeMcpServer implements AutoCloseable {
    /** Answers one request of the method, with the whole exchange in its hands. */
    interface Script {
        void answer(HttpExchange exchange, JsonNode request) throws IOException, InterruptedException;
    }

    private static final ObjectMapper JSON = new ObjectMapper();

    final List<String> received = new CopyOnWriteArrayList<>();
    final List<Map<String, List<String>>> headers = new CopyOnWriteArrayList<>();
    final Map<String, Script> scripts = new ConcurrentHashMap<>();
    final CountDownLatch gate = new CountDownLatch(1);
    /** Exchanges that hang, and those of them that the client gave up. */
    final AtomicInteger hanging = new AtomicInteger();

    final AtomicInteger givenUp = new AtomicInteger();
    volatile String tools = "[" + tool("get_stock", "{\"type\":\"string\"}") + "]";
    volatile String session = "one";
    volatile boolean streams;

    /** Speaks the transport of 2024-11-05. */
    volatile boolean former;

    private final CopyOnWriteArrayList<OutputStream> listeners = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    FakeMcpServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/mcp", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    static String tool(String name, String articleSchema) {
        return "{\"name\":\"" + name + "\",\"description\":\"Looks " + name + " up.\",\"inputSchema\":"
                + "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":\"object\",\"properties\":{\"article\":"
                + articleSchema + "},\"required\":[\"article\"]}}";
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
    }

    private void handle(HttpExchange exchange) throws IOException {
        try {
            byte[] body = exchange.getRequestBody().readAllBytes();
            headers.add(Map.copyOf(exchange.getRequestHeaders()));
            if (exchange.getRequestMethod().equals("GET")) {
                listen(exchange);
                return;
            }
            if (former) {
                exchange.sendResponseHeaders(405, -1);
                return;
            }
            String text = new String(body, StandardCharsets.UTF_8);
            received.add(exchange.getRequestMethod() + " " + text);
            JsonNode request = JSON.readTree(text);
            String method = request.path("method").asText();
            String known = exchange.getRequestHeaders().getFirst("Mcp-Session-Id");
            if (!method.equals("initialize") && !session.equals(known)) {
                exchange.sendResponseHeaders(404, -1);
            } else if (scripts.containsKey(method)) {
                scripts.get(method).answer(exchange, request);
            } else {
                usual(exchange, request, method);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void usual(HttpExchange exchange, JsonNode request, String method) throws IOException {
        switch (method) {
            case "initialize" -> {
                exchange.getResponseHeaders().set("Mcp-Session-Id", session);
                result(
                        exchange,
                        request,
                        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{\"listChanged\":true}},"
                                + "\"serverInfo\":{\"name\":\"fake\",\"version\":\"3\"}}");
            }
            case "tools/list" -> result(exchange, request, "{\"tools\":" + tools + "}");
            case "tools/call" -> text(exchange, request, "12 pieces");
            default -> exchange.sendResponseHeaders(202, -1);
        }
    }

    private void listen(HttpExchange exchange) throws IOException {
        if (!streams && !former) {
            exchange.sendResponseHeaders(405, -1);
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        String first = former ? "event: endpoint\ndata: /messages/?session_id=1\n\n" : ": hello\n\n";
        out.write(first.getBytes(StandardCharsets.UTF_8));
        out.flush();
        listeners.add(out);
    }

    /** Says {@code message} to whoever listens. */
    void say(String message) throws IOException {
        for (OutputStream out : listeners) {
            out.write(("event: message\ndata: " + message + "\n\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }

    boolean heard() {
        return !listeners.isEmpty();
    }

    static void text(HttpExchange exchange, JsonNode request, String text) throws IOException {
        ObjectNode result = JSON.createObjectNode();
        ArrayNode content = result.putArray("content");
        content.addObject().put("type", "text").put("text", text);
        result(exchange, request, result.toString());
    }

    static void result(HttpExchange exchange, JsonNode request, String result) throws IOException {
        body(
                exchange,
                "application/json",
                "{\"jsonrpc\":\"2.0\",\"id\":" + request.path("id") + ",\"result\":" + result + "}");
    }

    static void body(HttpExchange exchange, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        } catch (IOException hungUp) {
            // The client wants no more of it: what a test of large answers is about.
            exchange.getHttpContext();
        }
    }

    /** Begins an answer of events and never ends it; notices when the client hangs up. */
    void hang(HttpExchange exchange, JsonNode request) throws IOException, InterruptedException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        hanging.incrementAndGet();
        try {
            while (gate.getCount() > 0) {
                exchange.getResponseBody().write(": still here\n\n".getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
                Thread.sleep(10);
            }
        } catch (IOException hungUp) {
            givenUp.incrementAndGet();
        }
    }

    long count(String part) {
        return received.stream().filter(line -> line.contains(part)).count();
    }

    @Override
    public void close() {
        gate.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
