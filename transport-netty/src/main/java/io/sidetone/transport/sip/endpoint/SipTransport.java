package io.sidetone.transport.sip.endpoint;

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

    /** True when nobody on the way can read what is sent. */
    public boolean encrypted() {
        return this == TLS;
    }

    /** The port where none is written. */
    public int defaultPort() {
        return defaultPort;
    }

    /** The name in URI parameters: {@code tls}. */
    public String parameter() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the transport with this name in URI parameters; null for none. */
    public static SipTransport of(String parameter) {
        for (SipTransport each : values()) {
            if (each.parameter().equals(parameter)) {
                return each;
            }
        }
        return null;
    }
}
