package io.sidetone.transport.sip.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Parses one framed SIP message (RFC 3261 sections 7 and 25). One walk over the bytes cuts the headers, one over each
 * typed header checks it; work is bounded by {@link SipLimits} and by a step budget proportional to the length.
 */
public final class SipParser {
    private static final byte CR = '\r';
    private static final byte LF = '\n';
    private static final String NO_HEADER = "";

    private final byte[] bytes;
    private final int end;
    private final ParseBudget budget;
    private int pos;
    private SipMethod method;
    private SipUri requestUri;
    private int statusCode;
    private String reasonPhrase;

    private SipParser(byte[] bytes, int offset, int length, ParseBudget budget) {
        this.bytes = bytes;
        this.pos = offset;
        this.end = offset + length;
        this.budget = budget;
    }

    /**
     * Parses the message in {@code bytes[offset, offset + length)}. Bytes after Content-Length are ignored; without
     * Content-Length the body is the rest. The array is not kept.
     *
     * @throws SipParseException when a rule is broken; nothing else is thrown, whatever the bytes
     */
    public static SipMessage parse(byte[] bytes, int offset, int length, SipLimits limits) throws SipParseException {
        return parse(bytes, offset, length, new ParseBudget(limits, length));
    }

    static SipMessage parse(byte[] bytes, int offset, int length, ParseBudget budget) throws SipParseException {
        SipParser parser = new SipParser(bytes, offset, length, budget);
        try {
            return parser.message();
        } catch (SipParseException e) {
            throw parser.mayBeAnswered() ? e : e.unanswerable();
        }
    }

    private boolean mayBeAnswered() {
        return method != null && !method.equals(SipMethod.ACK);
    }

    private SipMessage message() throws SipParseException {
        while (end - pos >= 2 && bytes[pos] == CR && bytes[pos + 1] == LF) {
            pos += 2;
        }
        final int start = pos;
        startLine();
        if (end - start > budget.limits().maxMessageBytes()) {
            throw new SipParseException(
                    SipRule.MESSAGE_TOO_LARGE,
                    (end - start) + " bytes, limit " + budget.limits().maxMessageBytes());
        }
        List<SipHeader> headers = headerLines();
        TypedHeaders typed = TypedHeaders.parse(headers, requestUri == null, budget);
        typed.requireMandatory();
        if (requestUri == null) {
            return new SipResponse(statusCode, reasonPhrase, headers, typed, bodyBytes(typed));
        }
        if (!typed.cseq().method().equals(method)) {
            throw new SipParseException(
                    SipRule.CSEQ_METHOD, typed.cseq().method() + " in a " + Printable.of(method.name()));
        }
        return new SipRequest(method, requestUri, headers, typed, bodyBytes(typed));
    }

    // ---- start line

    private void startLine() throws SipParseException {
        int limit = (int) Math.min(end, (long) pos + budget.limits().maxLineBytes());
        final int start = pos;
        boolean response = isSipSlash(start);
        if (!response) {
            noteMethod(start, limit);
        }
        int firstSpace = -1;
        int lastSpace = -1;
        while (pos < limit && bytes[pos] != CR) {
            byte b = bytes[pos];
            if (b == ' ') {
                firstSpace = firstSpace < 0 ? pos : firstSpace;
                lastSpace = pos;
            } else if (b == LF) {
                throw new SipParseException(SipRule.BARE_LINE_BREAK, "start line");
            } else if (b >= 0 && b < 0x20 || b == 0x7f) {
                throw new SipParseException(SipRule.CONTROL_CHARACTER, "start line");
            }
            pos++;
        }
        budget.spend(pos - start);
        final int lineEnd = pos;
        if (pos < limit) {
            lineBreak();
        }
        if (lineEnd == limit) {
            boolean tooLong = end - start > budget.limits().maxLineBytes();
            throw new SipParseException(tooLong ? SipRule.REQUEST_LINE_TOO_LONG : SipRule.HEADERS_UNTERMINATED, "");
        }
        if (response) {
            statusLine(start, lineEnd);
        } else {
            requestLine(start, firstSpace, lastSpace, lineEnd);
        }
    }

    private boolean isSipSlash(int start) {
        return end - start > 4
                && (bytes[start] | 0x20) == 's'
                && (bytes[start + 1] | 0x20) == 'i'
                && (bytes[start + 2] | 0x20) == 'p'
                && bytes[start + 3] == '/';
    }

