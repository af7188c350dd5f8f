package io.sidetone.transport.rtp;

import java.io.IOException;

/** A call got no media port. The message names the range and a remedy. */
public final class RtpPortsException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean exhausted;

    private RtpPortsException(String message, Throwable cause) {
        super(message, cause);
        this.exhausted = cause == null;
    }

    /** Returns whether every pair was in use; that is counted and written to the log already, once a minute. */
    public boolean exhausted() {
        return exhausted;
    }

    static RtpPortsException exhausted(RtpSettings settings, RtpPorts ports) {
        return new RtpPortsException(
                "no free port pair in rtp.ports " + settings.lowPort() + "-" + settings.highPort() + ": all "
                        + ports.pairs() + " are in use; widen rtp.ports or lower limits.max-calls",
                null);
    }

    static RtpPortsException unbindable(RtpSettings settings, int attempts, Throwable cause) {
        return new RtpPortsException(
                "none of " + attempts + " port pairs of rtp.ports " + settings.lowPort() + "-" + settings.highPort()
                        + " could be bound at " + settings.bind().getHostAddress() + ": " + cause.getMessage()
                        + "; set rtp.bind to an address of this machine and rtp.ports to ports that no other program uses",
                cause);
    }
}
