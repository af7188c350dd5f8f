package io.sidetone.transport.capture;

import io.sidetone.transport.sip.message.CallerPrivacy;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * Blackens in a SIP message what must not be kept: answers to challenges, signed identities, passwords in URIs, keys in session
 * descriptions, digits. Each byte becomes an {@code x}, so that every length in the message stays true. It errs on the side of too much. Any thread.
 */
public final class SipSecrets {
    private static final byte BLACK = 'x';
    private static final Set<String> HEADERS = Set.of(
            "authorization", "proxy-authorization", "authentication-info", "proxy-authentication-info", "identity");
    private static final Set<String> SCHEMES = Set.of("digest", "basic", "bearer");
    private static final String[] KEY_LINES = {"a=crypto:", "a=key-mgmt:", "a=ice-pwd:", "k="};
    private static final String INLINE = "inline:";
    private static final String[] BEFORE_USER = {"sip:", "sips:", "://"};
    private static final String IN_URI = "authorization=";

    private SipSecrets() {}

    /** Blackens in place; where the caller asked to stay unnamed ({@code hidden}), headers that name him are black, too. */
    public static void blacken(byte[] message, boolean hidden) {
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
                int from = secret(text, at, end, hidden);
                folded = from >= 0 && isHeader(text, at, end, hidden);
                if (from >= 0) {
                    black(message, from, end);
                }
            }
            at = next(text, end);
        }
        for (String before : BEFORE_USER) {
            passwords(message, text, before);
        }
        inUris(message, text);
    }

    /** Returns whether a line says that digits follow: those of the whole body count, also of a part of it. */
    private static boolean digits(String text, int at, int end) {
        int colon = find(text, ':', at, end);
        if (colon < 0) {
            return false;
        }
        String name = text.substring(at, colon).strip();
        String value = text.substring(colon + 1, end);
        return (name.equals("content-type") || name.equals("c"))
                && (value.contains("dtmf") || value.contains("telephone-event") || value.contains("kpml"));
    }

    /** Returns where the secret part of a line begins, or −1. */
    private static int secret(String text, int at, int end, boolean hidden) {
        if (isHeader(text, at, end, hidden)) {
            int value = text.indexOf(':', at) + 1;
            while (value < end && (text.charAt(value) == ' ' || text.charAt(value) == '\t')) {
                value++;
            }
            int scheme = find(text, ' ', value, end);
            return scheme >= 0 && SCHEMES.contains(text.substring(value, scheme)) ? scheme + 1 : value;
        }
        for (String line : KEY_LINES) {
            if (text.startsWith(line, at)) {
                int inline = text.substring(at, end).indexOf(INLINE);
                return inline < 0 ? at + line.length() : at + inline + INLINE.length();
            }
        }
        return -1;
    }

    /** White space may stand before the colon. */
    private static boolean isHeader(String text, int at, int end, boolean hidden) {
        int colon = find(text, ':', at, end);
        if (colon < 0) {
            return false;
        }
        String name = text.substring(at, colon).strip();
        return HEADERS.contains(name) || hidden && CallerPrivacy.names(name);
    }

    /** A header in a URI (RFC 3261 section 19.1.1): {@code sip:host?Authorization=...}. */
    private static void inUris(byte[] message, String text) {
        for (int at = text.indexOf(IN_URI); at >= 0; at = text.indexOf(IN_URI, at)) {
            at += IN_URI.length();
            int value = at;
            while (at < text.length() && "&<>\" \t\r\n".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            black(message, value, at);
        }
    }

    /** {@code sip:user:password@host}. */
    private static void passwords(byte[] message, String text, String before) {
        for (int at = text.indexOf(before); at >= 0; at = text.indexOf(before, at)) {
            at += before.length();
            int password = -1;
            while (at < text.length() && "@<>\" \t\r\n".indexOf(text.charAt(at)) < 0) {
                if (text.charAt(at) == ':' && password < 0) {
                    password = at + 1;
                }
                at++;
            }
            if (password > 0 && at < text.length() && text.charAt(at) == '@') {
                black(message, password, at);
            }
        }
    }

    /** Returns where {@code c} stands in a line, or −1. No search goes beyond the line: a message may have thousands. */
    private static int find(String text, char c, int at, int end) {
        for (int i = at; i < end; i++) {
            if (text.charAt(i) == c) {
                return i;
            }
        }
        return -1;
    }

    private static void black(byte[] message, int from, int to) {
        for (int i = from; i < to; i++) {
            message[i] = BLACK;
        }
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
