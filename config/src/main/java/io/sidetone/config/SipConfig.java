package io.sidetone.config;

import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.config.binding.Rule;
import io.sidetone.config.binding.Section;
import io.sidetone.config.value.BadValueException;
import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.Secret;
import io.sidetone.config.value.SipHost;
import io.sidetone.config.value.SipPeerUri;
import io.sidetone.core.facts.NumberPlan;
import io.sidetone.core.net.Cidr;
import io.sidetone.core.setting.Key;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Signalling.
 *
 * @param bind where SIP listens, unless there are listeners
 * @param port port of UDP and TCP; 0 = any free one
 * @param advertise host for Contact and Via, with a port where it is another one
 * @param tls certificate and trust
 * @param listeners where SIP listens, instead of bind, port and tls.port
 * @param allowAnyone whether calls are taken from every address when there is no trunk
 * @param invitesPerSecond what one source that is no trunk may send
 * @param trunkInvitesPerSecond what one source of a trunk may send
 * @param codecs codecs of calls that come from no trunk, the preferred first
 * @param srtp whether calls are encrypted, those of no trunk and of trunks that do not say: off, optional or required
 * @param srtpOverPlainSignalling whether keys may travel over UDP and TCP, likewise
 * @param digestAlgorithms hash functions that peers are asked for, the preferred first
 * @param trunks who may call, and who is called
 */
