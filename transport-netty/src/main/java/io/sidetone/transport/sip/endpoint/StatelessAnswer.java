package io.sidetone.transport.sip.endpoint;

import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.ReasonPhrases;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.Via;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The answer to a request that cannot be parsed (RFC 3261 section 8.2.6): the headers a response copies are taken from
 * the bytes as they stand. The same request gets the same answer, so that retransmissions see one To tag.
 */
final class StatelessAnswer {
    private static final int MAX_VIAS = 20;
    private static final int MAX_VALUE_BYTES = 2048;

    private final byte[] bytes;
    private final Via topVia;

    private StatelessAnswer(byte[] bytes, Via topVia) {
        this.bytes = bytes;
        this.topVia = topVia;
    }

    /** The encoded response. */
    byte[] bytes() {
        return bytes;
    }

    /** Its topmost Via, which says where it goes; null where that cannot be read: it goes back to where the request came from. */
    Via topVia() {
        return topVia;
    }

    /**
     * An answer with the status of the exception, or null when none can be given: there is no Via, or there are too many.
     *
     * @param seed secret of this process, so that tags cannot be guessed
     */
    static StatelessAnswer of(
            byte[] message, int offset, int length, SipParseException problem, InetSocketAddress source, long seed) {
        List<String> vias = new ArrayList<>(4);
        String[] copied = new String[4];
        collect(message, offset, offset + length, vias, copied);
        if (vias.isEmpty() || vias.size() > MAX_VIAS) {
            return null;
        }
        String first = vias.get(0);
        int comma = first.indexOf(',');
        Via top = readable(comma < 0 ? first : first.substring(0, comma).strip(), source);
        StringBuilder out = new StringBuilder(512)
                .append("SIP/2.0 ")
                .append(problem.statusCode())
                .append(' ');
        out.append(
                problem.statusCode() == 400
                        ? "Bad Request: " + problem.rule().text()
                        : ReasonPhrases.of(problem.statusCode()));
        out.append("\r\nVia: ").append(top == null ? first : top);
        if (top != null && comma >= 0) {
            out.append(first, comma, first.length());
        }
        out.append("\r\n");
        for (int i = 1; i < vias.size(); i++) {
            out.append("Via: ").append(vias.get(i)).append("\r\n");
        }
        append(out, "From: ", copied[0]);
        append(out, "To: ", tagged(copied[1], copied[2], copied[3], seed));
        append(out, "Call-ID: ", copied[2]);
        append(out, "CSeq: ", copied[3]);
        out.append("Content-Length: 0\r\n\r\n");
        return new StatelessAnswer(out.toString().getBytes(StandardCharsets.UTF_8), top);
    }

    private static Via readable(String via, InetSocketAddress source) {
        try {
            return Via.parse(via).withReceived(source);
        } catch (SipParseException unreadable) {
            return null;
        }
    }

    private static void append(StringBuilder out, String name, String value) {
        if (value != null) {
            out.append(name).append(value).append("\r\n");
        }
    }

    private static String tagged(String to, String callId, String cseq, long seed) {
        try {
            if (to == null || NameAddress.shown(to).tag() != null) {
                return to;
            }
        } catch (SipParseException malformed) {
            return to;
        }
        long hash = seed;
        String text = callId + '\n' + cseq + '\n' + to;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return to + ";tag=" + Long.toHexString(hash ^ hash >>> 29);
    }

    private static void collect(byte[] bytes, int from, int end, List<String> vias, String[] copied) {
        int pos = nextLine(bytes, skipBlank(bytes, from, end), end);
        while (pos < end && bytes[pos] != '\r' && bytes[pos] != '\n') {
            int lineEnd = nextLine(bytes, pos, end);
            while (lineEnd < end && (bytes[lineEnd] == ' ' || bytes[lineEnd] == '\t')) {
                lineEnd = nextLine(bytes, lineEnd, end);
            }
            if (bytes[lineEnd - 1] == '\n') {
                take(bytes, pos, lineEnd, vias, copied);
            }
            pos = lineEnd;
        }
    }

    private static int skipBlank(byte[] bytes, int from, int end) {
        int pos = from;
        while (pos < end && (bytes[pos] == '\r' || bytes[pos] == '\n')) {
            pos++;
        }
        return pos;
    }

    private static int nextLine(byte[] bytes, int from, int end) {
        int pos = from;
        while (pos < end && bytes[pos] != '\n') {
            pos++;
        }
        return Math.min(end, pos + 1);
    }

    private static void take(byte[] bytes, int from, int to, List<String> vias, String[] copied) {
        int colon = from;
        while (colon < to && bytes[colon] != ':') {
            colon++;
        }
        if (colon == to || to - from > MAX_VALUE_BYTES) {
            return;
        }
        String name = new String(bytes, from, colon - from, StandardCharsets.ISO_8859_1).strip();
        int slot = slot(name);
        boolean via = name.equalsIgnoreCase("Via") || name.equalsIgnoreCase("v");
        if (!via && (slot < 0 || copied[slot] != null)) {
            return;
        }
        String value = new String(bytes, colon + 1, to - colon - 1, StandardCharsets.UTF_8)
                .replace('\r', ' ')
                .replace('\n', ' ')
                .replace('\t', ' ')
                .strip();
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < 0x20 || value.charAt(i) == 0x7f) {
                return;
            }
        }
        if (via) {
            vias.add(value);
        } else {
            copied[slot] = value;
        }
    }

    private static int slot(String name) {
        if (name.length() == 1) {
            return "fti".indexOf(Character.toLowerCase(name.charAt(0)));
        }
        if (name.equalsIgnoreCase("From")) {
            return 0;
        }
        if (name.equalsIgnoreCase("To")) {
            return 1;
        }
        if (name.equalsIgnoreCase("Call-ID")) {
            return 2;
        }
        return name.equalsIgnoreCase("CSeq") ? 3 : -1;
    }
}
