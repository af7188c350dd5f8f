package io.sidetone.server.calls.outbound;

import io.sidetone.transport.http.control.PlaceOutcome.Kind;
import io.sidetone.transport.sip.message.SipUri;

/**
 * Whom a call is placed to.
 *
 * @param number as digits after a plus at most; null where a URI was given
 * @param uri the Request-URI
 */
record DialledTarget(String number, SipUri uri) {
    private static final String SPACING = "[ ()./-]";
    private static final String NUMBER = "\\+?[0-9*#]{1,32}";
    private static final String CALLER = "[A-Za-z0-9._+*#-]{1,64}";
    private static final String TEL = "tel:";

    /**
     * Reads {@code to}: a number, which goes to the host of the trunk, a tel: URI alike, or a sip: URI as it is.
     *
     * @param trunk where the trunk is reached
     */
    static DialledTarget of(String to, SipUri trunk) throws RefusedCallException {
        String bare = to.regionMatches(true, 0, TEL, 0, TEL.length()) ? to.substring(TEL.length()) : to;
        String number = bare.replaceAll(SPACING, "");
        if (number.matches(NUMBER)) {
            SipUri uri = SipUri.sip(number, trunk.host(), trunk.port());
            return new DialledTarget(number, number.startsWith("+") ? uri.withParameter("user", "phone") : uri);
        }
        try {
            SipUri uri = SipUri.of(to);
            if (uri.isSip() && uri.headers().isEmpty()) {
                if (uri.secure() && !trunk.secure() && !"tls".equals(trunk.transport())) {
                    throw new RefusedCallException(
                            Kind.INVALID,
                            "to: a sips: URI goes over TLS only, and the trunk is reached without; give a sip: URI, or"
                                    + " the trunk's to transport=tls");
                }
                return new DialledTarget(null, uri.dialled());
            }
        } catch (IllegalArgumentException malformed) {
            // Refused below, like everything that cannot be called.
        }
        throw new RefusedCallException(
                Kind.INVALID, "to: is neither a number nor a sip: URI without headers; give one, such as +4930123456");
    }

    boolean allowedBy(AllowedTargets allowed, SipUri trunk) {
        return number == null ? allowed.uri(uri, trunk) : allowed.number(number);
    }

    /** Returns the user part of our own address. */
    static String caller(String from) throws RefusedCallException {
        String caller = from.replaceAll("[ ()/]", "");
        if (!caller.matches(CALLER)) {
            throw new RefusedCallException(
                    Kind.INVALID, "from: is neither a number nor a name of letters and digits; give one of them");
        }
        return caller;
    }
}
