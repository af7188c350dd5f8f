package io.sidetone.transport.sip.message;

import java.util.ArrayList;
import java.util.List;

/**
 * Part that the builders of requests and responses share. Content-Length is never set here: the encoder writes it.
 *
 * @param <B> the builder itself
 */
public abstract sealed class SipMessageBuilder<B extends SipMessageBuilder<B>>
        permits SipRequest.Builder, SipResponse.Builder {
    private final List<SipHeader> headers = new ArrayList<>(16);
    private byte[] body;

    SipMessageBuilder() {}

    abstract B self();

    /**
     * Appends a header.
     *
     * @throws IllegalArgumentException when the name is not a token or the value holds a line break
     */
    public B header(String name, String value) {
        addAt(headers.size(), name, value);
        return self();
    }

    /** Appends a header in its canonical text: an address, a Via, a CSeq. */
    public B header(String name, Object value) {
        return header(name, value.toString());
    }

    /** Puts a header before all others, as a client does with its Via. */
    public B headerFirst(String name, String value) {
        addAt(0, name, value);
        return self();
    }

    /** Removes every header with this name, then appends the new one. */
    public B replaceHeader(String name, String value) {
        removeHeader(name);
        return header(name, value);
    }

    /** Removes every header with this name. */
    public B removeHeader(String name) {
        String canonical = HeaderNames.canonical(name);
        headers.removeIf(h -> h.name().equalsIgnoreCase(canonical));
        return self();
    }

    /**
     * Sets body and Content-Type. The array is owned by the message from now on.
     *
     * @param contentType null to leave the header as it is
     */
    public B body(String contentType, byte[] bytes) {
        if (contentType != null) {
            replaceHeader(HeaderNames.CONTENT_TYPE, contentType);
        }
        body = bytes;
        return self();
    }

    private void addAt(int index, String name, String value) {
        String canonical = HeaderNames.canonical(name);
        boolean clean = CharClass.isToken(name);
        for (int i = 0; clean && i < value.length(); i++) {
            char c = value.charAt(i);
            clean = c == '\t'
                    || (c >= 0x20 && c != 0x7f)
                    || (i > 0 && value.charAt(i - 1) == '\\' && c != '\r' && c != '\n');
        }
        if (!clean) {
            throw new IllegalArgumentException("header " + Printable.of(name) + ": " + Printable.of(value)
                    + ": the name must be a token and the value free of line breaks and control characters"
                    + " (RFC 3261 section 25.1)");
        }
        if (!canonical.equals(HeaderNames.CONTENT_LENGTH)) {
            headers.add(index, new SipHeader(canonical, value.strip()));
        }
    }

    void takeAll(List<SipHeader> others) {
        for (int i = 0; i < others.size(); i++) {
            if (!others.get(i).name().equals(HeaderNames.CONTENT_LENGTH)) {
                headers.add(others.get(i));
            }
        }
    }

    void takeByName(SipMessage message, String name) {
        for (SipHeader header : message.headers()) {
            if (header.name().equals(name)) {
                headers.add(header);
            }
        }
    }

    List<SipHeader> headers() {
        return headers;
    }

    byte[] body() {
        return body;
    }

    TypedHeaders typed() {
        try {
            int chars = 0;
            for (SipHeader header : headers) {
                chars += header.value().length();
            }
            return TypedHeaders.parse(headers, false, ParseBudget.forText(chars));
        } catch (SipParseException e) {
            throw new IllegalArgumentException("cannot build the message: " + e.getMessage(), e);
        }
    }
}
