package io.sidetone.transport.sip.sdp;

import java.util.regex.Pattern;

/**
 * One {@code a=} line.
 *
 * @param name before the colon
 * @param value after the colon; null when there is none
 */
public record SdpAttribute(String name, String value) {
    private static final Pattern INLINE_KEY = Pattern.compile("(?i)inline:[^\\s|]+");

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

    /** The line as people may see it: without keys. */
    @Override
    public String toString() {
        return "a=" + name + (value == null ? "" : ":" + withoutKeys(value));
    }

    static String withoutKeys(String text) {
        return INLINE_KEY.matcher(text).replaceAll("inline:***");
    }

    void appendTo(StringBuilder out) {
        out.append("a=").append(name);
        if (value != null) {
            out.append(':').append(value);
        }
        out.append("\r\n");
    }
}
