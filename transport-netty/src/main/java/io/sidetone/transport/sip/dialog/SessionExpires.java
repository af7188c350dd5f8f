package io.sidetone.transport.sip.dialog;

import io.sidetone.transport.sip.message.SipMessage;

/**
 * The value of a Session-Expires header (RFC 4028 section 4).
 *
 * @param seconds the interval
 * @param refresher who refreshes, in the roles of the transaction that carries the header
 */
public record SessionExpires(int seconds, Refresher refresher) {
    private static final String PARAMETER = "refresher=";

    /** Party that sends the refreshes. */
    public enum Refresher {
        /** No side was named: the answering side chooses. */
        NONE,
        /** The sender of the request. */
        UAC,
        /** The sender of the response. */
        UAS
    }

    /** Returns the header of a message, or null when it is absent or unreadable. */
    public static SessionExpires of(SipMessage message) {
        String value = message.header("Session-Expires");
        if (value == null) {
            return null;
        }
        String[] parts = value.split(";");
        int seconds = seconds(parts[0]);
        if (seconds < 0) {
            return null;
        }
        Refresher refresher = Refresher.NONE;
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].replace(" ", "");
            if (parameter.equalsIgnoreCase(PARAMETER + "uac")) {
                refresher = Refresher.UAC;
            } else if (parameter.equalsIgnoreCase(PARAMETER + "uas")) {
                refresher = Refresher.UAS;
            }
        }
        return new SessionExpires(seconds, refresher);
    }

    /** Returns the Min-SE of a message in seconds, or {@code absent} when there is none or it is unreadable. */
    public static int minimum(SipMessage message, int absent) {
        String value = message.header("Min-SE");
        int seconds = value == null ? -1 : seconds(value.split(";")[0]);
        return seconds < 0 ? absent : seconds;
    }

    private static int seconds(String text) {
        String digits = text.strip();
        if (digits.isEmpty() || digits.length() > 9 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        return Integer.parseInt(digits);
    }

    /** Returns the header text. */
    @Override
    public String toString() {
        return switch (refresher) {
            case NONE -> Integer.toString(seconds);
            case UAC -> seconds + ";refresher=uac";
            case UAS -> seconds + ";refresher=uas";
        };
    }
}
