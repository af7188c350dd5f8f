package io.sidetone.transport.sip.message;

import java.util.Objects;

/**
 * Sequence number and method of a request (RFC 3261 section 8.1.1.5).
 *
 * @param number 0 to 2^31 - 1
 */
public record CSeq(long number, SipMethod method) {
    /** Largest number the RFC allows. */
    public static final long MAX_NUMBER = 0x7fff_ffffL;

    /** Checks the range. */
    public CSeq {
        Objects.requireNonNull(method, "method");
        if (number < 0 || number > MAX_NUMBER) {
            throw new IllegalArgumentException("CSeq number " + number
                    + " is outside 0 to 2147483647 (RFC 3261 section 8.1.1.5); begin a new dialog");
        }
    }

    static CSeq parse(String text, ParseBudget budget) throws SipParseException {
        TextScanner scanner = new TextScanner(text, budget);
        long number = scanner.number(MAX_NUMBER, SipRule.CSEQ, SipRule.CSEQ_RANGE);
        if (!CharClass.space(scanner.peek())) {
            throw scanner.fail(SipRule.CSEQ);
        }
        scanner.skipSpace();
        String method = scanner.token(SipRule.CSEQ);
        if (!scanner.atEnd()) {
            throw scanner.fail(SipRule.CSEQ);
        }
        return new CSeq(number, SipMethod.of(method));
    }

    @Override
    public String toString() {
        return number + " " + method;
    }
}
