package io.sidetone.transport.sip.service;

import io.sidetone.transport.rtp.packet.TelephoneEvent;
import io.sidetone.transport.sip.message.SipMessage;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A digit in the body of an INFO: {@code application/dtmf-relay} with {@code Signal=} and {@code Duration=} lines, or
 * {@code application/dtmf} with the digit alone. Digits may be written as the event numbers 10–16 of RFC 4733. Some gateways put the
 * four bytes of an event (RFC 4733 section 2.3) into {@code audio/telephone-event}, others the same lines.
 *
 * @param digit {@code 0–9}, {@code *}, {@code #}, {@code A–D}; {@link #FLASH} for a hook flash
 * @param durationMs 250 when the body says nothing readable
 * @param phase where in a press the message stands
 */
public record DtmfBody(char digit, int durationMs, Phase phase) {
    /** Phases of a press at which a message stands. */
    public enum Phase {
        /** The message is the whole press. */
        WHOLE,
        /** The key is down: another message may follow. */
        BEGIN,
        /** The key is up again. */
        END
    }

    /** Types of what an INFO with a digit may carry, as an Accept header says it. */
    public static final String ACCEPT = "application/dtmf-relay, application/dtmf, audio/telephone-event";

    /** A hook flash. */
    public static final char FLASH = '!';

    /** The type we send. */
    static final String RELAY = "application/dtmf-relay";

    private static final String PLAIN = "application/dtmf";
    private static final String EVENT = "audio/telephone-event";
    private static final int UNITS_PER_MS = 8;

    private static final String DIGITS = "0123456789*#ABCD!";
    private static final int DEFAULT_MS = 250;
    private static final int LONGEST_MS = 60_000;

    /** Returns whether the body of a message is of a type that carries a digit. */
    public static boolean carriedBy(SipMessage message) {
        return message.hasContentType(RELAY) || message.hasContentType(PLAIN) || message.hasContentType(EVENT);
    }

    /** Returns the digit, or null when the body holds none. */
    public static DtmfBody of(SipMessage message) {
        if (message.hasContentType(EVENT) && message.body().length == TelephoneEvent.LENGTH) {
            return ofEvent(message.body());
        }
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
        return index < 0 ? null : new DtmfBody(DIGITS.charAt(index), durationMs, Phase.WHOLE);
    }

    private static DtmfBody ofEvent(byte[] event) {
        int code = TelephoneEvent.event(event, 0);
        Phase phase = TelephoneEvent.end(event, 0) ? Phase.END : Phase.BEGIN;
        int durationMs = Math.min(TelephoneEvent.duration(event, 0) / UNITS_PER_MS, LONGEST_MS);
        return code >= DIGITS.length()
                ? null
                : new DtmfBody(DIGITS.charAt(code), durationMs == 0 ? DEFAULT_MS : durationMs, phase);
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