    /** The method first: whether a refusal may be answered hangs on it, whatever else the line holds. */
    private void noteMethod(int start, int limit) throws SipParseException {
        int at = start;
        while (at < limit && CharClass.token(bytes[at])) {
            at++;
        }
        budget.spend(at - start + 1);
        if (at > start && at < limit && bytes[at] == ' ') {
            method = SipMethod.of(latin(start, at));
        }
    }

    private void requestLine(int start, int firstSpace, int lastSpace, int lineEnd) throws SipParseException {
        if (method == null || lastSpace == firstSpace || !isSipSlash(lastSpace + 1)) {
            throw startLineError(start, lineEnd);
        }
        checkVersion(lastSpace + 1, lineEnd, start);
        String uri = text(firstSpace + 1, lastSpace);
        if (uri.isEmpty() || uri.indexOf(' ') >= 0) {
            throw startLineError(start, lineEnd);
        }
        try {
            requestUri = SipUri.parse(uri, budget);
        } catch (SipParseException e) {
            throw e.rule() == SipRule.TOO_COSTLY ? e : new SipParseException(SipRule.REQUEST_URI, e.getMessage());
        }
        if (!requestUri.headers().isEmpty()) {
            throw new SipParseException(SipRule.REQUEST_URI, "headers are not allowed: \"" + Printable.of(uri) + "\"");
        }
    }

    private void statusLine(int start, int lineEnd) throws SipParseException {
        int space = start;
        while (space < lineEnd && bytes[space] != ' ') {
            space++;
        }
        checkVersion(start, space, start);
        int code = space + 1;
        boolean digits = lineEnd - code >= 3
                && CharClass.digit(bytes[code])
                && CharClass.digit(bytes[code + 1])
                && CharClass.digit(bytes[code + 2])
                && (lineEnd == code + 3 || bytes[code + 3] == ' ');
        if (!digits) {
            throw startLineError(start, lineEnd);
        }
        statusCode = (bytes[code] - '0') * 100 + (bytes[code + 1] - '0') * 10 + bytes[code + 2] - '0';
        if (statusCode < 100 || statusCode > 699) {
            throw new SipParseException(SipRule.STATUS_CODE, Integer.toString(statusCode));
        }
        reasonPhrase = lineEnd == code + 3 ? "" : text(code + 4, lineEnd);
    }

    /** {@code SIP/2.0}; another number is a version we do not speak, anything else is malformed. */
    private void checkVersion(int from, int to, int lineStart) throws SipParseException {
        int at = from + 4;
        int dot = at;
        while (dot < to && CharClass.digit(bytes[dot])) {
            dot++;
        }
        int last = dot + 1;
        while (last < to && CharClass.digit(bytes[last])) {
            last++;
        }
        if (dot == at || dot >= to || bytes[dot] != '.' || last == dot + 1 || last != to) {
            throw startLineError(lineStart, to);
        }
        if (to - at != 3 || bytes[at] != '2' || bytes[at + 2] != '0') {
            throw new SipParseException(SipRule.VERSION, Printable.of(latin(from, to)));
        }
    }

    private SipParseException startLineError(int from, int to) {
        return new SipParseException(SipRule.START_LINE, "\"" + Printable.of(latin(from, to)) + "\"");
    }

    private void lineBreak() throws SipParseException {
        if (end - pos < 2 || bytes[pos + 1] != LF) {
            throw new SipParseException(end - pos < 2 ? SipRule.HEADERS_UNTERMINATED : SipRule.BARE_LINE_BREAK, "CR");
        }
        pos += 2;
    }

    // ---- headers

    private List<SipHeader> headerLines() throws SipParseException {
        List<SipHeader> headers = new ArrayList<>(24);
        while (true) {
            if (pos >= end) {
                throw new SipParseException(SipRule.HEADERS_UNTERMINATED, "");
            }
            if (bytes[pos] == CR) {
                lineBreak();
                return headers;
            }
            if (headers.size() >= budget.limits().maxHeaders()) {
                throw new SipParseException(
                        SipRule.TOO_MANY_HEADERS, "limit " + budget.limits().maxHeaders());
            }
            SipHeader header = headerLine();
            if (header != null) {
                headers.add(header);
            }
        }
    }

