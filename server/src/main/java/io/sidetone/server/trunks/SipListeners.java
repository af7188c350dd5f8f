package io.sidetone.server.trunks;

import io.sidetone.config.SipConfig;
import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.SipHost;
import io.sidetone.config.value.SipPeerUri;
import io.sidetone.transport.sip.endpoint.ListeningPoint;
import io.sidetone.transport.sip.endpoint.SipTransport;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Listeners of SIP, in the terms of the SIP stack. */
public final class SipListeners {
    private SipListeners() {}

    /** Returns the listeners of a configuration; with trunks over TLS also where those are called from. */
    public static List<ListeningPoint> of(SipConfig config) {
        return points(config, false);
    }

    /** Returns the same on free ports, so that they can be opened beside a running server. */
    static List<ListeningPoint> onFreePorts(SipConfig config) {
        return points(config, true);
    }

    /** Returns whether anything speaks TLS. */
    public static boolean encrypted(List<ListeningPoint> points) {
        return points.stream().anyMatch(point -> point.transport().encrypted());
    }

    private static List<ListeningPoint> points(SipConfig config, boolean freePorts) {
        List<ListeningPoint> points = new ArrayList<>();
        for (SipConfig.Listener socket : config.sockets()) {
            SipHost told = socket.advertised();
            InetSocketAddress address =
                    new InetSocketAddress(socket.bind().toInetAddress(), freePorts ? 0 : socket.port());
            points.add(new ListeningPoint(SipTransport.of(socket.transport()), address)
                    .advertised(told.host(), freePorts ? 0 : told.port()));
        }
        if (!encrypted(points) && callsOverTls(config)) {
            dialling(config, points);
        }
        return points;
    }

    private static boolean callsOverTls(SipConfig config) {
        return config.trunks().stream().anyMatch(trunk -> trunk.to()
                .filter(to -> "tls".equals(SipPeerUri.transport(to)))
                .isPresent());
    }

    /** Without a certificate nobody connects to us, and carriers that we register at call over our connection. */
    private static void dialling(SipConfig config, List<ListeningPoint> points) {
        Set<IpAddress> addresses = new HashSet<>();
        for (SipConfig.Listener socket : config.sockets()) {
            if (addresses.add(socket.bind())) {
                points.add(
                        ListeningPoint.dialling(SipTransport.TLS, socket.bind().toInetAddress())
                                .advertised(socket.advertised().host(), 0));
            }
        }
    }
}
