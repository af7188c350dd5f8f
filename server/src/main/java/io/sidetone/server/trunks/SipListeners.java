package io.sidetone.server.trunks;

import io.sidetone.config.SipConfig;
import io.sidetone.transport.sip.endpoint.ListeningPoint;
import java.net.InetSocketAddress;
import java.util.List;

/** Where SIP listens, in the terms of the SIP stack. */
public final class SipListeners {
    private SipListeners() {}

    /** Returns the listeners of a configuration. */
    public static List<ListeningPoint> of(SipConfig config) {
        return points(config, config.port());
    }

    /** Returns the same on free ports, so that they can be opened beside a running server. */
    static List<ListeningPoint> onFreePorts(SipConfig config) {
        return points(config, 0);
    }

    private static List<ListeningPoint> points(SipConfig config, int port) {
        String host = config.advertise() == null ? null : config.advertise().toString();
        return ListeningPoint.plain(new InetSocketAddress(config.bind().toInetAddress(), port)).stream()
                .map(point -> point.advertised(host, 0))
                .toList();
    }
}