    /** Reads one line with what continues it; null for a line that is no header, which is ignored (RFC 3261 section 7.3.1). */
    private SipHeader headerLine() throws SipParseException {
        final int start = pos;
        while (pos < end && CharClass.token(bytes[pos])) {
            pos++;
        }
        final int nameEnd = pos;
        while (pos < end && CharClass.space(bytes[pos])) {
            pos++;
        }
        budget.spend(pos - start + 1);
        if (nameEnd == start || pos >= end || bytes[pos] != ':') {
            headerValue(start, NO_HEADER);
            return null;
        }
        pos++;
        String name = HeaderNames.canonical(bytes, start, nameEnd);
        String value = headerValue(start, name);
        return value == null ? null : new SipHeader(name, value);
    }

    /**
     * Reads to the line end that no continuation line follows. Leaves {@code pos} after it.
     *
     * @return null where a control character stands in a header that nothing depends on
     */
    private String headerValue(int lineStart, String name) throws SipParseException {
        final int start = pos;
        int limit = (int) Math.min(end, (long) lineStart + budget.limits().maxLineBytes());
        boolean folded = false;
        boolean ascii = true;
        boolean readable = true;
        while (true) {
            if (pos >= limit) {
                boolean tooLong = end - lineStart > budget.limits().maxLineBytes();
                throw new SipParseException(tooLong ? SipRule.LINE_TOO_LONG : SipRule.HEADERS_UNTERMINATED, name(name));
            }
            byte b = bytes[pos];
            if (b == CR) {
                int lineEnd = pos;
                lineBreak();
                if (pos < end && CharClass.space(bytes[pos])) {
                    folded = true;
                    continue;
                }
                budget.spend(pos - start);
                return readable ? trimmed(start, lineEnd, folded, ascii) : null;
            }
            if (b < 0) {
                ascii = false;
            } else if (b < 0x20 && b != '\t' || b == 0x7f) {
                readable &= mayStand(b, name);
            }
            pos++;
        }
    }

    /** A control character other than CR and LF may stand after a backslash in a quoted string, or in a header that is ignored then. */
    private boolean mayStand(byte b, String name) throws SipParseException {
        if (b == LF) {
            throw new SipParseException(SipRule.BARE_LINE_BREAK, name(name));
        }
        boolean escaped = bytes[pos - 1] == '\\';
        if (!escaped && TypedHeaders.reads(name)) {
            throw new SipParseException(SipRule.CONTROL_CHARACTER, name(name));
        }
        return escaped;
    }

    private static String name(String name) {
        return "in " + Printable.of(name);
    }

    private String trimmed(int from, int to, boolean folded, boolean ascii) throws SipParseException {
        int start = from;
        int stop = to;
        byte[] source = bytes;
        if (folded) {
            source = unfold(from, to);
            start = 0;
            stop = source.length;
        }
        while (start < stop && CharClass.space(source[start])) {
            start++;
        }
        while (stop > start && CharClass.space(source[stop - 1])) {
            stop--;
        }
        return new String(source, start, stop - start, ascii ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    }

    /** Every line break with the white space around it becomes one space (RFC 3261 section 7.3.1). */
    private byte[] unfold(int from, int to) throws SipParseException {
        byte[] out = new byte[to - from];
        int length = 0;
        int i = from;
        while (i < to) {
            if (bytes[i] != CR) {
                out[length++] = bytes[i++];
                continue;
            }
            while (length > 0 && CharClass.space(out[length - 1])) {
                length--;
            }
            i += 2;
            while (i < to && CharClass.space(bytes[i])) {
                i++;
            }
            out[length++] = ' ';
        }
        budget.spend(to - from);
        return Arrays.copyOf(out, length);
    }

    // ---- body and text

    private byte[] bodyBytes(TypedHeaders typed) throws SipParseException {
        int available = end - pos;
        long length = typed.contentLength() < 0 ? available : typed.contentLength();
        if (length > available) {
            throw new SipParseException(SipRule.BODY_TRUNCATED, length + " > " + available);
        }
        return length == 0 ? null : Arrays.copyOfRange(bytes, pos, pos + (int) length);
    }

    private String text(int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] < 0) {
                return new String(bytes, from, to - from, StandardCharsets.UTF_8);
            }
        }
        return latin(from, to);
    }

    private String latin(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
