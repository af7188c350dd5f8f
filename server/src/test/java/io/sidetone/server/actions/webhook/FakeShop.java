package io.sidetone.server.actions.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A web server on loopback that checks every request strictly and answers as it is told. */
public final class FakeShop implements AutoCloseable {
    public static final String SECRET = "s3cret-of-the-shop";
    public static final long NOW_S = 1_700_000_000L;
    private static final long MOST_SKEW_S = 300;
    private static final String ANY_CALL = "\\{\"callId\":\"[0-9A-Z]{26}\",\"invocationId\":.*";

    public final List<String> complaints = Collections.synchronizedList(new ArrayList<>());
    public final List<String> bodies = Collections.synchronizedList(new ArrayList<>());
    public final List<String> keys = Collections.synchronizedList(new ArrayList<>());
    public final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    /** Requests wait for it before they are answered. */
    public volatile CountDownLatch gate = new CountDownLatch(0);

    public volatile int underWay;
    volatile int mostUnderWay;

    private final HttpServer server;
    private final boolean live;
    private final String form;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    public record Answer(int status, String body, Map<String, String> headers) {
        public static Answer of(int status, String body) {
            return new Answer(status, body, Map.of());
        }
    }

    /** The shop of a server with the clock and the one call of a unit test. */
    FakeShop() throws IOException {
        this(false, "\\{\"callId\":\"CALL\",\"invocationId\":.*");
    }

    private FakeShop(boolean live, String form) throws IOException {
        this.live = live;
        this.form = form;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/stock", this::handle);
        server.createContext("/tools", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /** The shop of a server that runs on the wall clock and has calls of any name. */
    public static FakeShop live() throws IOException {
        return new FakeShop(true, ANY_CALL);
    }

    /** A server that is asked about calls while they ring; {@code live} on the wall clock. */
    public static FakeShop onCall(boolean live) throws IOException {
        return new FakeShop(live, "\\{\"callId\":\"[0-9A-Z]{26}\",\"externalId\":.*");
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/stock");
    }

    public void answer(int status, String body) {
        answers.add(Answer.of(status, body));
    }

    private void handle(HttpExchange exchange) throws IOException {
        synchronized (this) {
            mostUnderWay = Math.max(mostUnderWay, ++underWay);
        }
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String text = new String(body, StandardCharsets.UTF_8);
            bodies.add(text);
            expect("POST", exchange.getRequestMethod(), "method");
            expect("application/json", header(exchange, "Content-Type"), "content type");
            String signature = header(exchange, WebhookSignature.HEADER);
            expect(WebhookSignature.of(SECRET, signedAtS(signature), body), signature, "signature");
            boolean tool = exchange.getRequestURI().getPath().startsWith("/tools/");
            if (!text.matches(tool ? ANY_CALL : form)) {
                complaints.add("body " + text);
            }
            keys.add(header(exchange, "Idempotency-Key"));
            if (!gate.await(20, TimeUnit.SECONDS)) {
                complaints.add("nobody opened the gate");
            }
            Answer answer = answers.poll();
            reply(exchange, answer == null ? Answer.of(200, "{}") : answer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (this) {
                underWay--;
            }
        }
    }

    /** The time in a signature, which must be the present one. */
    private long signedAtS(String signature) {
        if (!live) {
            return NOW_S;
        }
        long signedS = Long.parseLong(signature.replaceAll("^t=(\\d{1,12}),v1=.*$", "$1"));
        if (Math.abs(signedS - System.currentTimeMillis() / 1_000) > MOST_SKEW_S) {
            complaints.add("signed at " + signedS);
        }
        return signedS;
    }

    private static void reply(HttpExchange exchange, Answer answer) throws IOException {
        if (answer.status() == 0) {
            return; // hangs up without an answer
        }
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            try {
                exchange.getResponseBody().write(bytes);
            } catch (IOException hungUp) {
                // The client wants no more of it: what a test of large answers is about.
                exchange.getHttpContext();
            }
        }
    }

    private void expect(String wanted, String got, String what) {
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
