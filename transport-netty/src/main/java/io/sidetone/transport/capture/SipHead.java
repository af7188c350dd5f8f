package io.sidetone.transport.capture;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Reads the first line and the headers of a SIP message as it was on the wire. Never fails. Any thread. */
final class SipHead {
    private SipHead() {}

    /** Returns whether it is a request with {@code method}. */
    static boolean isRequest(byte[] message, String method) {
        return text(message).startsWith(method + " ");
    }

    /** Returns the status of a response, 0 for a request and for anything else. */
    static int status(byte[] message) {
        String text = text(message);
        return text.matches("(?s)SIP/2\\.0 [1-6][0-9]{2} .*") ? Integer.parseInt(text.substring(8, 11)) : 0;
    }

    /** Returns the Call-ID of a message, empty when there is none. */
    static String callId(byte[] message) {
        return header(message, "call-id", "i");
    }

    /** Returns the value of the first header of a name or its short form, both in lower case; empty when there is none. */
    static String header(byte[] message, String name, String compact) {
        return text(message)
                .lines()
                .takeWhile(line -> !line.isEmpty())
                .map(line -> line.split(":", 2))
                .filter(line -> {
                    String found = line[0].strip().toLowerCase(Locale.ROOT);
                    return line.length == 2 && (found.equals(name) || found.equals(compact));
                })
                .map(line -> line[1].strip())
                .findFirst()
                .orElse("");
    }

    private static String text(byte[] message) {
        return new String(message, StandardCharsets.ISO_8859_1);
    }
}
