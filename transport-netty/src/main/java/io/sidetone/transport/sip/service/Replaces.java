package io.sidetone.transport.sip.service;

import io.sidetone.transport.sip.dialog.DialogId;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * The header that asks to put a new call in the place of another (RFC 3891). It names the dialog as its receiver sees it.
 *
 * @param callId Call-ID of the dialog that is replaced
 * @param toTag the tag of who receives the header
 * @param fromTag the tag of the receiver's peer; 0 for a peer of RFC 2543, which has none
 * @param earlyOnly whether only a call that is not answered yet may be replaced
 */
public record Replaces(String callId, String toTag, String fromTag, boolean earlyOnly) {
    /** Name of the header, and of the option tag in lower case. */
    public static final String NAME = "Replaces";

    /** The option tag. */
    public static final String TAG = "replaces";

    /** The longest value taken. */
    static final int MAX_LENGTH = 512;

    private static final String NO_TAG = "0";
    private static final String UNRESERVED = "-_.!~*'()";

    /** Returns what a peer of {@code dialog} has to be sent, so that a third party can take our place in it. */
    public static Replaces of(DialogId dialog) {
        return new Replaces(
                dialog.callId(), dialog.remoteTag().isEmpty() ? NO_TAG : dialog.remoteTag(), dialog.localTag(), false);
    }

    /** Reads a value of the header; empty when it is malformed. */
    public static Optional<Replaces> parse(String value) {
        if (value.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        String[] parts = value.split(";", -1);
        String toTag = null;
        String fromTag = null;
        boolean earlyOnly = false;
        for (int i = 1; i < parts.length; i++) {
            String part = parts[i].strip();
            int equals = part.indexOf('=');
            String name =
                    (equals < 0 ? part : part.substring(0, equals)).strip().toLowerCase(Locale.ROOT);
            String given = equals < 0 ? "" : part.substring(equals + 1).strip();
            switch (name) {
                case "to-tag" -> {
                    if (toTag != null || given.isEmpty()) {
                        return Optional.empty();
                    }
                    toTag = given;
                }
                case "from-tag" -> {
                    if (fromTag != null || given.isEmpty()) {
                        return Optional.empty();
                    }
                    fromTag = given;
                }
                case "early-only" -> earlyOnly = true;
                default -> {
                    // Parameters of later documents are ignored (RFC 3891 section 6.1: generic-param).
                }
            }
        }
        String callId = parts[0].strip();
        return callId.isEmpty() || toTag == null || fromTag == null
                ? Optional.empty()
                : Optional.of(new Replaces(callId, toTag, fromTag, earlyOnly));
    }

    /** Returns the dialog as we have it, when the header came to us. */
    public DialogId dialog() {
        return new DialogId(callId, toTag, fromTag.equals(NO_TAG) ? "" : fromTag);
    }

    /** Returns the value as it stands in the headers part of a URI (RFC 3261 section 19.1.1). */
    public String inUri() {
        StringBuilder out = new StringBuilder(96);
        for (byte b : toString().getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0);
            if (plain) {
                out.append(c);
            } else {
                out.append('%').append(hex(c >> 4)).append(hex(c & 15));
            }
        }
        return out.toString();
    }

    private static char hex(int digit) {
        return Character.toUpperCase(Character.forDigit(digit, 16));
    }

    @Override
    public String toString() {
        return callId + ";to-tag=" + toTag + ";from-tag=" + fromTag + (earlyOnly ? ";early-only" : "");
    }
}
