package io.sidetone.config;

import io.sidetone.config.SipConfig.Numbers;
import io.sidetone.config.SipConfig.Trunk;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.SipPeerUri;
import io.sidetone.core.control.ExtraHeaders;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules about the trunks. Leaves alone what was found wrong already. */
final class TrunkChecks {
    private static final int SHORTEST_SESSION_S = 90;

    private final SipConfig sip;
    private final Values values;
    private final Problems problems;
    private final Set<String> names = new HashSet<>();
    private final Map<String, String> users = new HashMap<>();
    private String realm;

    TrunkChecks(SipConfig sip, Values values, Problems problems) {
        this.sip = sip;
        this.values = values;
        this.problems = problems;
    }

    void run() {
        List<Trunk> trunks = sip.trunks();
        if (trunks.stream().allMatch(trunk -> trunk.srtp().equals("off"))) {
            srtp("sip", sip.srtp(), sip.srtpOverPlainSignalling());
        }
        for (int i = 0; i < trunks.size(); i++) {
            Trunk trunk = trunks.get(i);
            String path = "sip.trunks[" + i + "]";
            name(trunk, path);
            sources(trunk, path);
            account(trunk, path);
            registration(trunk, path);
            reach(trunk, path);
            if (trunk.asksForPassword()) {
                peer(trunk, path);
            }
            srtp(path, trunk.srtp(), trunk.srtpOverPlainSignalling());
            numbers(trunk.numbers(), path + ".numbers");
            new OnCallChecks(values, problems).run(trunk.onCall(), path + ".on-call");
            long sessionSeconds = trunk.sessionTimer().toSeconds();
            if (!trunk.sessionTimer().isZero() && sessionSeconds < SHORTEST_SESSION_S) {
                add(
                        path + ".session-timer",
                        "'" + sessionSeconds + "s' is shorter than RFC 4028 allows",
                        "use 90s or more, usually 1800s, or 0s for none");
            }
            ExtraHeaders.problem(trunk.headers())
                    .map(problem -> problem.split("; ", 2))
                    .ifPresent(problem -> add(path + ".headers", problem[0], problem[1]));
        }
    }

    private void name(Trunk trunk, String path) {
        if (!trunk.name().isEmpty() && !names.add(trunk.name())) {
            add(path + ".name", "'" + trunk.name() + "' names another trunk already", "give each trunk its own name");
        }
    }

    private void sources(Trunk trunk, String path) {
        boolean reached = trunk.to().isPresent() || values.invalid(path + ".to");
        boolean proven = trunk.username().isPresent() || values.invalid(path + ".username");
        if (trunk.from().isEmpty() && !values.invalid(path + ".from") && !reached && !proven) {
            add(
                    path + ".from",
                    values.given(path + ".from") ? "is empty" : "is missing",
                    "list the addresses that the carrier signals from, or say by to where it is, or by username and"
                            + " password who it is");
        }
        if (!trunk.mediaNetworks().isEmpty() && !trunk.nat()) {
            add(
                    path + ".media-networks",
                    "is given without nat: true, so that media is taken from the SDP or signalling address alone",
                    "set " + path + ".nat: true, or leave media-networks out");
        }
        if (!sip.allowAnyone() && trunk.from().stream().anyMatch(block -> block.prefixBits() == 0)) {
            add(
                    path + ".from",
                    "holds a block of every address",
                    "list the carrier's addresses, or say so with sip.allow-anyone: true");
        }
    }

    private void account(Trunk trunk, String path) {
        if (trunk.username().isPresent() != trunk.password().isPresent()) {
            String missing = path + (trunk.username().isPresent() ? ".password" : ".username");
            String given = path + (trunk.username().isPresent() ? ".username" : ".password");
            if (!values.invalid(missing) && !values.given(missing)) {
                add(missing, "is missing while " + given + " is given", "give both, or neither");
            }
        }
        trunk.username()
                .filter(name -> name.isEmpty() || name.chars().anyMatch(c -> c < 0x20 || c == 0x7f))
                .ifPresent(name -> add(
                        path + ".username",
                        "is empty or holds a control character",
                        "write the name the carrier gave"));
        if (trunk.realm().isPresent() && trunk.username().isEmpty() && !values.invalid(path + ".username")) {
            add(path + ".realm", "is given without username, so that nobody is asked", "set username, or remove it");
        }
    }

    private void registration(Trunk trunk, String path) {
        if (trunk.outboundProxy().isPresent() && trunk.to().isEmpty() && !values.invalid(path + ".to")) {
            add(path + ".outbound-proxy", "is given without to", "set to to the SIP URI of the carrier");
        }
        if (trunk.register() && trunk.to().isEmpty() && !values.invalid(path + ".to")) {
            add(path + ".register", "is true without to", "set to to the SIP URI of the registrar");
        }
        if (trunk.register() && trunk.username().isEmpty() && !values.invalid(path + ".username")) {
            add(path + ".register", "is true without username", "set username to the name the carrier gave");
        }
        if (trunk.bulkNumbers() && !trunk.register()) {
            add(path + ".bulk-numbers", "is true without register", "set register: true, or remove it");
        }
    }

