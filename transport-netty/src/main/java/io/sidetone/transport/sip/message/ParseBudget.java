package io.sidetone.transport.sip.message;

/**
 * Limits of one parse and the work done so far, in characters looked at. A message may cost at most a fixed multiple of
 * its length; the limit turns "the parser is linear" into something a test can read and an attacker cannot exceed.
 */
final class ParseBudget {
    private static final int STEPS_PER_BYTE = 12;
    private static final int STEPS_PER_MESSAGE = 4096;

    private final SipLimits limits;
    private final long maxSteps;
    private long steps;

    ParseBudget(SipLimits limits, int messageBytes) {
        this.limits = limits;
        this.maxSteps = STEPS_PER_MESSAGE + (long) STEPS_PER_BYTE * messageBytes;
    }

    /** For text of our own making: the stream limits, and work in proportion to the text. */
    static ParseBudget forText(int chars) {
        return new ParseBudget(SipLimits.stream(), chars);
    }

    SipLimits limits() {
        return limits;
    }

    long steps() {
        return steps;
    }

    void spend(int charsLookedAt) throws SipParseException {
        steps += charsLookedAt;
        if (steps > maxSteps) {
            throw new SipParseException(SipRule.TOO_COSTLY, "limit " + maxSteps + " steps");
        }
    }
}
