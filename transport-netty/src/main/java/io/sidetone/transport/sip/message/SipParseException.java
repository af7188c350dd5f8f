package io.sidetone.transport.sip.message;

/** A message that is not well-formed SIP. Carries no stack trace: peers can cause it at line rate. */
public final class SipParseException extends Exception {
    private static final long serialVersionUID = 1L;

    private final SipRule rule;
    private final int statusCode;

    SipParseException(SipRule rule, String detail) {
        this(rule, rule.statusCode(), detail.isEmpty() ? rule.text() : rule.text() + ": " + detail);
    }

    private SipParseException(SipRule rule, int statusCode, String message) {
        super(message, null, false, false);
        this.rule = rule;
        this.statusCode = statusCode;
    }

    /** A rule broken, with the offending text made safe for a log line. */
    public static SipParseException of(SipRule rule, String detail) {
        return new SipParseException(rule, Printable.of(detail));
    }

    /** Status code to answer with (RFC 3261 section 21.4), or 0 where no answer may be sent: responses and ACK. */
    public int statusCode() {
        return statusCode;
    }

    /** The rule that was broken. */
    public SipRule rule() {
        return rule;
    }

    SipParseException unanswerable() {
        return new SipParseException(rule, 0, getMessage());
    }
}
