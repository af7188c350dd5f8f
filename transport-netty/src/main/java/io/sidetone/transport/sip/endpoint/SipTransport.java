package io.sidetone.transport.sip.endpoint;

import io.sidetone.transport.sip.message.SipUri;
import java.util.Locale;

/** The transports of SIP (RFC 3261 section 18, RFC 5630 for TLS). */
public enum SipTransport {
    UDP(false, 5060),
    TCP(true, 5060),
    TLS(true, 5061);

    private final boolean reliable;
    private final int defaultPort;

    SipTransport(boolean reliable, int defaultPort) {
        this.reliable = reliable;
        this.defaultPort = defaultPort;
    }

    /** True when messages are not lost in between, so that timers A, E and G do not run. */
    public boolean isReliable() {
        return reliable;
    }

    /** The port where none is written. */
    public int defaultPort() {
        return defaultPort;
    }

    /** The name in URI parameters: {@code tls}. */
    public String parameter() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The transport to {@code uri}: TLS for {@code sips} and {@code transport=tls}, else the one it names, else {@code usual}.
     * What came over TLS never leaves it.
     *
     * @param usual the transport of the peer's last message
     */
    public static SipTransport towards(SipUri uri, SipTransport usual) {
        if (usual == TLS || uri.scheme().equals("sips")) {
            return TLS;
        }
        for (SipTransport each : values()) {
            if (each.parameter().equals(uri.transport())) {
                return each;
            }
        }
        return usual;
    }
}
