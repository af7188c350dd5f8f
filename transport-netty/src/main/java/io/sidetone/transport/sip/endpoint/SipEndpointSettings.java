package io.sidetone.transport.sip.endpoint;

import io.sidetone.core.setting.Altered;
import io.sidetone.transport.capture.SipTap;
import io.sidetone.transport.sip.message.SipLimits;
import io.sidetone.transport.sip.source.SourcePolicy;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;

/**
 * Settings of how an endpoint behaves.
 *
 * @param listeners where it listens, at least one
 * @param tls certificates and trust of listeners of TLS
 * @param sources who may talk to us
 * @param datagramLimits limits of a UDP message
 * @param streamLimits limits of a message over TCP or TLS
 * @param invitesPerSecond INVITE requests of one source that is neither trunk nor loopback
 * @param trunkInvitesPerSecond INVITE requests of one source of a trunk
 * @param maxConnections TCP and TLS connections at a time
 * @param idlePerSource of these at a time that one source opened and that carry no dialog
 * @param firstMessageTimeoutNs a connection of a peer must bring its first message within this time
 * @param partialMessageTimeoutNs a message on a connection that began must be complete within this time
 * @param idleTimeoutNs a connection on which nothing arrives is closed after this time
 * @param logIntervalNs at most one log line per kind in this time
 * @param tap sees every message
 */
public record SipEndpointSettings(
        List<ListeningPoint> listeners,
        SipTls tls,
        SourcePolicy sources,
        SipLimits datagramLimits,
        SipLimits streamLimits,
        int invitesPerSecond,
        int trunkInvitesPerSecond,
        int maxConnections,
        int idlePerSource,
        long firstMessageTimeoutNs,
        long partialMessageTimeoutNs,
        long idleTimeoutNs,
        long logIntervalNs,
        SipTap tap) {
    private static final long SECOND_NS = 1_000_000_000L;

    /** Checks what must be there. */
    public SipEndpointSettings {
        listeners = List.copyOf(listeners);
        if (listeners.isEmpty()) {
            throw new IllegalArgumentException("an endpoint without listener hears nobody; give it one");
        }
        Objects.requireNonNull(tls, "tls");
        Objects.requireNonNull(sources, "sources");
        Objects.requireNonNull(tap, "tap");
        if (invitesPerSecond < 1 || trunkInvitesPerSecond < 1 || maxConnections < 1 || idlePerSource < 1) {
            throw new IllegalArgumentException("invitesPerSecond " + invitesPerSecond + ", trunkInvitesPerSecond "
                    + trunkInvitesPerSecond + ", maxConnections " + maxConnections + " and idlePerSource "
                    + idlePerSource
                    + " must be at least 1");
        }
    }

    /** The {@linkplain #defaults(List, SourcePolicy) defaults}, for UDP and TCP at one address and port. */
    public static SipEndpointSettings defaults(InetSocketAddress bind, SourcePolicy sources) {
        return defaults(ListeningPoint.plain(bind), sources);
    }

    /**
     * 200 INVITE/s per source and 2,000 of a trunk, 1024 connections, 128 of one source without a dialog, 2 min for the first
     * message, 30 s for a message, 1 h idle, one log line per kind and minute.
     */
    public static SipEndpointSettings defaults(List<ListeningPoint> listeners, SourcePolicy sources) {
        return new SipEndpointSettings(
                listeners,
                SipTls.NONE,
                sources,
                SipLimits.datagram(),
                SipLimits.stream(),
                200,
                2000,
                1024,
                128,
                120 * SECOND_NS,
                30 * SECOND_NS,
                3600 * SECOND_NS,
                60 * SECOND_NS,
                SipTap.NONE);
    }

    /** These settings with other limits per source, and per source of a trunk. */
    public SipEndpointSettings withInvitesPerSecond(int limit, int trunkLimit) {
        return Altered.with(this, "invitesPerSecond", limit, "trunkInvitesPerSecond", trunkLimit);
    }

    /** These settings with certificates and trust for listeners of TLS. */
    public SipEndpointSettings withTls(SipTls other) {
        return Altered.with(this, "tls", other);
    }

    /** These settings with somebody who sees every message. */
    public SipEndpointSettings withTap(SipTap other) {
        return Altered.with(this, "tap", other);
    }
}
