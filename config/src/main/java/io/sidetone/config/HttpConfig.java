package io.sidetone.config;

import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Health, metrics and the API.
 *
 * @param bind where HTTP listens
 * @param port 0 = any free one
 * @param token bearer token of /metrics and /api
 * @param idleTimeout a connection that completes no request for this long is closed
 * @param maxConnections beyond it new connections are closed
 * @param maxBodyBytes largest request body
 * @param publicUrl scheme, host and port under which others reach this server, without a slash at the end
 * @param allowedOrigins of pages of other hosts that may connect: scheme, host and port
 * @param transferTo to whom a request may transfer a call: exact, with wildcards, or {@code any}; empty for nobody
 */
public record HttpConfig(
        IpAddress bind,
        int port,
        Optional<Secret> token,
        Duration idleTimeout,
        int maxConnections,
        int maxBodyBytes,
        Optional<String> publicUrl,
        List<String> allowedOrigins,
        List<String> transferTo) {
    /** Copies the lists. */
    public HttpConfig {
        allowedOrigins = List.copyOf(allowedOrigins);
        transferTo = List.copyOf(transferTo);
    }

    /** Returns every origin beside the address that is asked: the listed ones, and that of {@link #publicUrl}. */
    public List<String> origins() {
        List<String> all = new ArrayList<>(allowedOrigins);
        publicUrl.ifPresent(all::add);
        return all;
    }
}
