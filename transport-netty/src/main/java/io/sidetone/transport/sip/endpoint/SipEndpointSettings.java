package io.sidetone.transport.sip.endpoint;

import io.sidetone.transport.sip.message.SipLimits;
import java.net.InetSocketAddress;
import java.util.Objects;

/**
 * How an endpoint behaves.
 *
 * @param bind address and port for UDP and TCP; port 0 takes a free one
 * @param sources who may talk to us
 * @param datagramLimits limits of a UDP message
 * @param streamLimits limits of a TCP message
 * @param invitesPerSecond INVITE requests of one source that is neither trunk nor loopback
 * @param maxConnections TCP connections at a time
 * @param partialMessageTimeoutNs a TCP message that began must be complete within this time
 * @param idleTimeoutNs a TCP connection on which nothing arrives is closed after this time
 * @param logIntervalNs at most one log line per kind in this time
 */
public record SipEndpointSettings(
        InetSocketAddress bind,
        SourcePolicy sources,
        SipLimits datagramLimits,
        SipLimits streamLimits,
        int invitesPerSecond,
        int maxConnections,
        long partialMessageTimeoutNs,
        long idleTimeoutNs,
        long logIntervalNs) {
    private static final long SECOND_NS = 1_000_000_000L;

    /** Checks what must be there. */
    public SipEndpointSettings {
        Objects.requireNonNull(bind, "bind");
        Objects.requireNonNull(sources, "sources");
        if (invitesPerSecond < 1 || maxConnections < 1) {
            throw new IllegalArgumentException("invitesPerSecond " + invitesPerSecond + " and maxConnections "
                    + maxConnections + " must be at least 1");
        }
    }

    /** 200 INVITE/s per source, 1024 connections, 30 s for a message, 1 h idle, one log line per kind and minute. */
    public static SipEndpointSettings defaults(InetSocketAddress bind, SourcePolicy sources) {
        return new SipEndpointSettings(
                bind,
                sources,
                SipLimits.datagram(),
                SipLimits.stream(),
                200,
                1024,
                30 * SECOND_NS,
                3600 * SECOND_NS,
                60 * SECOND_NS);
    }

    /** These settings with another limit per source. */
    public SipEndpointSettings withInvitesPerSecond(int limit) {
        return new SipEndpointSettings(
                bind,
                sources,
                datagramLimits,
                streamLimits,
                limit,
                maxConnections,
                partialMessageTimeoutNs,
                idleTimeoutNs,
                logIntervalNs);
    }
}
