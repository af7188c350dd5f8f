package io.sidetone.transport.capture;

/** Kinds of records in the ring of the tap. */
public enum WireKind {
    /** A SIP message, in plain. */
    SIP,
    /** A datagram on a media port, as it was on the wire. */
    MEDIA,
    /** A compound packet of RTCP, in plain. */
    REPORT;

    private static final WireKind[] ALL = values();

    /** Returns the number in the ring; it begins at 1. */
    int number() {
        return ordinal() + 1;
    }

    static WireKind of(int number) {
        return ALL[number - 1];
    }
}
