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

    /**
     * An address written by ourselves.
     *
     * @throws IllegalArgumentException when it is malformed; the message says where
     */
    public static NameAddress of(String text) {
        try {
            return parse(text);
        } catch (SipParseException e) {
            throw new IllegalArgumentException("address \"" + Printable.of(text) + "\": " + e.getMessage(), e);
        }
    }

    static NameAddress parseOnly(String text, ParseBudget budget) throws SipParseException {
        TextScanner scanner = new TextScanner(text, budget);
        NameAddress address = parse(scanner);
        if (!scanner.atEnd()) {
            throw scanner.fail(SipRule.ADDRESS);
        }
        return address;
    }

    /** Parses one address and its parameters; stops at a comma or at the end. */
    static NameAddress parse(TextScanner scanner) throws SipParseException {
        scanner.skipSpace();
        String display = "";
        SipUri uri;
        if (scanner.peek() == '"') {
            display = TextScanner.unquote(scanner.quoted());
            scanner.skipSpace();
            uri = bracketed(scanner);
        } else {
            int start = scanner.pos();
            while (CharClass.display(scanner.peek())) {
                scanner.moveTo(scanner.pos() + 1);
            }
            scanner.budget().spend(scanner.pos() - start + 1);
            if (scanner.peek() == '<') {
                display = scanner.from(start).strip();
                uri = bracketed(scanner);
            } else {
                scanner.moveTo(start);
                uri = bare(scanner);
            }
        }
        SipParameters params = SipParameters.ofHeader(scanner);
        params.requireOnce("tag");
        if (!scanner.atEnd() && scanner.peek() != ',') {
            throw scanner.fail(SipRule.ADDRESS);
        }
        return new NameAddress(display, uri, params);
    }

    private static SipUri bracketed(TextScanner scanner) throws SipParseException {
        scanner.expect('<', SipRule.ADDRESS);
        int start = scanner.pos();
        int close = scanner.text().indexOf('>', start);
        if (close < 0) {
            throw scanner.fail(SipRule.ADDRESS);
        }
        scanner.moveTo(close);
        SipUri uri = SipUri.parse(scanner.from(start), scanner.budget());
        scanner.moveTo(close + 1);
        return uri;
    }

    /** Without angle brackets the URI holds no comma, semicolon or question mark (RFC 3261 section 20.10). */
    private static SipUri bare(TextScanner scanner) throws SipParseException {
        int start = scanner.pos();
        int c = scanner.peek();
        while (c >= 0 && c != ';' && c != ',' && !CharClass.space(c)) {
            if (c == '?' || c == '<') {
                throw scanner.fail(SipRule.ADDRESS);
            }
            scanner.moveTo(scanner.pos() + 1);
            c = scanner.peek();
        }
        scanner.budget().spend(scanner.pos() - start + 1);
        return SipUri.parse(scanner.from(start), scanner.budget());
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

    /** This address without header parameters. */
    public NameAddress withoutParameters() {
        return params.isEmpty() ? this : new NameAddress(displayName, uri, SipParameters.none());
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
