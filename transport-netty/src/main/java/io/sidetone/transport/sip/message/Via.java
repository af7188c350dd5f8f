package io.sidetone.transport.sip.message;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Locale;

/** One Via value (RFC 3261 section 20.42, RFC 3581). Immutable. */
public final class Via {
    /** Beginning of every branch of RFC 3261. */
    public static final String MAGIC_COOKIE = "z9hG4bK";

    private final String transport;
    private final String host;
    private final int port;
    private final SipParameters params;

    /**
     * A Via made by ourselves.
     *
     * @param transport {@code UDP}, {@code TCP}, {@code TLS} …
     * @param host name, IPv4 address, or IPv6 address with or without brackets
     * @param port -1 for none
     */
    public Via(String transport, String host, int port, SipParameters params) {
        this.transport = transport.toUpperCase(Locale.ROOT);
        this.host = host.indexOf(':') >= 0 && host.charAt(0) != '[' ? '[' + host + ']' : host;
        this.port = port;
        this.params = params;
    }

    /** {@code SIP/2.0/transport host:port;branch=…;rport}, as a client writes it. */
    public static Via client(String transport, String host, int port, String branch) {
        return new Via(
                transport,
                host,
                port,
                SipParameters.none().with("branch", branch).with("rport", null));
    }

    /** Parses one Via value from the outside; nothing may follow it. */
    public static Via parse(String text) throws SipParseException {
        TextScanner scanner = new TextScanner(text, ParseBudget.forText(text.length()));
        Via via = parse(scanner);
        if (!scanner.atEnd()) {
            throw scanner.fail(SipRule.VIA);
        }
        return via;
    }

    /** Parses one value; stops at a comma or at the end. White space may stand around every separator. */
    static Via parse(TextScanner scanner) throws SipParseException {
        scanner.skipSpace();
        if (!scanner.token(SipRule.VIA).equalsIgnoreCase("SIP")) {
            throw scanner.fail(SipRule.VIA);
        }
        slash(scanner);
        if (!scanner.token(SipRule.VIA).equals("2.0")) {
            throw scanner.fail(SipRule.VIA);
        }
        slash(scanner);
        final String transport = scanner.token(SipRule.VIA);
        if (!CharClass.space(scanner.peek())) {
            throw scanner.fail(SipRule.VIA);
        }
        scanner.skipSpace();
        int hostStart = scanner.pos();
        String text = scanner.text();
        scanner.moveTo(Hosts.endOfHost(text, hostStart, text.length(), scanner.budget()));
        String host = scanner.from(hostStart);
        scanner.skipSpace();
        int port = -1;
        if (scanner.accept(':')) {
            scanner.skipSpace();
            port = (int) scanner.number(65535, SipRule.PORT, SipRule.PORT);
            if (port == 0) {
                throw scanner.fail(SipRule.PORT);
            }
        }
        scanner.skipSpace();
        if (!scanner.atEnd() && scanner.peek() != ',' && scanner.peek() != ';') {
            throw scanner.fail(SipRule.VIA);
        }
        int behind = scanner.pos();
        SipParameters params = SipParameters.ofHeader(scanner);
        requireNoEmptyElement(text, behind, scanner);
        params.requireOnce("branch");
        if (params.has("branch") && params.get("branch").isEmpty()) {
            throw scanner.fail(SipRule.VIA);
        }
        params.requireOnce("received");
        params.requireOnce("rport");
        return new Via(transport, host, port, params);
    }

    /** Separators with nothing between them are more than a blemish (RFC 4475 section 3.1.2.1); one at the end is none. */
    private static void requireNoEmptyElement(String text, int from, TextScanner scanner) throws SipParseException {
        for (int i = from; i + 1 < scanner.pos(); i++) {
            if (text.charAt(i) == ';' && text.charAt(i + 1) == ';') {
                throw scanner.fail(SipRule.PARAMETER);
            }
        }
    }

    private static void slash(TextScanner scanner) throws SipParseException {
        scanner.skipSpace();
        scanner.expect('/', SipRule.VIA);
        scanner.skipSpace();
    }

    /** Transport in upper case. */
    public String transport() {
        return transport;
    }

    /** Host of sent-by as written, IPv6 in brackets. */
    public String host() {
        return host;
    }

    /** Port of sent-by, or -1 when none is written. */
    public int port() {
        return port;
    }

    /** The branch, or null (RFC 2543 peers send none). */
    public String branch() {
        String branch = params.get("branch");
        return branch == null || branch.isEmpty() ? null : branch;
    }

    /** True when the branch is the transaction identifier of RFC 3261: the cookie and something after it. */
    public boolean hasRfc3261Branch() {
        String branch = params.get("branch");
        return branch != null && branch.length() > MAGIC_COOKIE.length() && branch.startsWith(MAGIC_COOKIE);
    }

    /** Address the request came from as the next hop saw it, without brackets; null when absent. */
    public String received() {
        String received = params.get("received");
        if (received == null || received.isEmpty()) {
            return null;
        }
        boolean bracketed = received.length() > 2 && received.charAt(0) == '[' && received.endsWith("]");
        return bracketed ? received.substring(1, received.length() - 1) : received;
    }

    /** True when {@code rport} is there, with or without a value. */
    public boolean hasRport() {
        return params.has("rport");
    }

    /** Value of {@code rport}, or -1 when absent, empty or not a port. */
    public int rport() {
        String rport = params.get("rport");
        if (rport == null || rport.isEmpty()) {
            return -1;
        }
        try {
            return Hosts.port(rport, 0, rport.length());
        } catch (SipParseException notAPort) {
            return -1;
        }
    }

    /**
     * This Via as a server stores it (RFC 3261 section 18.2.1, RFC 3581 section 4): {@code received} when sent-by is not
     * the source address or {@code rport} was asked for, and {@code rport} filled in when it was asked for. Values the
     * peer wrote itself are not believed.
     */
    public Via withReceived(InetSocketAddress source) {
        String address = numeric(source.getAddress());
        SipParameters result = params;
        boolean sameHost = address.equals(bareHost());
        if (hasRport()) {
            result = result.with("rport", Integer.toString(source.getPort()));
        }
        if (hasRport() || !sameHost) {
            result = result.with("received", address);
        } else {
            result = result.without("received");
        }
        return new Via(transport, host, port, result);
    }

    private String bareHost() {
        return host.charAt(0) == '[' ? numericIpv6(host.substring(1, host.length() - 1)) : host;
    }

    private static String numericIpv6(String literal) {
        try {
            return numeric(InetAddress.getByName(literal));
        } catch (UnknownHostException notALiteral) {
            return literal;
        }
    }

    private static String numeric(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Via that
                && that.transport.equals(transport)
                && that.host.equals(host)
                && that.port == port
                && that.params.equals(params);
    }

    @Override
    public int hashCode() {
        return 31 * host.hashCode() + params.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(96)
                .append("SIP/2.0/")
                .append(transport)
                .append(' ')
                .append(host);
        if (port > 0) {
            out.append(':').append(port);
        }
        params.appendTo(out);
        return out.toString();
    }
}
