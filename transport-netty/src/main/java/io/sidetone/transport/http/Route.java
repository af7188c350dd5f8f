package io.sidetone.transport.http;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * One method of one path.
 *
 * @param method GET, POST, DELETE, …; GET also answers HEAD
 * @param template path with placeholders, for example {@code /api/calls/{id}}
 * @param open whether it answers without the token
 * @param shared whether pages of other, listed hosts may use it
 * @param handler answers requests; called on the event loop, must not block
 */
public record Route(
        String method,
        String template,
        boolean open,
        boolean shared,
        Function<Request, CompletionStage<Answer>> handler) {
    /** Creates a route for this server's own pages. */
    public Route(String method, String template, boolean open, Function<Request, CompletionStage<Answer>> handler) {
        this(method, template, open, false, handler);
    }

    /** Creates a route that needs the token and answers at once. */
    public static Route of(String method, String template, Function<Request, Answer> handler) {
        return new Route(method, template, false, request -> CompletableFuture.completedFuture(handler.apply(request)));
    }

    /** Creates a route that needs no token and answers at once. */
    public static Route open(String method, String template, Function<Request, Answer> handler) {
        return new Route(method, template, true, request -> CompletableFuture.completedFuture(handler.apply(request)));
    }

    /** Returns this route; pages of other, listed hosts may use it, too. */
    public Route forListedPages() {
        return new Route(method, template, open, true, handler);
    }

    /** Returns the placeholders' values if {@code segments} match the template, else null. */
    Map<String, String> match(String[] segments) {
        return match(template, segments);
    }

    /** Returns the values of the placeholders of {@code template} if {@code segments} match, else null. */
    static Map<String, String> match(String template, String[] segments) {
        String[] expected = template.split("/", -1);
        if (expected.length != segments.length) {
            return null;
        }
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < expected.length; i++) {
            if (expected[i].startsWith("{")) {
                if (segments[i].isEmpty()) {
                    return null;
                }
                values.put(expected[i].substring(1, expected[i].length() - 1), segments[i]);
            } else if (!expected[i].equals(segments[i])) {
                return null;
            }
        }
        return values;
    }
}
