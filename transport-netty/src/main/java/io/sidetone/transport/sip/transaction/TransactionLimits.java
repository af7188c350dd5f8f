package io.sidetone.transport.sip.transaction;

/**
 * Limits of how much state peers may make the layer keep.
 *
 * @param maxServerTransactions requests beyond this many live ones are answered 503 without a transaction
 * @param maxHalfOpenPerSource INVITE requests of one source address without a final response; beyond, 503
 * @param maxClientTransactions requests of ours in flight; beyond, sending fails as if the flow had refused
 * @param retryAfterSeconds what such a 503 says in Retry-After
 */
public record TransactionLimits(
        int maxServerTransactions, int maxHalfOpenPerSource, int maxClientTransactions, int retryAfterSeconds) {
    /** Room for 1,000 calls per second, each of which leaves two transactions for 32 s. */
    public static final TransactionLimits DEFAULT = new TransactionLimits(65_536, 2_000, 16_384, 5);

    /** Refuses limits that would refuse everything. */
    public TransactionLimits {
        if (maxServerTransactions < 1
                || maxHalfOpenPerSource < 1
                || maxClientTransactions < 1
                || retryAfterSeconds < 0) {
            throw new IllegalArgumentException("SIP transaction limits " + maxServerTransactions + ", "
                    + maxHalfOpenPerSource + ", " + maxClientTransactions + " must be at least 1 and Retry-After "
                    + retryAfterSeconds + " s not negative");
        }
    }
}
