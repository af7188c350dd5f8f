package io.sidetone.transport.http.console;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * One file of the console.
 *
 * @param contentType with charset for text
 * @param bytes content
 * @param etag strong validator (RFC 9110 section 8.8.3), quotes included
 */
record ConsoleFile(String contentType, byte[] bytes, String etag) {
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");
    private static final int ETAG_BYTES = 16;

    /** Returns the file {@code name}; its suffix gives its type. */
    static ConsoleFile of(String name, byte[] bytes) {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null) {
            throw new IllegalArgumentException("console file '" + name + "' has no known type; use one of " + TYPES);
        }
        return new ConsoleFile(type, bytes, etag(bytes));
    }

    private static String etag(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return '"' + HexFormat.of().formatHex(digest, 0, ETAG_BYTES) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Returns whether the client already has this version, which {@code ifNoneMatch} names (RFC 9110 section 13.1.2). */
    boolean known(String ifNoneMatch) {
        for (String tag : ifNoneMatch.split(",")) {
            String each = tag.strip();
            if (each.equals("*") || (each.startsWith("W/") ? each.substring(2) : each).equals(etag)) {
                return true;
            }
        }
        return false;
    }

    String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
