package io.sidetone.transport.sip.message;

/**
 * A {@code name-addr} or {@code addr-spec} with header parameters, as in From, To, Contact and Route (RFC 3261 section
 * 20.10). Immutable.
 */
public final class NameAddress {
    private final String displayName;
    private final SipUri uri;
    private final SipParameters params;

    /**
     * An address made by ourselves.
     *
     * @param displayName plain text without quotes, or null or empty for none
     */
    public NameAddress(String displayName, SipUri uri, SipParameters params) {
        this.displayName = displayName == null ? "" : displayName;
        this.uri = uri;
        this.params = params;
        for (int i = 0; i < this.displayName.length(); i++) {
            char c = this.displayName.charAt(i);
            if (c == '\r' || c == '\n') {
                throw new IllegalArgumentException("display name \"" + Printable.of(displayName)
                        + "\" holds a line break (RFC 3261 section 25.1); remove it");
            }
        }
    }

    /** {@code <uri>} without display name and parameters. */
    public static NameAddress of(SipUri uri) {
        return new NameAddress("", uri, SipParameters.none());
    }

    /** Parses one address from the outside; nothing may follow it. */
    public static NameAddress parse(String text) throws SipParseException {
        return parseOnly(text, ParseBudget.forText(text.length()));
    }

    static NameAddress parseOnly(String text, ParseBudget budget) throws SipParseException {
        return only(new TextScanner(text, budget), Uri.ROUTES);
    }

    /** Parses one address from the outside that is only shown; nothing may follow it. */
    public static NameAddress shown(String text) throws SipParseException {
        return shown(text, ParseBudget.forText(text.length()));
    }

    /**
     * An address that is only shown, and sent back as it is: From and To. Whatever stands in place of a URI is taken, a tag is not.
     *
     * @throws SipParseException when nothing stands there, or something more than one address
     */
    static NameAddress shown(String text, ParseBudget budget) throws SipParseException {
        return only(new TextScanner(text, budget), Uri.SHOWN);
    }

    private static NameAddress only(TextScanner scanner, Uri kind) throws SipParseException {
        NameAddress address = parse(scanner, kind);
        String rest = scanner.text().substring(scanner.pos());
        if (!rest.isEmpty() && (kind != Uri.SHOWN || rest.indexOf('<') >= 0 || rest.indexOf(':') >= 0)) {
            throw scanner.fail(SipRule.ADDRESS);
        }
        return address;
    }

    /** Purposes of the URI of an address. */
    enum Uri {
        /** Requests are sent there: Contact. */
        ROUTES,
        /** Requests are sent by way of it: Route and Record-Route, where a URI without brackets keeps its parameters (RFC 3261 section 20.30). */
        ROUTES_BY,
        /** People read it. */
        SHOWN
    }

    /** Parses one address and its parameters; stops at a comma or at the end. A display name may be blemished in any way. */
    static NameAddress parse(TextScanner scanner, Uri kind) throws SipParseException {
        scanner.skipSpace();
        int start = scanner.pos();
        int open = bracket(scanner, kind);
        String display =
                open < 0 ? "" : plain(scanner.text().substring(start, open).strip());
        SipUri uri;
        if (open >= 0) {
            scanner.moveTo(open);
            uri = bracketed(scanner, kind);
        } else {
            uri = bare(scanner, kind);
        }
        scanner.skipSpace();
        if (kind != Uri.SHOWN && !scanner.atEnd() && scanner.peek() != ';' && scanner.peek() != ',') {
            throw scanner.fail(SipRule.ADDRESS);
        }
        SipParameters params = SipParameters.ofHeader(scanner);
        params.requireOnce("tag");
        if (params.has("tag") && params.get("tag").isEmpty()) {
            throw scanner.fail(SipRule.PARAMETER);
        }
        return new NameAddress(display, uri, params);
    }

