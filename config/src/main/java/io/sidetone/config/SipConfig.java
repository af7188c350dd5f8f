package io.sidetone.config;

import io.sidetone.config.binding.Section;
import io.sidetone.config.value.Cidr;
import io.sidetone.config.value.IpAddress;
import io.sidetone.core.setting.Key;
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
 * @param codecs codecs of calls that come from no trunk, the preferred first
 * @param srtp whether calls that come from no trunk are encrypted: off, optional or required
 * @param srtpOverPlainSignalling whether their keys may travel over UDP and TCP
 * @param trunks who may call
 */
@Section("Signalling: who may call, and where.")
public record SipConfig(
        @Key(
                        unit = "address",
                        why = "Where SIP listens, UDP and TCP. Loopback by default: no other machine reaches a server"
                                + " that was not configured. Elsewhere sip.trunks says who may call.",
                        byDefault = "127.0.0.1")
                IpAddress bind,
        @Key(
                        unit = "port",
                        why = "The registered SIP port; 0 takes any free one.",
                        min = 0,
                        max = 65_535,
                        byDefault = "5060")
                int port,
        @Key(
                        unit = "address",
                        why = "Address that Contact, Via and SDP carry: what the carrier must reach. Mandatory when"
                                + " sip.bind is 0.0.0.0 or ::, because that address means nothing to others.",
                        derived = "the address of sip.bind",
                        example = "203.0.113.10")
                IpAddress advertise,
        @Key(
                        why = "Takes calls from every address when no trunk is configured. An open SIP port is scanned"
                                + " within minutes: only for closed networks.",
                        byDefault = "false")
                boolean allowAnyone,
        @Key(
                        unit = "INVITE per second and source",
                        why = "What one source may send before it is dropped; loopback is exempt.",
                        min = 1,
                        max = 100_000,
                        byDefault = "200")
                int invitesPerSecond,
        @Key(
                        unit = "INVITE per second and source",
                        why = "What one address of a trunk may send before it is dropped: more than carriers send, so"
                                + " that it only stops a switch gone wild.",
                        min = 1,
                        max = 100_000,
                        byDefault = "2000")
                int trunkInvitesPerSecond,
        @Key(
                        unit = "codecs",
                        why = "Codecs that calls may have, the preferred first; a name left out is never used. The"
                                + " order decides between wideband (G722) and narrowband; between PCMU and PCMA the"
                                + " caller's order does, so that no sound has to be converted. An INVITE without an offer is"
                                + " offered narrowband alone.",
                        words = {"G722", "PCMU", "PCMA"},
                        derived = "[G722, PCMU, PCMA]",
                        example = "[PCMU, PCMA]")
                List<String> codecs,
        @Key(
                        why = "Whether calls that come from no trunk have encrypted media (SRTP, keys in the SDP); as"
                                + " sip.trunks[].srtp.",
                        words = {"off", "optional", "required"},
                        byDefault = "off")
                String srtp,
        @Key(
                        why = "Sends and takes the keys of SRTP over UDP and TCP, too, where everybody on the way can"
                                + " read them; as sip.trunks[].srtp-over-plain-signalling.",
                        byDefault = "false")
                boolean srtpOverPlainSignalling,
        @Section("Who may call. With trunks configured, everybody else is dropped without an answer.")
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
     * @param codecs codecs of its calls, the preferred first
     * @param srtp whether its calls are encrypted: off, optional or required
     * @param srtpOverPlainSignalling whether keys may travel over UDP and TCP
     */
    public record Trunk(
            @Key(unit = "name", why = "Names the trunk in logs and metrics.", mandatory = true, example = "carrier")
                    String name,
            @Key(
                            unit = "address blocks",
                            why = "Addresses that the carrier signals from.",
                            mandatory = true,
                            example = "[203.0.113.0/24]")
                    List<Cidr> from,
            @Key(
                            why =
                                    "The far side is behind NAT: media may come from any address. The SDP's address counts"
                                            + " more than that of signalling, and that more than others: a better one replaces a worse"
                                            + " one for 5 s, later once the worse one has been silent for 1 s. Off by default: media is"
                                            + " taken from the SDP or signalling address alone.",
                            byDefault = "false")
                    boolean nat,
            @Key(
                            unit = "address blocks",
                            why =
                                    "With nat, where media may come from besides the SDP and signalling address. Without the"
                                            + " list a stranger who sends first may be taken for a caller whose media address nothing"
                                            + " names.",
                            example = "[203.0.113.0/24]")
                    List<Cidr> mediaNetworks,
            @Key(
                            unit = "codecs",
                            why = "As sip.codecs, for calls of this trunk.",
                            words = {"G722", "PCMU", "PCMA"},
                            derived = "sip.codecs",
                            example = "[PCMA, PCMU]")
                    List<String> codecs,
            @Key(
                            why =
                                    "Whether media is encrypted (SRTP, keys in the SDP: RFC 4568). off refuses RTP/SAVP with"
                                            + " 488; optional encrypts where the caller offers keys, in RTP/SAVP or RTP/AVP; required"
                                            + " refuses calls without keys with 488.",
                            words = {"off", "optional", "required"},
                            byDefault = "off")
                    String srtp,
            @Key(
                            why =
                                    "Sends and takes the keys of SRTP over UDP and TCP, too. Everybody on the way can read"
                                            + " them there: only inside a tunnel or a closed network. Otherwise keys go over TLS"
                                            + " alone, and a call over UDP or TCP cannot be encrypted.",
                            byDefault = "false")
                    boolean srtpOverPlainSignalling) {
        /** Copies the lists. */
        public Trunk {
            from = List.copyOf(from);
            mediaNetworks = List.copyOf(mediaNetworks);
            codecs = List.copyOf(codecs);
        }
    }
}
