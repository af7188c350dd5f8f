package io.sidetone.config.value;

import io.sidetone.config.problem.Problems;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Address at which a trunk is reached: a SIP URI of a host, without a user. No name is looked up. */
public final class SipPeerUri implements ValueRule<String, String> {
    private static final Pattern FORM = Pattern.compile(
            "(sips?):(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)(:([0-9]{1,5}))?"
                    + "(;transport=(udp|tcp|tls))?",
            Pattern.CASE_INSENSITIVE);
    private static final int MAX_PORT = 65_535;

    @Override
    public String apply(String uri, String path, Problems problems) {
        Matcher parts = FORM.matcher(uri);
        if (!parts.matches() || parts.group(5) != null && Integer.parseInt(parts.group(5)) > MAX_PORT) {
            problems.add(
                    path,
                    "'" + uri + "' is no SIP URI of a host",
                    "write it like sip:sip.example.com or sip:192.0.2.7:5060;transport=tcp, with transport udp, tcp or"
                            + " tls and without a user");
        } else if (parts.group(1).equalsIgnoreCase("sips") && "udp".equalsIgnoreCase(parts.group(7))) {
            problems.add(path, "'" + uri + "' asks for encryption over UDP", "write sip:, or leave transport out");
        }
        return uri;
    }

    /** Returns the transport that a URI of this form asks for, null where any will do. */
    public static String transport(String uri) {
        Matcher parts = FORM.matcher(uri);
        if (!parts.matches()) {
            return null;
        }
        String written = parts.group(7) == null ? null : parts.group(7).toLowerCase(Locale.ROOT);
        boolean secure = parts.group(1).equalsIgnoreCase("sips") && !"udp".equals(written);
        return secure ? "tls" : written;
    }

    /** Returns the host of a URI of this form as an address; null for a name. */
    public static IpAddress address(String uri) {
        String host = host(uri);
        try {
            return host.startsWith("[") || host.matches("[0-9.]+") ? IpAddress.parse(host) : null;
        } catch (BadValueException name) {
            return null;
        }
    }

    /** Returns the host of a URI of this form, IPv6 in brackets. */
    public static String host(String uri) {
        Matcher parts = FORM.matcher(uri);
        return parts.matches() ? parts.group(2) : "";
    }
}
