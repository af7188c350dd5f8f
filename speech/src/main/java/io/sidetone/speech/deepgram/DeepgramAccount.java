package io.sidetone.speech.deepgram;

import io.sidetone.core.setting.Key;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.SocketRequest;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * Address and credential of the service.
 *
 * @param service name of the engine in the configuration
 * @param url {@code ws} or {@code wss}, without the path of an interface; {@link #URL} by default; its query is sent
 *     with each request
 * @param key API key; empty for an installation of one's own without a key
 * @param deadlines for connecting (must be bounded), for the first answer, and for silence (this side pings at half of
 *     it)
 * @param trust certificates (PEM) in place of the JVM's; null for the JVM's
 * @param optOut whether the service is asked not to learn from the data it receives
 */
public record DeepgramAccount(
        String service,
        URI url,
        String key,
        Deadlines deadlines,
        Path trust,
        @Key(name = "mip-opt-out", why = "Asks Deepgram not to train on what it is sent.") boolean optOut) {
    /** The hosted service. */
    public static final URI URL = URI.create("wss://api.deepgram.com");

    /** Checks the address. */
    public DeepgramAccount {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(deadlines, "deadlines");
        String scheme = String.valueOf(url.getScheme());
        if (!scheme.equals("ws") && !scheme.equals("wss") || url.getHost() == null) {
            throw new IllegalArgumentException("engines." + service + ".url: " + url
                    + " is no WebSocket address; write wss://HOST, for example " + URL);
        }
        if (deadlines.connectMs() <= 0 || deadlines.firstByteMs() <= 0) {
            throw new IllegalArgumentException(
                    "engines." + service + ": connecting and the first answer need a deadline"
                            + " of at least 1 ms; leave them out for the defaults");
        }
    }

    /** Creates an account that the service may learn from. */
    public DeepgramAccount(String service, URI url, String key, Deadlines deadlines, Path trust) {
        this(service, url, key, deadlines, trust, false);
    }

    /** Returns an account of the hosted service with default deadlines. */
    public static DeepgramAccount of(String service, String key) {
        return new DeepgramAccount(service, URL, key, Deadlines.DEFAULT, null);
    }

    /** Returns the request that connects to the interface at {@code path}. */
    SocketRequest request(String path, Query query) {
        String whole = url.toString();
        int mark = whole.indexOf('?');
        String base = mark < 0 ? whole : whole.substring(0, mark);
        String more = mark < 0 ? "" : "&" + whole.substring(mark + 1);
        String slashless = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
        Map<String, String> headers = key.isEmpty() ? Map.of() : Map.of("Authorization", "Token " + key);
        return new SocketRequest(
                service,
                URI.create(slashless + path + query.on("mip_opt_out", optOut) + more),
                headers,
                SocketRequest.MAX_MESSAGE_BYTES,
                deadlines,
                trust);
    }

    /** Omits the key. */
    @Override
    public String toString() {
        return "DeepgramAccount[" + service + " at " + url.getHost() + "]";
    }

    /** The query of an address. */
    static final class Query {
        private final StringBuilder text = new StringBuilder();

        Query put(String name, Object value) {
            text.append(text.isEmpty() ? '?' : '&')
                    .append(name)
                    .append('=')
                    .append(URLEncoder.encode(String.valueOf(value), StandardCharsets.UTF_8)
                            .replace("+", "%20"));
            return this;
        }

        /** Adds the parameter only when {@code value} is true. */
        Query on(String name, boolean value) {
            return value ? put(name, true) : this;
        }

        Query all(String name, Iterable<String> values) {
            values.forEach(value -> put(name, value));
            return this;
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
