package io.sidetone.server.records.subscribers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sidetone.server.actions.webhook.WebhookSignature;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;

/** A web server on loopback that checks every request strictly and answers as it is told. */
public final class EventReceiver implements AutoCloseable {
    public static final String SECRET = "0123456789abcdef-of-the-receiver";
    private static final long MOST_SKEW_S = 300;

    /** What was wrong with requests. */
    public final List<String> complaints = Collections.synchronizedList(new ArrayList<>());

    /** Bodies of the requests that were answered with success, in their order. */
    public final List<String> taken = Collections.synchronizedList(new ArrayList<>());

    /** Idempotency keys of all requests. */
    final List<String> keys = Collections.synchronizedList(new ArrayList<>());

    /** Status by the number of the request, from 1; 0 hangs up. */
    volatile IntUnaryOperator status = number -> 204;

    /** Requests wait for it before they are answered. */
    volatile CountDownLatch gate = new CountDownLatch(0);

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private int requests;

    public EventReceiver(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/events", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + port() + "/events");
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            int number;
            synchronized (this) {
                number = ++requests;
            }
            byte[] body = exchange.getRequestBody().readAllBytes();
            String signature = header(exchange, WebhookSignature.HEADER);
            long signedS = Long.parseLong(signature.replaceAll("^t=(\\d{1,12}),v1=.*$", "$1"));
            expect(signature, WebhookSignature.of(SECRET, signedS, body), "signature");
            if (Math.abs(signedS - System.currentTimeMillis() / 1_000) > MOST_SKEW_S) {
                complaints.add("signed at " + signedS);
            }
            String text = new String(body, StandardCharsets.UTF_8);
            expect(exchange.getRequestMethod(), "POST", "method");
            expect(header(exchange, "Content-Type"), "application/json", "content type");
            String sequence = text.replaceAll("^.*\"sequence\":(\\d+).*$", "$1");
            expect(header(exchange, HttpPost.SEQUENCE), sequence, "sequence");
            String call = text.replaceAll("^.*\"callId\":\"([^\"]+)\".*$", "$1");
            expect(header(exchange, "Idempotency-Key"), call + "-" + sequence, "key");
            if (!text.contains("\"type\":\"" + header(exchange, HttpPost.EVENT) + "\"")) {
                complaints.add("event " + header(exchange, HttpPost.EVENT) + " for " + text);
            }
            keys.add(header(exchange, "Idempotency-Key"));
            if (!gate.await(20, TimeUnit.SECONDS)) {
                complaints.add("nobody opened the gate");
            }
            int answer = status.applyAsInt(number);
            if (answer >= 200 && answer < 300) {
                taken.add(text);
            }
            if (answer > 0) {
                exchange.sendResponseHeaders(answer, -1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void expect(String got, String wanted, String what) {
        if (!wanted.equals(got)) {
            complaints.add(what + " " + got + " instead of " + wanted);
        }
    }

    private static String header(HttpExchange exchange, String name) {
        List<String> values = exchange.getRequestHeaders().getOrDefault(name, List.of());
        return values.size() == 1 ? values.get(0) : values.toString();
    }

    @Override
    public void close() {
        gate.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