@Section("Signalling: who may call, and where.")
public record SipConfig(
        @Key(
                        unit = "address",
                        why =
                                "Where SIP listens, UDP and TCP, and TLS with sip.tls. Loopback by default: no other machine reaches a server"
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
        @Rule(SipHost.Form.class)
                @Key(
                        unit = "host",
                        why =
                                "Host name or address that Contact and Via carry, and SDP where it is an address: what the"
                                        + " carrier must reach. A port may follow, where another one is forwarded to this server."
                                        + " Mandatory when sip.bind is 0.0.0.0 or ::, because that address means nothing to"
                                        + " others.",
                        derived = "the address of sip.bind",
                        example = "sip.example.com")
                String advertise,
        Tls tls,
        @Section(
                        "Where SIP listens, each with its own address: instead of sip.bind, sip.port and sip.tls.port. All of them run on"
                                + " one thread. A call leaves by the first listener of its transport that reaches the peer, so that an IPv6"
                                + " peer needs one with an IPv6 address.")
                List<Listener> listeners,
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
                                + " order decides between wideband (OPUS, G722) and narrowband; between PCMU and PCMA the"
                                + " caller's order does, so that no sound has to be converted. An INVITE without an offer is"
                                + " offered narrowband alone. OPUS needs the Debian package libopus0.",
                        words = {"OPUS", "G722", "PCMU", "PCMA"},
                        derived = "[G722, PCMU, PCMA]",
                        example = "[PCMU, PCMA]")
                List<String> codecs,
        @Key(
                        why =
                                "Whether calls have encrypted media (SRTP, keys in the SDP), unless sip.trunks[].srtp says"
                                        + " otherwise for a trunk.",
                        words = {"off", "optional", "required"},
                        byDefault = "off")
                String srtp,
        @Key(
                        why =
                                "Sends and takes the keys of SRTP over UDP and TCP, too, where everybody on the way can"
                                        + " read them, unless sip.trunks[].srtp-over-plain-signalling says otherwise for a trunk.",
                        byDefault = "false")
                boolean srtpOverPlainSignalling,
        @Key(
                        unit = "hash functions",
                        why = "What peers are asked for where a trunk knows its peer by a password, the preferred first"
                                + " (RFC 8760). Some older phones and switches give up when SHA-256 is among them: MD5 alone"
                                + " helps those. Challenges of others are answered with the strongest they offer, whatever"
                                + " this says.",
                        words = {"SHA-512-256", "SHA-256", "MD5"},
                        derived = "[SHA-256, MD5]",
                        example = "[MD5]")
                List<String> digestAlgorithms,
        @Section(
                        "Who may call, and who is called. With trunks configured, everybody else is dropped without an answer.")
                List<Trunk> trunks) {
    /** Realm that a peer is asked for unless its trunk says otherwise. */
    static final String USUAL_REALM = "sidetone";

    /** Copies the lists. */
    public SipConfig {
        codecs = List.copyOf(codecs);
        digestAlgorithms = List.copyOf(digestAlgorithms);
        trunks = List.copyOf(trunks);
        listeners = List.copyOf(listeners);
    }

    /**
     * Certificate and trust of SIP over TLS.
     *
     * @param port of TLS at {@code sip.bind}
     * @param certificate PEM file: the own certificate, then the intermediate ones
     * @param key PEM file of its private key
     * @param ca PEM file of the authorities that are trusted; empty for those of the platform
     * @param clientAuth whether peers show a certificate: none, optional or required
     */
    @Section(
            "SIP over TLS 1.2 and 1.3. With a certificate SIP listens for TLS; without, trunks over TLS are only called. Files are"
                    + " read again when they change and on SIGHUP; open connections stay.")
    public record Tls(
            @Key(
                            unit = "port",
                            why = "The registered port of SIP over TLS; 0 takes any free one.",
                            min = 0,
                            max = 65_535,
                            byDefault = "5061")
                    int port,
            @Key(
                            unit = "file",
                            why =
                                    "PEM: the certificate of this server first, then the intermediate ones. It names the hosts"
                                            + " that carriers call. Shown to carriers that are called, too, where they ask. A path"
                                            + " starts from the folder of this file.",
                            derived = "no listener of TLS",
                            example = "/etc/sidetone/fullchain.pem")
                    Optional<Path> certificate,
            @Key(
                            unit = "file",
                            why = "PEM: the private key of that certificate, RSA or EC, PKCS#8 without a password.",
                            derived = "no listener of TLS",
                            example = "/etc/sidetone/privkey.pem")
                    Optional<Path> key,
            @Key(
                            unit = "file",
                            why =
                                    "PEM: the authorities whose certificates are believed, of carriers that are called and of"
                                            + " peers that show one. It replaces those of the platform.",
                            derived = "the authorities of the platform",
                            example = "/etc/sidetone/carrier-ca.pem")
                    Optional<Path> ca,
            @Key(
                            why =
                                    "Whether peers that connect show a certificate of sip.tls.ca: none asks for none; optional"
                                            + " refuses a wrong one; required refuses those without. It does not say who may call: that"
                                            + " stays with sip.trunks.",
                            words = {"none", "optional", "required"},
                            byDefault = "none")
                    String clientAuth) {
        /** Returns whether SIP can take connections over TLS. */
        public boolean on() {
            return certificate.isPresent() && key.isPresent();
        }
    }

    /**
     * A socket of SIP.
     *
     * @param transport udp, tcp or tls
     * @param bind its address
     * @param port 0 = any free one
     * @param advertise host for Contact and Via, with a port where it is another one
     */
    public record Listener(
            @Key(
                            why = "What it speaks; tls needs sip.tls.certificate and sip.tls.key.",
                            words = {"udp", "tcp", "tls"},
                            mandatory = true,
                            example = "udp")
                    String transport,
            @Key(unit = "address", why = "Where it listens.", mandatory = true, example = "203.0.113.10")
                    IpAddress bind,
            @Key(
                            unit = "port",
                            why = "The registered port of the transport; 0 takes any free one.",
                            min = 0,
                            max = 65_535,
                            derived = "5060, with tls 5061",
                            example = "5060")
                    int port,
            @Rule(SipHost.Form.class)
                    @Key(
                            unit = "host",
                            why = "As sip.advertise, for this listener.",
                            derived = "sip.advertise, else the address of bind",
                            example = "sip.example.com")
                    String advertise) {
        /** Returns whether it speaks TLS. */
        public boolean tls() {
            return transport.equals("tls");
        }

        /** Returns whether the advertised address is a name, which media cannot be sent to. */
        boolean named() {
            return advertisedHost().filter(host -> host.address() == null).isPresent();
        }

        /** Returns whether the advertised address is a wildcard. */
        boolean unanswerable() {
            return advertisedHost().filter(SipHost::wildcard).isPresent();
        }

        /** Empty for what is wrong, which was reported. */
        private Optional<SipHost> advertisedHost() {
            try {
                return Optional.of(SipHost.parse(advertise));
            } catch (BadValueException reported) {
                return Optional.empty();
            }
        }

        /** Returns the address that is advertised to peers; the port is 0 where it is that of the listener. */
        public SipHost advertised() {
            return advertisedHost().orElseThrow();
        }
    }

    /** Returns every socket: the listeners, or what bind, port and tls stand for. */
    public List<Listener> sockets() {
        if (!listeners.isEmpty()) {
            return listeners;
        }
        List<Listener> sockets = new ArrayList<>();
        sockets.add(new Listener("udp", bind, port, advertise));
        sockets.add(new Listener("tcp", bind, port, advertise));
        if (tls.on()) {
            sockets.add(new Listener("tls", bind, tls.port(), advertise));
        }
        return sockets;
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
     * @param to where it is reached
     * @param username with {@code to} ours, else the peer's
     * @param password of that user
     * @param realm whose challenges are answered; without {@code to} what the peer is asked for
     * @param fromDomain host of our own address, From and To of REGISTER among others
     * @param outboundProxy where requests are sent instead of to
     * @param register whether to register there
     * @param bulkNumbers whether the registration is for all numbers of the account (RFC 6140)
     * @param optionsInterval how often it is asked whether it is there; zero for never
     * @param callerId who calls over it seem to come from
     * @param identity how calls say so besides From: from, preferred or asserted
     * @param maxCalls calls at the same time, in both directions
     * @param callsPerSecond how fast calls are placed
     * @param onCall who is asked about its calls while they ring, before the agent's own is
     * @param numbers how its peers write numbers
     * @param headers headers of our INVITEs and answers, by name
     * @param dtmf how digits come: auto, rfc4733 or in-band
     * @param answer when calls are answered: at-once or after-greeting
     * @param sessionTimer how long a call may go without a refresh, as we ask for it; zero for not at all
     * @param transfer how calls are handed on
     * @param acceptRefer whether a peer may have us call somebody by REFER
     */
    public record Trunk(
            @Key(unit = "name", why = "Names the trunk in logs and metrics.", mandatory = true, example = "carrier")
                    String name,
            @Key(
                            unit = "address blocks",
                            why =
                                    "Addresses that the carrier signals from. The addresses that to leads to count as well."
                                            + " May be left out with to, or where the peer proves by username and password who it"
                                            + " is.",
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
                            words = {"OPUS", "G722", "PCMU", "PCMA"},
                            derived = "sip.codecs",
                            example = "[PCMA, PCMU]")
                    List<String> codecs,
            @Key(
                            why =
                                    "Whether media is encrypted (SRTP, keys in the SDP: RFC 4568). off refuses RTP/SAVP with"
                                            + " 488; optional encrypts where the caller offers keys, in RTP/SAVP or RTP/AVP; required"
                                            + " refuses calls without keys with 488.",
                            words = {"off", "optional", "required"},
                            derived = "sip.srtp",
                            example = "required")
                    String srtp,
            @Key(
                            why =
                                    "Sends and takes the keys of SRTP over UDP and TCP, too. Everybody on the way can read"
                                            + " them there: only inside a tunnel or a closed network. Otherwise keys go over TLS"
                                            + " alone, and a call over UDP or TCP cannot be encrypted.",
                            derived = "sip.srtp-over-plain-signalling",
                            example = "false")
                    boolean srtpOverPlainSignalling,
            @Rule(SipPeerUri.class)
                    @Key(
                            unit = "SIP URI",
                            why =
                                    "Where the carrier is reached: for OPTIONS and REGISTER. A name without a port is found"
                                            + " by NAPTR and SRV (RFC 3263), with failover.",
                            example = "sip:sip.example.com;transport=tcp")
                    Optional<String> to,
            @Key(
                            unit = "name",
                            why =
                                    "With to, who we are when the carrier asks (401, 407). Without it, who the peer is: then"
                                            + " everybody whom no trunk lists, this machine included, has to show the password of a"
                                            + " trunk for each call.",
                            example = "4930123456")
                    Optional<String> username,
            @Key(
                            unit = "secret",
                            why = "The password of username. Keep it out of this file: ${NAME} reads a variable,"
                                    + " ${file:PATH} a file.",
                            example = "${file:/etc/sidetone/carrier-password}")
                    Optional<Secret> password,
            @Key(
                            unit = "text",
                            why =
                                    "With to, the only realm whose challenges are answered; left out, any. Without to, what the"
                                            + " peer is asked for, sidetone if left out; the same for all such trunks, because who"
                                            + " asks is not known yet.",
                            example = "sip.example.com")
                    Optional<String> realm,
            @Key(
                            unit = "host name or address",
                            why = "Host of our own address at the carrier, as in sip:USERNAME@FROM-DOMAIN, and of the"
                                    + " registrar that REGISTER names.",
                            derived = "sip.advertise without username, else the host of to",
                            example = "sip.example.com")
                    String fromDomain,
            @Rule(SipPeerUri.class)
                    @Key(
                            unit = "SIP URI",
                            why =
                                    "Where requests for the carrier are sent instead of to, with a Route that names it. A name"
                                            + " is found as that of to.",
                            example = "sip:proxy.example.com")
                    Optional<String> outboundProxy,
            @Key(
                            why =
                                    "Registers at to and keeps the registration, so that the carrier sends calls here. Needs"
                                            + " username.",
                            byDefault = "false")
                    boolean register,
            @Key(
                            why =
                                    "Registers all numbers of the account at once (RFC 6140, SIPconnect), instead of one user.",
                            byDefault = "false")
                    boolean bulkNumbers,
            @Key(
                            why =
                                    "How often the carrier at to is asked by OPTIONS whether it is there; 0s never asks. Three"
                                            + " requests without an answer, one after the other, count as down.",
                            min = 0,
                            max = 3_600_000,
                            byDefault = "30s")
                    Duration optionsInterval,
            @Key(
                            unit = "number or name",
                            why = "Who calls that go out over this trunk seem to come from, unless POST /api/calls says"
                                    + " it: user part of From.",
                            derived = "username, else sidetone",
                            example = "+4930123456")
                    String callerId,
            @Key(
                            why =
                                    "How a call out says besides From who calls: preferred writes P-Preferred-Identity, for carriers"
                                            + " that check it; asserted writes P-Asserted-Identity, for carriers that trust this server"
                                            + " (RFC 3325). Anything else, Diversion say, is one of headers.",
                            words = {"from", "preferred", "asserted"},
                            byDefault = "from")
                    String identity,
            @Key(
                            unit = "calls",
                            why =
                                    "Calls over this trunk at the same time, in both directions. The next INVITE is answered"
                                            + " 503 with Retry-After, the next POST /api/calls 503.",
                            min = 1,
                            max = 20_000,
                            derived = "limits.max-calls",
                            example = "30")
                    int maxCalls,
            @Key(
                            unit = "calls per second",
                            why =
                                    "How fast calls are placed over this trunk; a faster POST /api/calls is answered 429.",
                            min = 1,
                            max = 1_000,
                            byDefault = "10")
                    int callsPerSecond,
            OnCallConfig onCall,
            Numbers numbers,
            @Key(
                            unit = "names and texts",
                            why =
                                    "Headers of INVITEs to it, and of the 200 to its INVITE. Those that the SIP stack writes itself (Via,"
                                            + " Contact, From and such) are refused.",
                            derived = "none",
                            example = "{X-Tenant: example}")
                    Map<String, String> headers,
            @Key(
                            why = "How callers' digits come, besides INFO: auto takes telephone events (RFC 4733), and"
                                    + " hears the tones in the sound of a call that has none; rfc4733 never listens for"
                                    + " tones; in-band agrees on no telephone events and hears tones alone, for carriers"
                                    + " that agree on events and send none.",
                            words = {"auto", "rfc4733", "in-band"},
                            byDefault = "auto")
                    String dtmf,
            @Key(
                            why =
                                    "When calls are answered: at-once, when the agent is ready; after-greeting lets callers hear"
                                            + " the greeting as early media (183) and answers when it is over, or when the caller"
                                            + " speaks into it. Until then nobody pays for the call, and some carriers pass no"
                                            + " sound on.",
                            words = {"at-once", "after-greeting"},
                            byDefault = "at-once")
                    String answer,
            @Key(
                            why =
                                    "How long a call may go without a refresh before both sides take it for lost (RFC 4028), as"
                                            + " calls of this trunk are told; at least 90s. 0s: only what the carrier asks for, which"
                                            + " always holds.",
                            min = 0,
                            max = 86_400_000,
                            byDefault = "0s")
                    Duration sessionTimer,
            @Key(
                            why =
                                    "How calls are handed on. refer: the carrier is asked (REFER). bridge: this server calls the"
                                            + " target itself and joins the two lines; both stay here until one side hangs up."
                                            + " auto: refer, and bridge where the carrier refuses REFER and outbound.allow"
                                            + " lists the target.",
                            words = {"auto", "refer", "bridge"},
                            byDefault = "auto")
                    String transfer,
            @Key(
                            why =
                                    "Whether a peer may have our side of a call moved by REFER: this server then calls whom it"
                                            + " names, over this trunk (to) and only where outbound.allow lists it, and the agent"
                                            + " goes on with who answers. Otherwise 603.",
                            byDefault = "false")
                    boolean acceptRefer) {
        /** Copies the lists. */
        public Trunk {
            from = List.copyOf(from);
            mediaNetworks = List.copyOf(mediaNetworks);
            codecs = List.copyOf(codecs);
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        }

        /** Returns what the peer is asked for where {@link #asksForPassword}. */
        public String askedRealm() {
            return realm.orElse(USUAL_REALM);
        }

        /** Returns whether the peer proves by a password who it is, instead of us to it. */
        public boolean asksForPassword() {
            return to.isEmpty() && username.isPresent() && password.isPresent();
        }
    }

    /**
     * Form in which numbers are written.
     *
     * @param country of numbers that do not name one, or empty
     * @param nationalPrefix digits before national numbers
     * @param internationalPrefix digits in place of the +
     * @param bare what a long number without any prefix is: as-is, national or international
     */
    @Section("How the carrier writes numbers, so that caller and called are +49… whatever it sends.")
    public record Numbers(
            @Key(
                            unit = "+ and digits",
                            why = "Country of numbers that name none. Without it only numbers with a + are known to be"
                                    + " complete, and all others stay as they come.",
                            example = "\"+49\"")
                    String country,
            @Key(
                            unit = "digits",
                            why =
                                    "What stands before a national number and does not belong to it: 0 in most of Europe, 1 in"
                                            + " North America.",
                            example = "\"0\"")
                    String nationalPrefix,
            @Key(
                            unit = "digits",
                            why = "What stands for the +: 00 in most of Europe, 011 in North America.",
                            example = "\"00\"")
                    String internationalPrefix,
            @Key(
                            why =
                                    "What a number of 7 digits or more with neither is: national lacks the country, international"
                                            + " begins with it. Shorter ones are extensions and stay as they are.",
                            words = {"as-is", "national", "international"},
                            byDefault = "as-is")
                    String bare) {
        /** Returns the plan by which numbers are read. */
        public NumberPlan plan() {
            return new NumberPlan(
                    country,
                    nationalPrefix,
                    internationalPrefix,
                    NumberPlan.Bare.valueOf(bare.toUpperCase(Locale.ROOT).replace('-', '_')));
        }
    }

    /** Returns whether those whom no trunk lists are asked for a password. */
    public boolean asksForPassword() {
        return trunks.stream().anyMatch(Trunk::asksForPassword);
    }
}
