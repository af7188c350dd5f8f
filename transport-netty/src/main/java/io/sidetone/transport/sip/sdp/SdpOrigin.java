package io.sidetone.transport.sip.sdp;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;

/**
 * The {@code o=} line (RFC 4566 section 5.2). Two descriptions with equal origins are the same description.
 *
 * @param username {@code -} when there is none
 * @param sessionId constant for the session; decimal digits, kept as text
 * @param version grows with every change; decimal digits, kept as text
 * @param addressType {@code IP4} or {@code IP6}
 * @param address address or name of the creator
 */
public record SdpOrigin(String username, String sessionId, String version, String addressType, String address) {
    /** An origin of our own. */
    public static SdpOrigin of(long sessionId, long version, InetAddress address) {
        return new SdpOrigin(
                "-",
                Long.toUnsignedString(sessionId),
                Long.toUnsignedString(version),
                address instanceof Inet6Address ? "IP6" : "IP4",
                SdpConnection.numeric(address));
    }

    /** Reads leniently: the last five fields count from the end, because user names with blanks occur. */
    static SdpOrigin parse(String value) {
        List<String> fields = SdpParser.fields(value, 64);
        int n = fields.size();
        if (n < 5) {
            return new SdpOrigin(value, "", "", "IP4", "");
        }
        String username = n == 5 ? "-" : String.join(" ", fields.subList(0, n - 5));
        return new SdpOrigin(username, fields.get(n - 5), fields.get(n - 4), fields.get(n - 2), fields.get(n - 1));
    }

    void appendTo(StringBuilder out) {
        out.append("o=")
                .append(username)
                .append(' ')
                .append(sessionId)
                .append(' ')
                .append(version);
        out.append(" IN ").append(addressType).append(' ').append(address).append("\r\n");
    }
}
