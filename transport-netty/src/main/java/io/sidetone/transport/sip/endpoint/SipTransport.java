package io.sidetone.transport.sip.endpoint;

/** The transports of SIP (RFC 3261 section 18). */
public enum SipTransport {
    UDP(false),
    TCP(true);

    private final boolean reliable;

    SipTransport(boolean reliable) {
        this.reliable = reliable;
    }

    /** True when messages are not lost in between, so that timers A, E and G do not run. */
    public boolean isReliable() {
        return reliable;
    }
}
