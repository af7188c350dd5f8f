package io.sidetone.transport.sip.service;

import io.sidetone.transport.sip.message.SipMessage;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A digit in the body of an INFO: {@code application/dtmf-relay} with {@code Signal=} and {@code Duration=} lines, or
 * {@code application/dtmf} with the digit alone. Digits may be written as the event numbers 10–16 of RFC 4733.
 *
 * @param digit {@code 0–9}, {@code *}, {@code #}, {@code A–D}; {@link #FLASH} for a hook flash
 * @param durationMs 250 when the body says nothing readable
 */
public record DtmfBody(char digit, int durationMs) {
    /** What an INFO with a digit may carry, as an Accept header says it. */
    public static final String ACCEPT = "application/dtmf-relay, application/dtmf";

    /** A hook flash. */
    public static final char FLASH = '!';

    /** The type we send. */
    static final String RELAY = "application/dtmf-relay";

    private static final String PLAIN = "application/dtmf";

    private static final String DIGITS = "0123456789*#ABCD!";
    private static final int DEFAULT_MS = 250;
    private static final int LONGEST_MS = 60_000;

    /** Returns whether the body of a message is of a type that carries a digit. */
    public static boolean carriedBy(SipMessage message) {
        return message.hasContentType(RELAY) || message.hasContentType(PLAIN);
    }

    /** Returns the digit, or null when the body holds none. */
    public static DtmfBody of(SipMessage message) {
        String signal = null;
        int durationMs = DEFAULT_MS;
        for (String line : new String(message.body(), StandardCharsets.ISO_8859_1).split("[\r\n]+")) {
            int equals = line.indexOf('=');
            String name = equals < 0 ? "" : line.substring(0, equals).strip().toLowerCase(Locale.ROOT);
            String value = line.substring(equals + 1).strip();
            if (name.equals("duration")) {
                durationMs = duration(value);
            } else if (signal == null && !value.isEmpty() && (name.isEmpty() || name.equals("signal"))) {
                signal = value;
            }
        }
        int index = signal == null ? -1 : index(signal.toUpperCase(Locale.ROOT));
        return index < 0 ? null : new DtmfBody(DIGITS.charAt(index), durationMs);
    }

    /** Returns the body of type {@link #RELAY}. */
    byte[] encode() {
        return ("Signal=" + digit + "\r\nDuration=" + durationMs + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static int index(String signal) {
        if (signal.length() == 1) {
            return DIGITS.indexOf(signal.charAt(0));
        }
        if (signal.length() == 2 && signal.charAt(0) == '1' && signal.charAt(1) >= '0' && signal.charAt(1) <= '6') {
            return 10 + (signal.charAt(1) - '0');
        }
        return -1;
    }

    private static int duration(String value) {
        if (value.isEmpty() || value.length() > 5 || !value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return DEFAULT_MS;
        }
        return Math.min(Integer.parseInt(value), LONGEST_MS);
    }
}
