package io.sidetone.config.value;

import io.sidetone.config.problem.Problems;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Place at which peers reach a listener of SIP: a host name or an address, and a port where it is another one than that of the listener.
 * No name is looked up.
 *
 * @param host name, IPv4 address, or IPv6 address without brackets
 * @param port 0 for that of the listener
 */
public record SipHost(String host, int port) {
    private static final Pattern NAME = Pattern.compile(
            "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\\.?");
    private static final Pattern FORM = Pattern.compile("(\\[[^\\]]*\\]|[^:]*)(?::([0-9]{1,5}))?");
    private static final int MAX_PORT = 65_535;
    private static final int MAX_NAME = 253;

    /** The rule of a key that holds one. */
    public static final class Form implements ValueRule<String, String> {
        @Override
        public String apply(String text, String path, Problems problems) {
            try {
                parse(text);
            } catch (BadValueException bad) {
                problems.add(path, bad.getMessage(), bad.remedy());
            }
            return text;
        }
    }

    /** Parses {@code HOST}, {@code HOST:PORT} or an IPv6 address; with a port that stands in brackets. */
    public static SipHost parse(String text) throws BadValueException {
        boolean bareIpv6 = text.indexOf(':') != text.lastIndexOf(':') && !text.startsWith("[");
        Matcher parts = FORM.matcher(text);
        if (bareIpv6) {
            return new SipHost(IpAddress.parse(text).toString(), 0);
        }
        if (!parts.matches()) {
            throw bad(text);
        }
        int port = parts.group(2) == null ? 0 : Integer.parseInt(parts.group(2));
        String host = parts.group(1);
        if (port > MAX_PORT || parts.group(2) != null && port == 0) {
            throw bad(text);
        }
        boolean numeric = host.startsWith("[") || host.matches("[0-9.]+") || host.equals("localhost");
        if (numeric) {
            return new SipHost(IpAddress.parse(host).toString(), port);
        }
        if (host.length() > MAX_NAME || !NAME.matcher(host).matches()) {
            throw bad(text);
        }
        return new SipHost(host, port);
    }

    private static BadValueException bad(String text) {
        return new BadValueException(
                "'" + text + "' is no host name and no address",
                "write sip.example.com, 203.0.113.10 or [2001:db8::10], with :PORT behind it where peers reach another"
                        + " port");
    }

    /** Returns the address, or null for a name. */
    public IpAddress address() {
        try {
            return IpAddress.parse(host);
        } catch (BadValueException name) {
            return null;
        }
    }

    /** Returns whether it stands for every interface (0.0.0.0 or ::), which cannot be answered to. */
    public boolean wildcard() {
        IpAddress address = address();
        return address != null && address.wildcard();
    }
}
