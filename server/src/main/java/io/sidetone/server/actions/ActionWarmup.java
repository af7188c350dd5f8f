package io.sidetone.server.actions;

import io.sidetone.config.problem.Problems;
import io.sidetone.core.background.Background;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.server.actions.webhook.WebhookAction;
import io.sidetone.server.actions.webhook.WebhookSettings;
import io.sidetone.server.actions.webhook.WebhookTransport;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries an action out before the first caller wants one: a signed webhook to this process itself, over loopback. The classes
 * that it needs take half a second to load, which the first caller would wait for in silence. On a thread of its own.
 */
public final class ActionWarmup {
    private static final Logger LOG = LoggerFactory.getLogger(ActionWarmup.class);
    private static final String NAME = "warmup";
    private static final int SOCKET_LIMIT_MS = 5_000;
    private static final int BUFFER_BYTES = 4_096;
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{\"status\":\"ok\"}"
                    .getBytes(StandardCharsets.US_ASCII);

    private final CompletableFuture<ActionResult> result;

    private ActionWarmup(CompletableFuture<ActionResult> result) {
        this.result = result;
    }

    /** Begins; {@code webhooks} is the transport of the real ones. */
    public static ActionWarmup start(WebhookTransport webhooks) {
        CompletableFuture<ActionResult> result = new CompletableFuture<>();
        Background.start("action-warmup", () -> run(webhooks, result));
        return new ActionWarmup(result);
    }

    private static void run(WebhookTransport webhooks, CompletableFuture<ActionResult> result) {
        try (ServerSocket shop = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RegisteredActions actions = new RegisteredActions(registry(webhooks, shop))) {
            shop.setSoTimeout(SOCKET_LIMIT_MS);
            CompletableFuture<ActionResult> answer = new CompletableFuture<>();
            actions.invoke(
                    new CallContext(NAME, NAME, "", "", 0, new Fence()),
                    actions.onTerms(new ActionCall(NAME, NAME, Map.of("day", "monday"), false)),
                    answer::complete);
            answer.thenRun(() -> closed(shop));
            serve(shop);
            result.complete(answer.get(SOCKET_LIMIT_MS, TimeUnit.MILLISECONDS));
        } catch (IOException | RuntimeException | ExecutionException | TimeoutException | LinkageError failed) {
            result.completeExceptionally(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            result.completeExceptionally(stopped);
        }
    }

    /** One that ended without a request is not awaited. */
    private static void closed(ServerSocket shop) {
        try {
            shop.close();
        } catch (IOException ignored) {
            // It is closed once more at the end.
        }
    }

    private static ActionRegistry registry(WebhookTransport webhooks, ServerSocket shop) {
        ActionRegistry registry = new ActionRegistry();
        WebhookSettings settings = new WebhookSettings(
                NAME,
                URI.create("http://127.0.0.1:" + shop.getLocalPort() + "/"),
                Duration.ofMillis(SOCKET_LIMIT_MS),
                0,
                Optional.of(NAME),
                1,
                BUFFER_BYTES);
        Map<String, Object> parameters =
                Map.of("type", "object", "properties", Map.of("day", Map.of("type", "string", "minLength", 1)));
        registry.register(
                NAME,
                new ActionDefinition(NAME, "Warms up.", parameters, false, false, SOCKET_LIMIT_MS),
                new WebhookAction(settings, webhooks),
                new Problems());
        return registry;
    }

    /** Answers one request. */
    private static void serve(ServerSocket shop) throws IOException {
        try (Socket socket = shop.accept()) {
            socket.setSoTimeout(SOCKET_LIMIT_MS);
            InputStream in = socket.getInputStream();
            byte[] buffer = new byte[BUFFER_BYTES];
            StringBuilder request = new StringBuilder();
            while (!whole(request)) {
                int read = in.read(buffer);
                if (read < 0) {
                    return;
                }
                request.append(new String(buffer, 0, read, StandardCharsets.ISO_8859_1));
            }
            socket.getOutputStream().write(ANSWER);
            socket.getOutputStream().flush();
        }
    }

    /** The body is JSON of an object that ends the request. */
    private static boolean whole(StringBuilder request) {
        int body = request.indexOf("\r\n\r\n");
        return body >= 0 && request.length() > body + 4 && request.charAt(request.length() - 1) == '}';
    }

    /**
     * Waits until it is over, whatever came of it: the server works without.
     *
     * @return whether the action was carried out
     */
    public boolean await(long limitMs) throws InterruptedException {
        try {
            boolean done = result.get(limitMs, TimeUnit.MILLISECONDS).success();
            if (!done) {
                LOG.info("The warm-up of actions was refused: {}", result.join().values());
            }
            return done;
        } catch (ExecutionException | CompletionException | TimeoutException failed) {
            LOG.info("Actions are not warmed up, so the first may take longer: {}", failed.toString());
            return false;
        }
    }
}
