package io.sidetone.transport.sip.sdp;

/**
 * One {@code a=} line.
 *
 * @param name before the colon
 * @param value after the colon; null when there is none
 */
public record SdpAttribute(String name, String value) {
    /** {@code a=name}. */
    public static SdpAttribute flag(String name) {
        return new SdpAttribute(name, null);
    }

    static SdpAttribute parse(String text) {
        int colon = text.indexOf(':');
        return colon < 0
                ? new SdpAttribute(text.strip(), null)
                : new SdpAttribute(
                        text.substring(0, colon).strip(),
                        text.substring(colon + 1).strip());
    }

    void appendTo(StringBuilder out) {
        out.append("a=").append(name);
        if (value != null) {
            out.append(':').append(value);
        }
        out.append("\r\n");
    }
}
