package io.sidetone.config;

import io.sidetone.config.value.Cidr;
import io.sidetone.config.value.IpAddress;
import java.util.List;

/**
 * Signalling.
 *
 * @param bind where SIP listens, UDP and TCP
 * @param port port of both; 0 = any free one
 * @param advertise address for Contact, Via and SDP
 * @param allowAnyone whether calls are taken from every address when there is no trunk
 * @param invitesPerSecond what one source that is no trunk may send
 * @param trunkInvitesPerSecond what one source of a trunk may send
 * @param codecs what calls may have that come from no trunk, the most wanted first
 * @param trunks who may call
 */
public record SipConfig(
        IpAddress bind,
        int port,
        IpAddress advertise,
        boolean allowAnyone,
        int invitesPerSecond,
        int trunkInvitesPerSecond,
        List<String> codecs,
        List<Trunk> trunks) {
    /** Copies the lists. */
    public SipConfig {
        codecs = List.copyOf(codecs);
        trunks = List.copyOf(trunks);
    }

    /**
     * A carrier.
     *
     * @param name for logs and metrics
     * @param from addresses that it signals from
     * @param nat whether its media may come from other addresses than those of SDP and signalling
     * @param mediaNetworks with {@code nat}, where its media may come from; empty for anywhere
     * @param codecs what its calls may have, the most wanted first
     */
    public record Trunk(String name, List<Cidr> from, boolean nat, List<Cidr> mediaNetworks, List<String> codecs) {
        /** Copies the lists. */
        public Trunk {
            from = List.copyOf(from);
            mediaNetworks = List.copyOf(mediaNetworks);
            codecs = List.copyOf(codecs);
        }
    }
}
