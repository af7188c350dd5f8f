package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.message.SipMessage;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the session description of a message, alone or as a part of {@code multipart/*} (RFC 5621). */
final class SdpBody {
    static final String TYPE = "application/sdp";

    /** Multipart within multipart occurs; nobody needs more of it. */
    private static final int MAX_DEPTH = 4;

    private static final Pattern BOUNDARY = Pattern.compile("(?i);\\s*boundary\\s*=\\s*(?:\"([^\"]*)\"|([^;\\s]*))");

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
        String found =
                boundary == null ? null : part(new String(message.body(), StandardCharsets.ISO_8859_1), boundary, 1);
        return found == null ? null : found.getBytes(StandardCharsets.ISO_8859_1);
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
        Matcher found = BOUNDARY.matcher(contentType);
        String value = !found.find() ? "" : found.group(1) != null ? found.group(1) : found.group(2);
        return value.isEmpty() ? null : value;
    }

    /** Returns the first description in the parts of a body, or null (RFC 2046 section 5.1). Lines end with CR LF or LF, and the last boundary may be missing. */
    private static String part(String text, String boundary, int depth) {
        String delimiter = "--" + boundary;
        int from = -1;
        int pos = 0;
        while (pos < text.length()) {
            int lineEnd = text.indexOf('\n', pos);
            int next = lineEnd < 0 ? text.length() : lineEnd + 1;
            String line = text.substring(pos, next).strip();
            if (line.equals(delimiter) || line.equals(delimiter + "--")) {
                String found = from < 0 ? null : descriptionOf(text.substring(from, pos), depth);
                if (found != null || line.length() > delimiter.length()) {
                    return found;
                }
                from = next;
            }
            pos = next;
        }
        return from < 0 ? null : descriptionOf(text.substring(from), depth);
    }

    private static String descriptionOf(String part, int depth) {
        int body = 0;
        StringBuilder headers = new StringBuilder();
        while (body < part.length()) {
            int lineEnd = part.indexOf('\n', body);
            int next = lineEnd < 0 ? part.length() : lineEnd + 1;
            String line = part.substring(body, next);
            body = next;
            if (line.isBlank()) {
                break;
            }
            // A line that begins with a blank continues the one before (RFC 5322 section 2.2.3).
            headers.append(Character.isWhitespace(line.charAt(0)) ? " " : "\n").append(line.strip());
        }
        String type = contentType(headers.toString());
        if (type.toLowerCase(Locale.ROOT).startsWith(TYPE)) {
            return part.substring(body).stripTrailing() + "\r\n";
        }
        String inner = depth < MAX_DEPTH ? boundary(type) : null;
        return inner == null ? null : part(part.substring(body), inner, depth + 1);
    }

    private static String contentType(String headers) {
        for (String line : headers.split("\n")) {
            int colon = line.indexOf(':');
            String name = colon < 0 ? "" : line.substring(0, colon).strip();
            if (name.equalsIgnoreCase("Content-Type") || name.equalsIgnoreCase("c")) {
                return line.substring(colon + 1).strip();
            }
        }
        return "";
    }
}
