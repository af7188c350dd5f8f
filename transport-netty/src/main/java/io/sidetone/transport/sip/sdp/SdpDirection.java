package io.sidetone.transport.sip.sdp;

import java.util.List;

/** Direction of media from the view of whoever wrote the description (RFC 3264 section 5.1). */
public enum SdpDirection {
    SENDRECV("sendrecv", true, true),
    SENDONLY("sendonly", true, false),
    RECVONLY("recvonly", false, true),
    INACTIVE("inactive", false, false);

    private final String attribute;
    private final boolean sends;
    private final boolean receives;

    SdpDirection(String attribute, boolean sends, boolean receives) {
        this.attribute = attribute;
        this.sends = sends;
        this.receives = receives;
    }

    /** Name of the attribute. */
    public String attribute() {
        return attribute;
    }

    /** True when the writer sends. */
    public boolean sends() {
        return sends;
    }

    /** True when the writer receives. */
    public boolean receives() {
        return receives;
    }

    /** The same thing from the other side. */
    public SdpDirection reversed() {
        return of(receives, sends);
    }

    /** Returns what both directions allow, seen from the same side. */
    public SdpDirection and(SdpDirection other) {
        return of(sends && other.sends, receives && other.receives);
    }

    private static SdpDirection of(boolean sends, boolean receives) {
        if (sends) {
            return receives ? SENDRECV : SENDONLY;
        }
        return receives ? RECVONLY : INACTIVE;
    }

    /** The first direction among attributes, or null. */
    static SdpDirection of(List<SdpAttribute> attributes) {
        for (SdpAttribute attribute : attributes) {
            for (SdpDirection direction : values()) {
                if (attribute.value() == null && direction.attribute.equalsIgnoreCase(attribute.name())) {
                    return direction;
                }
            }
        }
        return null;
    }
}
