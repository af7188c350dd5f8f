package io.sidetone.transport.capture;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Blackens in a SIP message what must not be kept: answers to challenges, passwords in URIs, keys in session descriptions, digits. Each
 * byte becomes an {@code x}, so that every length in the message stays true. It errs on the side of too much. Any thread.
 */
final class SipSecrets {
    private static final byte BLACK = 'x';
    private static final String[] HEADERS = {
        "authorization:", "proxy-authorization:", "authentication-info:", "proxy-authentication-info:"
    };
    private static final String[] KEY_LINES = {"a=crypto:", "a=key-mgmt:", "k="};
    private static final String INLINE = "inline:";

    private SipSecrets() {}

    /** Blackens in place. */
    static void blacken(byte[] message) {
        String text = lower(message);
        boolean folded = false;
        boolean digits = text.startsWith("info ");
        boolean body = false;
        for (int at = 0; at < text.length(); ) {
            int end = lineEnd(text, at);
            char first = at < end ? text.charAt(at) : '\n';
            digits |= digits(text, at, end);
            body |= at == end;
            if (body && digits) {
                black(message, at, end);
            } else if (folded && (first == ' ' || first == '\t')) {
                black(message, at + 1, end);
            } else {
                int from = secret(text, at, end);
                folded = from >= 0 && isHeader(text, at, end);
                if (from >= 0) {
                    black(message, from, end);
                }
                passwords(message, text, at, end);
            }
            at = next(text, end);
        }
    }

    /** Returns whether a line says that digits follow: those of the whole body count, also of a part of it. */
    private static boolean digits(String text, int at, int end) {
        int colon = text.indexOf(':', at);
        if (colon < 0 || colon >= end) {
            return false;
        }
        String name = text.substring(at, colon).strip();
        String value = text.substring(colon + 1, end);
        return (name.equals("content-type") || name.equals("c"))
                && (value.contains("dtmf") || value.contains("telephone-event") || value.contains("kpml"));
    }

    /** Returns where the secret part of a line begins, or −1. */
    private static int secret(String text, int at, int end) {
        if (isHeader(text, at, end)) {
            int value = text.indexOf(':', at) + 1;
            while (value < end && (text.charAt(value) == ' ' || text.charAt(value) == '\t')) {
                value++;
            }
            int scheme = text.indexOf(' ', value);
            return scheme < 0 || scheme >= end || text.substring(value, scheme).indexOf('=') >= 0 ? value : scheme + 1;
        }
        for (String line : KEY_LINES) {
            if (text.startsWith(line, at)) {
                int inline = text.indexOf(INLINE, at);
                return inline < 0 || inline >= end ? at + line.length() : inline + INLINE.length();
            }
        }
        return -1;
    }

    /** White space may stand before the colon. */
    private static boolean isHeader(String text, int at, int end) {
        int colon = text.indexOf(':', at);
        if (colon < 0 || colon >= end) {
            return false;
        }
        String name = text.substring(at, colon).strip() + ":";
        for (String header : HEADERS) {
            if (name.equals(header)) {
                return true;
            }
        }
        return false;
    }

    /** {@code sip:user:password@host}. */
    private static void passwords(byte[] message, String text, int from, int end) {
        for (int scheme = text.indexOf("sip", from);
                scheme >= 0 && scheme < end;
                scheme = text.indexOf("sip", scheme + 1)) {
            int colon = scheme + (text.startsWith("sips", scheme) ? 4 : 3);
            if (colon >= end || text.charAt(colon) != ':') {
                continue;
            }
            int at = colon + 1;
            int password = -1;
            while (at < end && "@<>\" \t".indexOf(text.charAt(at)) < 0) {
                if (text.charAt(at) == ':' && password < 0) {
                    password = at + 1;
                }
                at++;
            }
            if (password > 0 && at < end && text.charAt(at) == '@') {
                black(message, password, at);
            }
        }
    }

    private static void black(byte[] message, int from, int to) {
        for (int i = from; i < to; i++) {
            message[i] = BLACK;
        }
    }

    /** Returns the Call-ID of a message, empty when there is none. */
    static String callId(byte[] message) {
        String text = lower(message);
        for (int at = 0; at < text.length(); ) {
            int end = lineEnd(text, at);
            if (at == end) {
                return "";
            }
            int colon = text.indexOf(':', at);
            if (colon > 0 && colon < end) {
                String name = text.substring(at, colon).strip();
                if (name.equals("call-id") || name.equals("i")) {
                    return new String(message, colon + 1, end - colon - 1, StandardCharsets.ISO_8859_1).strip();
                }
            }
            at = next(text, end);
        }
        return "";
    }

    /** One character for each byte. */
    private static String lower(byte[] message) {
        return new String(message, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    }

    private static int lineEnd(String text, int at) {
        int end = at;
        while (end < text.length() && text.charAt(end) != '\r' && text.charAt(end) != '\n') {
            end++;
        }
        return end;
    }

    /** Returns the start of the next line: after CRLF, or after a CR or LF alone. */
    private static int next(String text, int end) {
        return text.startsWith("\r\n", end) ? end + 2 : end + 1;
    }
}
