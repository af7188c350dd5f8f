package io.sidetone.transport.sip.message;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * A URI as SIP uses it: {@code sip}, {@code sips} (RFC 3261 section 19.1) and {@code tel} (RFC 3966) taken apart, any
 * other scheme kept whole. Immutable; {@link #toString()} is the text as received.
 */
public final class SipUri {
    private static final List<String> ELSEWHERE = List.of("maddr", "method", "ttl");

    private final String text;
    private final String scheme;
    private final String rawUser;
    private final String host;
    private final int port;
    private final SipParameters params;
    private final String headers;

    private SipUri(
            String text, String scheme, String rawUser, String host, int port, SipParameters params, String headers) {
        this.text = text;
        this.scheme = scheme;
        this.rawUser = rawUser;
        this.host = host;
        this.port = port;
        this.params = params;
        this.headers = headers;
    }

    /** Parses a URI from the outside. */
    public static SipUri parse(String text) throws SipParseException {
        return parse(text, ParseBudget.forText(text.length()));
    }

    /**
     * A URI that is only shown and sent back: what cannot be taken apart is kept whole.
     *
     * @throws SipParseException when it is empty
     */
    static SipUri shown(String text, ParseBudget budget) throws SipParseException {
        try {
            return parse(text, budget);
        } catch (SipParseException odd) {
            boolean visible = text.chars().noneMatch(c -> c < 0x20 || c == 0x7f);
            boolean tooMuch = odd.rule() == SipRule.TOO_COSTLY || odd.rule() == SipRule.TOO_MANY_PARAMETERS;
            if (text.isEmpty() || !visible || tooMuch) {
                throw odd;
            }
            int colon = text.indexOf(':');
            int at = text.lastIndexOf('@');
            String user = at > colon && colon > 0 ? text.substring(colon + 1, at) : null;
            return new SipUri(text, "", user, null, -1, SipParameters.none(), "");
        }
    }

    /**
     * A URI written by ourselves.
     *
     * @throws IllegalArgumentException when it is malformed; the message says where
     */
    public static SipUri of(String text) {
        try {
            return parse(text);
        } catch (SipParseException e) {
            throw new IllegalArgumentException("URI \"" + Printable.of(text) + "\": " + e.getMessage(), e);
        }
    }

    /**
     * {@code sip:user@host:port}.
     *
     * @param user null for none; percent-escaped where needed
     * @param host name, IPv4 address, or IPv6 address with or without brackets
     * @param port -1 for none
     */
    public static SipUri sip(String user, String host, int port) {
        return of("sip", user, host, port);
    }

    /** {@code sips:user@host:port}; as {@link #sip}. */
    public static SipUri sips(String user, String host, int port) {
        return of("sips", user, host, port);
    }

    private static SipUri of(String scheme, String user, String host, int port) {
        StringBuilder out = new StringBuilder(scheme).append(':');
        if (user != null && !user.isEmpty()) {
            out.append(escapeUser(user)).append('@');
        }
        out.append(host.indexOf(':') >= 0 && host.charAt(0) != '[' ? '[' + host + ']' : host);
        if (port > 0) {
            out.append(':').append(port);
        }
        return of(out.toString());
    }

    /** Returns the host as an address; null for a name. Nothing is resolved. */
    public InetAddress literalHost() {
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(host);
        try {
            return bytes == null ? null : InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("an address of " + bytes.length + " bytes", impossible);
        }
    }

    static SipUri parse(String text, ParseBudget budget) throws SipParseException {
        int length = text.length();
        int colon = 0;
        while (colon < length && schemeChar(text.charAt(colon), colon)) {
            colon++;
        }
        if (colon == 0 || colon >= length - 1 || text.charAt(colon) != ':') {
            throw malformed(SipRule.URI, text);
        }
        int at = -1;
        for (int i = colon + 1; i < length; i++) {
            char c = text.charAt(i);
            if (!CharClass.uri(c)) {
                throw malformed(SipRule.URI, text);
            }
            if (c == '@') {
                at = at == -1 ? i : -2;
            }
        }
        budget.spend(length);
        String scheme = text.substring(0, colon).toLowerCase(Locale.ROOT);
        return switch (scheme) {
            case "sip", "sips" -> parseSip(text, scheme, colon + 1, at, budget);
            case "tel" -> parseTel(text, colon + 1, budget);
            default -> new SipUri(text, scheme, null, null, -1, SipParameters.none(), "");
        };
    }

    private static boolean schemeChar(char c, int index) {
        int lower = c | 0x20;
        boolean letter = lower >= 'a' && lower <= 'z';
        return letter || (index > 0 && (CharClass.digit(c) || c == '+' || c == '-' || c == '.'));
    }

    private static SipUri parseSip(String text, String scheme, int from, int at, ParseBudget budget)
            throws SipParseException {
        if (at == -2) {
            throw malformed(SipRule.URI, text);
        }
        checkEscapes(text, from);
        int length = text.length();
        int hostStart = at < 0 ? from : at + 1;
        int pos = Hosts.endOfHost(text, hostStart, length, budget);
        final String host = text.substring(hostStart, pos);
        int port = -1;
        if (pos < length && text.charAt(pos) == ':') {
            int portStart = ++pos;
            while (pos < length && text.charAt(pos) != ';' && text.charAt(pos) != '?') {
                pos++;
            }
            port = Hosts.port(text, portStart, pos);
        }
        int question = text.indexOf('?', pos);
        int paramsEnd = question < 0 ? length : question;
        SipParameters params = SipParameters.none();
        if (pos < paramsEnd) {
            if (text.charAt(pos) != ';') {
                throw malformed(SipRule.HOST, text);
            }
            params = SipParameters.ofUri(text, pos, paramsEnd, budget);
            params.requireOnce("transport");
        }
        String headers = question < 0 ? "" : text.substring(question + 1);
        String user = at < 0 ? null : text.substring(from, at);
        return new SipUri(text, scheme, user, host, port, params, headers);
    }

    private static SipUri parseTel(String text, int from, ParseBudget budget) throws SipParseException {
        checkEscapes(text, from);
        int semicolon = text.indexOf(';', from);
        int end = semicolon < 0 ? text.length() : semicolon;
        boolean digits = false;
        for (int i = from; i < end; i++) {
            char c = text.charAt(i);
            boolean visualSeparator = "-.()".indexOf(c) >= 0;
            digits |= !visualSeparator && c != '+';
            if (!visualSeparator && CharClass.hexValue(c) < 0 && "*#+".indexOf(c) < 0) {
                throw malformed(SipRule.URI, text);
            }
        }
        if (!digits) {
            throw malformed(SipRule.URI, text);
        }
        SipParameters params =
                semicolon < 0 ? SipParameters.none() : SipParameters.ofUri(text, semicolon, text.length(), budget);
        return new SipUri(text, "tel", text.substring(from, end), null, -1, params, "");
    }

    private static void checkEscapes(String text, int from) throws SipParseException {
        int length = text.length();
        for (int i = text.indexOf('%', from); i >= 0; i = text.indexOf('%', i + 1)) {
            if (i + 2 >= length
                    || CharClass.hexValue(text.charAt(i + 1)) < 0
                    || CharClass.hexValue(text.charAt(i + 2)) < 0) {
                throw malformed(SipRule.ESCAPE, text);
            }
        }
    }

    private static String escapeUser(String user) {
        StringBuilder out = new StringBuilder(user.length());
        for (byte b : user.getBytes(StandardCharsets.UTF_8)) {
            int c = b & 0xff;
            if (c < 0x80 && CharClass.uri(c) && c != '@' && c != '[' && c != ']') {
                out.append((char) c);
            } else {
                out.append('%').append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
            }
        }
        return out.toString();
    }

    private static SipParseException malformed(SipRule rule, String text) {
        return new SipParseException(rule, "\"" + Printable.of(text) + "\"");
    }

    /** Scheme in lower case. */
    public String scheme() {
        return scheme;
    }

    /** True for {@code sip} and {@code sips}. */
    public boolean isSip() {
        return scheme.equals("sip") || scheme.equals("sips");
    }

    /**
     * User part without password, escapes of visible ASCII resolved ({@code %2B} is {@code +}); escapes of control and
     * non-ASCII bytes stay, so this is always printable. For {@code tel} the number. Null when there is none, or an empty one.
     */
    public String user() {
        if (rawUser == null || rawUser.isEmpty()) {
            return null;
        }
        int colon = rawUser.indexOf(':');
        String user = colon < 0 || !isSip() ? rawUser : rawUser.substring(0, colon);
        if (user.indexOf('%') < 0) {
            return user;
        }
        StringBuilder out = new StringBuilder(user.length());
        for (int i = 0; i < user.length(); i++) {
            char c = user.charAt(i);
            int decoded = c == '%' && i + 2 < user.length()
                    ? CharClass.hexValue(user.charAt(i + 1)) * 16 + CharClass.hexValue(user.charAt(i + 2))
                    : -1;
            if (decoded > 0x20 && decoded < 0x7f) {
                out.append((char) decoded);
                i += 2;
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    /** Host as written, IPv6 in brackets; null unless {@link #isSip()}. */
    public String host() {
        return host;
    }

    /** Port, or -1 when none is written. */
    public int port() {
        return port;
    }

    /** True for {@code sips}: every hop has to be encrypted (RFC 5630). */
    public boolean secure() {
        return scheme.equals("sips");
    }

    /** URI parameters. */
    public SipParameters params() {
        return params;
    }

    /** Text after {@code ?}, without it; empty when there is none. */
    public String headers() {
        return headers;
    }

    /** Value of the {@code transport} parameter in lower case, or null. */
    public String transport() {
        String transport = params.get("transport");
        return transport == null ? null : transport.toLowerCase(Locale.ROOT);
    }

    /** True when the {@code lr} parameter is there (RFC 3261 section 19.1.1). */
    public boolean looseRouting() {
        return params.has("lr");
    }

    /** This URI with a parameter set; a null value writes the name alone. */
    public SipUri withParameter(String name, String value) {
        return with(params.with(name, value), headers);
    }

    /**
     * This URI with one header (RFC 3261 section 19.1.1) and no other.
     *
     * @param value escaped already
     */
    public SipUri withHeader(String name, String value) {
        return with(params, name + '=' + value);
    }

    /** This URI without what a Request-URI must not carry: the headers part (RFC 3261 section 19.1.1). */
    public SipUri withoutHeaders() {
        return headers.isEmpty() ? this : with(params, "");
    }

    /**
     * This URI as a Request-URI of ours, when somebody else named it: without headers, password, and the parameters that say where else
     * or how else it is reached ({@code maddr}, {@code method}, {@code ttl}; RFC 3261 sections 19.1.1 and 26.5). Others than SIP stay.
     */
    public SipUri dialled() {
        boolean plain = headers.isEmpty()
                && (rawUser == null || rawUser.indexOf(':') < 0)
                && ELSEWHERE.stream().noneMatch(params::has);
        if (!isSip() || plain) {
            return this;
        }
        SipParameters kept = params;
        for (String name : ELSEWHERE) {
            kept = kept.without(name);
        }
        int colon = rawUser == null ? -1 : rawUser.indexOf(':');
        String user = colon < 0 ? rawUser : rawUser.substring(0, colon);
        return new SipUri(text, scheme, user, host, port, kept, "").with(kept, "");
    }

    private SipUri with(SipParameters newParams, String newHeaders) {
        if (!isSip()) {
            throw new IllegalStateException("only sip and sips URIs can be changed, this is " + Printable.of(text));
        }
        StringBuilder out = new StringBuilder(text.length() + 24).append(scheme).append(':');
        if (rawUser != null) {
            out.append(rawUser).append('@');
        }
        out.append(host);
        if (port > 0) {
            out.append(':').append(port);
        }
        newParams.appendTo(out);
        if (!newHeaders.isEmpty()) {
            out.append('?').append(newHeaders);
        }
        return of(out.toString());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SipUri that && that.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
