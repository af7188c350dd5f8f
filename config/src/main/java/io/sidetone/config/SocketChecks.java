package io.sidetone.config;

import io.sidetone.config.SipConfig.Listener;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.Values;
import io.sidetone.config.value.IpAddress;
import java.util.List;

/** Rules about where SIP listens, and its certificate. Leaves alone what was found wrong already. */
final class SocketChecks {
    private final SipConfig sip;
    private final Values values;
    private final Problems problems;
    private final boolean listed;

    SocketChecks(SipConfig sip, Values values, Problems problems) {
        this.sip = sip;
        this.values = values;
        this.problems = problems;
        this.listed = !sip.listeners().isEmpty();
    }

    void run() {
        if (values.invalid("sip.listeners")) {
            return;
        }
        certificate();
        shortForm();
        List<Listener> sockets = sip.sockets();
        for (int i = 0; i < sockets.size(); i++) {
            if (!wrong(i)) {
                reachable(sockets.get(i), i);
                encrypted(sockets.get(i), i);
                for (int before = 0; before < i; before++) {
                    if (!wrong(before) && collide(sockets.get(before), sockets.get(i))) {
                        add(
                                path(i, "port"),
                                text(sockets.get(i)) + " cannot be had beside " + text(sockets.get(before)),
                                "give one of them another address or port; :: stands for 0.0.0.0 as well");
                    }
                }
            }
        }
    }

    private boolean wrong(int index) {
        String at = "sip.listeners[" + index + "]";
        return listed
                ? sip.listeners().get(index).bind() == null
                        || sip.listeners().get(index).transport().isEmpty()
                        || values.invalid(at + ".bind")
                        || values.invalid(at + ".port")
                : values.invalid("sip.bind");
    }

    /** The key of a socket; the short form has one for all of them. */
    private String path(int index, String key) {
        if (listed) {
            return "sip.listeners[" + index + "]." + key;
        }
        boolean tls = key.equals("port") && sip.sockets().get(index).tls();
        return tls ? "sip.tls.port" : "sip." + key;
    }

    private static String text(Listener socket) {
        return socket.transport() + " " + socket.bind() + " port " + socket.port();
    }

    private void shortForm() {
        for (String key : List.of("sip.bind", "sip.port", "sip.tls.port")) {
            if (listed && values.given(key)) {
                add(key, "is given beside sip.listeners, which say it themselves", "remove one of the two");
            }
        }
    }

    private void certificate() {
        SipConfig.Tls tls = sip.tls();
        if (tls.certificate().isPresent() != tls.key().isPresent()) {
            String missing = tls.certificate().isPresent() ? "key" : "certificate";
            String there = tls.certificate().isPresent() ? "certificate" : "key";
            add("sip.tls." + missing, "is missing beside sip.tls." + there, "give both, or neither");
        }
        if (!tls.clientAuth().equals("none") && tls.ca().isEmpty() && !values.invalid("sip.tls.ca")) {
            add(
                    "sip.tls.client-auth",
                    "'" + tls.clientAuth() + "' takes certificates of peers, and nothing says whose",
                    "set sip.tls.ca to the file of their authority");
        }
    }

    /** The three sockets of the short form share what is said of their address. */
    private void reachable(Listener socket, int index) {
        if (!listed && index > 0) {
            return;
        }
        boolean trunksGiven = !sip.trunks().isEmpty() || values.invalid("sip.trunks");
        if (!socket.bind().loopback() && !trunksGiven && !sip.allowAnyone()) {
            add(
                    path(index, "bind"),
                    socket.bind() + " can be reached from outside and no trunk says who may call",
                    "list the carrier's addresses in sip.trunks, or bind 127.0.0.1, or set sip.allow-anyone: true");
        }
        String advertise = path(index, "advertise");
        boolean given = values.given(advertise) || values.given("sip.advertise");
        if (values.invalid(advertise) || values.invalid("sip.advertise")) {
            return;
        }
        if (socket.bind().wildcard() && !given) {
            add(
                    advertise,
                    "is missing while " + path(index, "bind") + " is " + socket.bind()
                            + ", an address that cannot be answered to",
                    "set it to the host name or address that the carrier reaches");
        } else if (given && socket.unanswerable()) {
            add(advertise, socket.advertise() + " is no address that one can answer to", "set a single address");
        }
    }

    private void encrypted(Listener socket, int index) {
        boolean files = values.invalid("sip.tls.certificate") || values.invalid("sip.tls.key");
        if (listed && socket.tls() && !sip.tls().on() && !files) {
            add(
                    path(index, "transport"),
                    "is tls, and there is no certificate to show",
                    "set sip.tls.certificate and sip.tls.key");
        }
    }

    private static boolean collide(Listener one, Listener other) {
        boolean sameKind = one.transport().equals("udp") == other.transport().equals("udp");
        return sameKind && one.port() != 0 && one.port() == other.port() && overlap(one.bind(), other.bind());
    }

    private static boolean overlap(IpAddress one, IpAddress other) {
        return one.equals(other) || covers(one, other) || covers(other, one);
    }

    /** A socket of every IPv6 address takes those of IPv4, too. */
    private static boolean covers(IpAddress all, IpAddress other) {
        return all.wildcard() && (all.bytes().length == 16 || other.bytes().length == 4);
    }

    private void add(String path, String problem, String remedy) {
        problems.add(path, problem, remedy);
    }
}
