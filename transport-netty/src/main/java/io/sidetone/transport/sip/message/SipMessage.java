package io.sidetone.transport.sip.message;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A SIP request or response (RFC 3261 section 7). Immutable; safe to hand between threads. The typed headers were parsed
 * and checked when the message was made; the header list is the truth on the wire.
 */
public abstract sealed class SipMessage permits SipRequest, SipResponse {
    private static final byte[] NO_BODY = new byte[0];

    private final List<SipHeader> headers;
    private final TypedHeaders typed;
    private final byte[] body;

    SipMessage(List<SipHeader> headers, TypedHeaders typed, byte[] body) {
        this.headers = Collections.unmodifiableList(headers);
        this.typed = typed;
        this.body = body == null || body.length == 0 ? NO_BODY : body;
    }

    /** All headers in order. */
    public List<SipHeader> headers() {
        return headers;
    }

    /** Value of the first header with this name (any case, compact or long), or null. */
    public String header(String name) {
        String canonical = HeaderNames.canonical(name);
        for (int i = 0; i < headers.size(); i++) {
            if (headers.get(i).name().equalsIgnoreCase(canonical)) {
                return headers.get(i).value();
            }
        }
        return null;
    }

    /**
     * All values with this name in order. Comma lists are split for the headers that are lists (RFC 3261 section 7.3.1),
     * never for others such as Authorization, Date or unknown headers.
     */
    public List<String> headerValues(String name) {
        String canonical = HeaderNames.canonical(name);
        boolean list = HeaderNames.isList(canonical);
        List<String> values = new ArrayList<>(4);
        for (int i = 0; i < headers.size(); i++) {
            SipHeader header = headers.get(i);
            if (header.name().equalsIgnoreCase(canonical)) {
                if (list) {
                    splitList(header.value(), values);
                } else {
                    values.add(header.value());
                }
            }
        }
        return values;
    }

    /** True when a list header holds this token, compared without case: {@code lists("Supported", "timer")}. */
    public boolean lists(String name, String token) {
        List<String> values = headerValues(name);
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).equalsIgnoreCase(token)) {
                return true;
            }
        }
        return false;
    }

    /** Splits at commas outside quotes and angle brackets; empty elements are left out. */
    static void splitList(String value, List<String> out) {
        boolean quoted = false;
        boolean bracketed = false;
        int start = 0;
        for (int i = 0; i <= value.length(); i++) {
            char c = i < value.length() ? value.charAt(i) : ',';
            if (i == value.length() || (c == ',' && !quoted && !bracketed)) {
                String element = value.substring(start, i).strip();
                if (!element.isEmpty()) {
                    out.add(element);
                }
                start = i + 1;
            } else if (c == '\\' && quoted) {
                i++;
            } else if (c == '"' && !bracketed) {
                quoted = !quoted;
            } else if (!quoted && (c == '<' || c == '>')) {
                bracketed = c == '<';
            }
        }
    }

    /** Number of Via values; those below the topmost are {@link #headerValues} and nothing else. */
    public int viaCount() {
        return typed.viaCount();
    }

    /** The topmost Via; null only in a message we built without one. */
    public Via topVia() {
        return typed.topVia();
    }

    /** From; null only in a message we built without one. */
    public NameAddress from() {
        return typed.from();
    }

    /** To; null only in a message we built without one. */
    public NameAddress to() {
        return typed.to();
    }

    /** Call-ID; null only in a message we built without one. */
    public String callId() {
        return typed.callId();
    }

    /** CSeq; null only in a message we built without one. */
    public CSeq cseq() {
        return typed.cseq();
    }

    /** First Contact, or null when there is none or it is {@code *}. */
    public NameAddress contact() {
        return typed.contacts().isEmpty() ? null : typed.contacts().get(0);
    }

    /** All Contact values; empty when there are none or it is {@code *}. */
    public List<NameAddress> contacts() {
        return Collections.unmodifiableList(typed.contacts());
    }

    /** True for {@code Contact: *}. */
    public boolean contactStar() {
        return typed.contactStar();
    }

    /** All Record-Route values in order. */
    public List<NameAddress> recordRoutes() {
        return Collections.unmodifiableList(typed.recordRoutes());
    }

    /** All Route values in order. */
    public List<NameAddress> routes() {
        return Collections.unmodifiableList(typed.routes());
    }

    /** Max-Forwards 0 to 255, or -1 when absent. */
    public int maxForwards() {
        return typed.maxForwards();
    }

    /** The body, empty when there is none. The array belongs to the message: do not write to it. */
    public byte[] body() {
        return body;
    }

    /** Content-Type as written, or null. */
    public String contentType() {
        return typed.contentType();
    }

    /** True when the body is of this media type, parameters aside: {@code hasContentType("application/sdp")}. */
    public boolean hasContentType(String mediaType) {
        String type = typed.contentType();
        if (type == null) {
            return false;
        }
        int semicolon = type.indexOf(';');
        String bare = semicolon < 0 ? type : type.substring(0, semicolon).strip();
        return bare.equalsIgnoreCase(mediaType);
    }

    TypedHeaders typed() {
        return typed;
    }

    abstract void appendStartLine(StringBuilder out);

    /** Start line, Call-ID and CSeq: enough for a log line, free of control characters. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(96);
        appendStartLine(out);
        return Printable.of(out.toString()) + " [" + callId() + ", CSeq " + cseq() + "]";
    }
}