    /**
     * Returns where the angle bracket of the address opens, or −1. Behind a display name in proper quotes it is the next one; else the
     * first one, of an address that is shown the first one that a scheme follows, or the last.
     */
    private static int bracket(TextScanner scanner, Uri kind) throws SipParseException {
        String text = scanner.text();
        int from = scanner.pos();
        if (scanner.quoteCloses()) {
            scanner.quoted();
            scanner.skipSpace();
            int behind = scanner.pos();
            scanner.moveTo(from);
            if (behind < text.length() && text.charAt(behind) == '<') {
                return behind;
            }
        }
        boolean bare = schemeAt(text, from);
        boolean commaEnds = kind != Uri.SHOWN && (bare || text.indexOf('"', from) < 0);
        int last = -1;
        int pos = from;
        for (; pos < text.length(); pos++) {
            char c = text.charAt(pos);
            if (c == ';' && bare || c == ',' && commaEnds) {
                break;
            }
            if (c == '<') {
                last = pos;
                if (kind != Uri.SHOWN || schemeAt(text, pos + 1)) {
                    break;
                }
            }
        }
        scanner.budget().spend(pos - from + 1);
        return last;
    }

    /** Returns whether a scheme begins there: letters and a colon. */
    private static boolean schemeAt(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isLetter(text.charAt(at)) && at - from < 12) {
            at++;
        }
        return at > from && at < text.length() && text.charAt(at) == ':';
    }

    /** A display name without its quotes, as people read it. */
    private static String plain(String name) {
        if (name.length() > 1 && name.charAt(0) == '"' && name.charAt(name.length() - 1) == '"') {
            return TextScanner.unquote(name);
        }
        return name.startsWith("\"") ? name.substring(1) : name;
    }

    private static SipUri bracketed(TextScanner scanner, Uri kind) throws SipParseException {
        scanner.expect('<', SipRule.ADDRESS);
        int start = scanner.pos();
        int close = scanner.text().indexOf('>', start);
        if (close < 0) {
            throw scanner.fail(SipRule.ADDRESS);
        }
        scanner.moveTo(close);
        SipUri uri = uri(scanner.from(start), kind, scanner.budget());
        scanner.moveTo(close + 1);
        return uri;
    }

    private static SipUri uri(String text, Uri kind, ParseBudget budget) throws SipParseException {
        return kind == Uri.SHOWN ? SipUri.shown(text.replace(">", "").strip(), budget) : SipUri.parse(text, budget);
    }

    /** Without angle brackets the URI holds no comma, semicolon or question mark (RFC 3261 section 20.10), but for that of a route. */
    private static SipUri bare(TextScanner scanner, Uri kind) throws SipParseException {
        int start = scanner.pos();
        int c = scanner.peek();
        while (c >= 0
                && c != ','
                && (c != ';' || kind == Uri.ROUTES_BY)
                && (!CharClass.space(c) || kind == Uri.SHOWN)) {
            if (c == '?' || c == '<') {
                throw scanner.fail(SipRule.ADDRESS);
            }
            scanner.moveTo(scanner.pos() + 1);
            c = scanner.peek();
        }
        scanner.budget().spend(scanner.pos() - start + 1);
        String text = scanner.from(start);
        boolean separated = kind == Uri.ROUTES_BY && text.endsWith(";");
        return uri(separated ? text.substring(0, text.length() - 1) : text, kind, scanner.budget());
    }

    /** Display name as plain text, quotes and escapes resolved; empty when there is none. May hold control characters. */
    public String displayName() {
        return displayName;
    }

    /** The address. */
    public SipUri uri() {
        return uri;
    }

    /** Header parameters (after the angle bracket). */
    public SipParameters params() {
        return params;
    }

    /** The {@code tag} parameter, or null. */
    public String tag() {
        return params.get("tag");
    }

    /** This address with its tag set or replaced. */
    public NameAddress withTag(String tag) {
        return withParameter("tag", tag);
    }

    /** This address with a header parameter set or replaced; a null value writes the name alone. */
    public NameAddress withParameter(String name, String value) {
        return new NameAddress(displayName, uri, params.with(name, value));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NameAddress that
                && that.displayName.equals(displayName)
                && that.uri.equals(uri)
                && that.params.equals(params);
    }

    @Override
    public int hashCode() {
        return 31 * uri.hashCode() + params.hashCode();
    }

    /** The canonical form: display name always quoted, URI always in angle brackets. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(64);
        if (!displayName.isEmpty()) {
            out.append('"');
            for (int i = 0; i < displayName.length(); i++) {
                char c = displayName.charAt(i);
                if (c == '"' || c == '\\' || c < 0x20 || c == 0x7f) {
                    out.append('\\');
                }
                out.append(c);
            }
            out.append("\" ");
        }
        out.append('<').append(uri).append('>');
        params.appendTo(out);
        return out.toString();
    }
}
