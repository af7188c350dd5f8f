package io.sidetone.transport.sip.service;

import io.sidetone.transport.sip.message.ReasonPhrases;
import io.sidetone.transport.sip.message.SipMessage;
import java.nio.charset.StandardCharsets;

/** The status line that a NOTIFY about a transfer carries as {@code message/sipfrag} (RFC 3420, RFC 3515 2.4.5). */
final class SipFragment {
    static final String TYPE = "message/sipfrag";

    /** No status could be read. */
    static final int NONE = 0;

    private static final String VERSION = "SIP/2.0 ";

    private SipFragment() {}

    /** Returns the body that says {@code status}, 100…699. */
    static byte[] of(int status) {
        return (VERSION + status + ' ' + ReasonPhrases.of(status) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the status, 100…699, or {@link #NONE}. */
    static int status(SipMessage message) {
        byte[] body = message.body();
        int digits = VERSION.length();
        if (body.length < digits + 3) {
            return NONE;
        }
        String start = new String(body, 0, digits + 3, StandardCharsets.ISO_8859_1);
        if (!start.regionMatches(true, 0, VERSION, 0, digits)) {
            return NONE;
        }
        boolean longer = body.length > digits + 3 && body[digits + 3] >= '0' && body[digits + 3] <= '9';
        int status = 0;
        for (int i = digits; i < digits + 3; i++) {
            char c = start.charAt(i);
            if (c < '0' || c > '9') {
                return NONE;
            }
            status = status * 10 + (c - '0');
        }
        return longer || status < 100 || status > 699 ? NONE : status;
    }
}
