package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.message.SipMessage;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Finds the session description of a message, alone or as a part of {@code multipart/*} (RFC 5621). */
final class SdpBody {
    static final String TYPE = "application/sdp";

    private static final String BLANK_LINE = "\r\n\r\n";

    private SdpBody() {}

    /** Returns the session description, or null when there is none. */
    static byte[] of(SipMessage message) {
        if (message.body().length == 0) {
            return null;
        }
        if (message.hasContentType(TYPE)) {
            return message.body();
        }
        String boundary = boundary(message.contentType());
        return boundary == null ? null : part(message.body(), boundary);
    }

    /** Returns why the body cannot be understood (RFC 3261 8.2.3), or null when it can or need not be. */
    static Refusal problem(SipMessage message) {
        if (message.body().length == 0) {
            return null;
        }
        for (String encoding : message.headerValues("Content-Encoding")) {
            if (!encoding.equalsIgnoreCase("identity")) {
                return Refusal.with(415, "Accept-Encoding", "identity");
            }
        }
        if (of(message) != null || optional(message)) {
            return null;
        }
        return Refusal.with(415, "Accept", TYPE);
    }

    private static boolean optional(SipMessage message) {
        String disposition = message.header("Content-Disposition");
        return disposition != null
                && disposition.toLowerCase(Locale.ROOT).replace(" ", "").contains("handling=optional");
    }

    private static String boundary(String contentType) {
        if (contentType == null || !contentType.toLowerCase(Locale.ROOT).startsWith("multipart/")) {
            return null;
        }
        for (String parameter : contentType.split(";")) {
            String stripped = parameter.strip();
            if (stripped.regionMatches(true, 0, "boundary=", 0, 9)) {
                String value = stripped.substring(9).replace("\"", "");
                return value.isEmpty() ? null : value;
            }
        }
        return null;
    }

    private static byte[] part(byte[] body, String boundary) {
        String text = new String(body, StandardCharsets.ISO_8859_1);
        String delimiter = "--" + boundary;
        int start = text.indexOf(delimiter);
        while (start >= 0) {
            int headersAt = start + delimiter.length();
            int end = text.indexOf("\r\n" + delimiter, headersAt);
            int blank = text.indexOf(BLANK_LINE, headersAt);
            if (end < 0 || blank < 0) {
                return null;
            }
            if (blank < end && isSdp(text.substring(headersAt, blank))) {
                return text.substring(blank + BLANK_LINE.length(), end).getBytes(StandardCharsets.ISO_8859_1);
            }
            start = end + 2;
        }
        return null;
    }

    private static boolean isSdp(String headers) {
        for (String line : headers.split("\r\n")) {
            int colon = line.indexOf(':');
            if (colon > 0 && isContentType(line.substring(0, colon).strip())) {
                return line.substring(colon + 1)
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .startsWith(TYPE);
            }
        }
        return false;
    }

    private static boolean isContentType(String name) {
        return name.equalsIgnoreCase("Content-Type") || name.equalsIgnoreCase("c");
    }
}