    /** A carrier over TLS that we register at calls over our connection; any other has to find a listener. */
    private void reach(Trunk trunk, String path) {
        if (trunk.to().isEmpty() || values.invalid(path + ".to") || values.invalid("sip.listeners")) {
            return;
        }
        String to = trunk.to().get();
        String wanted = SipPeerUri.transport(to);
        IpAddress literal = SipPeerUri.address(to);
        List<SipConfig.Listener> fitting = sip.sockets().stream()
                .filter(socket -> wanted == null || socket.transport().equals(wanted))
                .toList();
        boolean dialled = "tls".equals(wanted) && trunk.register();
        if (fitting.isEmpty() && !dialled) {
            add(
                    path + ".to",
                    "'" + to + "' needs a listener of " + wanted + ", and there is none",
                    "tls".equals(wanted)
                            ? "set sip.tls.certificate and sip.tls.key (and a listener of tls where sip.listeners are given)"
                            : "add one to sip.listeners, or write another transport");
        } else if (literal != null) {
            List<SipConfig.Listener> from = fitting.isEmpty() ? sip.sockets() : fitting;
            if (from.stream().noneMatch(socket -> reaches(socket, literal))) {
                String family = literal.bytes().length == 4 ? "IPv4" : "IPv6";
                add(
                        path + ".to",
                        "'" + to + "' is an address of " + family + ", and no listener "
                                + (wanted == null ? "" : "of " + wanted + " ") + "has one",
                        "add one to sip.listeners");
            }
        }
    }

    private static boolean reaches(SipConfig.Listener socket, IpAddress peer) {
        IpAddress here = socket.bind();
        return here == null
                || here.bytes().length == peer.bytes().length
                || here.wildcard() && here.bytes().length == 16;
    }

    private void peer(Trunk trunk, String path) {
        if (sip.allowAnyone()) {
            add(
                    "sip.allow-anyone",
                    "takes calls of everybody, and the password of " + path + " is asked of nobody",
                    "remove one of the two");
        }
        String other = users.put(trunk.username().orElseThrow(), path);
        if (other != null) {
            add(path + ".username", "is that of " + other + ", too", "give each peer its own");
        }
        String own = trunk.askedRealm();
        if (own.isEmpty() || own.chars().anyMatch(c -> c < 0x20 || c > 0x7e || c == '"' || c == '\\')) {
            add(
                    path + ".realm",
                    "is empty, or holds a quote, a backslash or what is not ASCII",
                    "write a host name, or leave it out for " + SipConfig.USUAL_REALM);
        } else if (realm != null && !realm.equals(own)) {
            add(
                    path + ".realm",
                    "'" + own + "' differs from '" + realm + "' of another trunk, and who asks is not known when he is"
                            + " asked for a password",
                    "give all trunks that have username without to the same realm");
        }
        realm = realm == null ? own : realm;
    }

    private void srtp(String path, String srtp, boolean overPlainSignalling) {
        // What a trunk takes over from sip is no mistake of its own.
        boolean said = values.given(path + ".srtp-over-plain-signalling");
        if (said && overPlainSignalling && srtp.equals("off")) {
            add(
                    path + ".srtp-over-plain-signalling",
                    "is given while " + path + ".srtp is off, so that there are no keys",
                    "set " + path + ".srtp to optional or required, or leave srtp-over-plain-signalling out");
        }
    }

    private void numbers(Numbers numbers, String path) {
        String country = numbers.country();
        if (!country.isEmpty() && !country.matches("\\+[1-9][0-9]{0,2}")) {
            add(path + ".country", "'" + country + "' is no country code", "write + and one to three digits, \"+49\"");
        }
        prefix(numbers.nationalPrefix(), path + ".national-prefix", country);
        prefix(numbers.internationalPrefix(), path + ".international-prefix", country);
        if (country.isEmpty() && !numbers.bare().equals("as-is")) {
            add(path + ".bare", "is given without country", "set " + path + ".country, or leave bare out");
        }
    }

    private void prefix(String prefix, String path, String country) {
        if (!prefix.isEmpty() && !prefix.matches("[0-9]{1,5}")) {
            add(path, "'" + prefix + "' is no prefix", "write one to five digits, in quotes");
        } else if (!prefix.isEmpty() && country.isEmpty()) {
            add(path, "is given without country", "set country beside it, or remove it");
        }
    }

    private void add(String path, String problem, String remedy) {
        problems.add(path, problem, remedy);
    }
}
