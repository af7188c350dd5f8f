package io.sidetone.transport.sip.endpoint;

import io.sidetone.transport.tls.ClientTls;
import io.sidetone.transport.tls.ServerTls;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * TLS of an endpoint.
 *
 * @param server what its listeners of TLS show and ask for; needed where one accepts
 * @param client whom connections that we open trust; needed where there is a listener of TLS
 * @param handshakeLimitNs a handshake must be complete within this time
 */
public record SipTls(Optional<ServerTls> server, Optional<ClientTls> client, long handshakeLimitNs) {
    /** No TLS. */
    public static final SipTls NONE = new SipTls(Optional.empty(), Optional.empty());

    private static final long HANDSHAKE_S = 10;

    /** TLS whose handshakes have 10 s. */
    public SipTls(Optional<ServerTls> server, Optional<ClientTls> client) {
        this(server, client, TimeUnit.SECONDS.toNanos(HANDSHAKE_S));
    }
}
