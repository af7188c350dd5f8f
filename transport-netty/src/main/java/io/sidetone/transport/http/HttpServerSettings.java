package io.sidetone.transport.http;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings of the HTTP server.
 *
 * @param bind address and port; port 0 takes any free one
 * @param token bearer token of protected routes; mandatory when {@code bind} is not loopback
 * @param idleTimeout a connection that completes no request for this long is closed
 * @param maxConnections simultaneous connections, without probes; one more replaces a connection without a request
 * @param maxBodyBytes largest request body
 */
public record HttpServerSettings(
        InetSocketAddress bind, Optional<String> token, Duration idleTimeout, int maxConnections, int maxBodyBytes) {
    /** Longest request line, in bytes. */
    public static final int MAX_LINE_BYTES = 8_192;
    /** Largest header block, in bytes. */
    public static final int MAX_HEADER_BYTES = 16_384;

    /** Refuses an address that other machines reach while no token is set. */
    public HttpServerSettings {
        if (token.isEmpty() && (bind.isUnresolved() || !bind.getAddress().isLoopbackAddress())) {
            throw new IllegalArgumentException("http: " + bind.getHostString()
                    + " can be reached from outside and there is no token; set http.token or bind 127.0.0.1");
        }
    }

    @Override
    public String toString() {
        return "HttpServerSettings[" + bind + ", token " + (token.isPresent() ? "set" : "none") + "]";
    }
}
