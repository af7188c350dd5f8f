package io.sidetone.bench.scale;

import java.util.Locale;

/** Arms of the comparison. */
enum Arm {
    /**
     * The shipped server with mock engines. A packet pair is a packet of a caller that the server has received, heard and
     * brought before the call, and a packet of the agent that it has made and sent to the same caller.
     */
    SIDETONE,
    /** Another process of it, whose calls share a port ({@code rtp.shared-port}). */
    ONEPORT,
    /**
     * rtpengine in user space. A packet pair is one packet that it has received from a caller and sent on to the far end,
     * which only listens: so as many packets come in and go out as with the others.
     */
    RTPENGINE,
    /**
     * Netty with nothing above it. A packet pair is one packet that was received and sent back as it is.
     */
    ECHO,
    /** The shipped server, called by media streams. A packet pair is a message with 20 ms from the caller, and one to him. */
    STREAM,

    /** An agent of Node's package ws with an energy detector, called by the same streams. */
    NODE,

    /** The shipped server once more, the same process: how far it differs from itself is what the machine does. */
    AGAIN;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
