package io.sidetone.transport.rtp.srtp;

/**
 * The keys of both directions of a call, of one suite.
 *
 * @param local protects what we send
 * @param remote protects what the peer sends
 */
public record SrtpKeys(MasterKey local, MasterKey remote) {
    /** Checks that the suites are the same. */
    public SrtpKeys {
        if (local.suite() != remote.suite()) {
            throw new IllegalArgumentException("keys of " + local.suite() + " and " + remote.suite()
                    + "; both directions have the suite of the answer (RFC 4568 section 5.1.2)");
        }
    }

    /** Returns the suite. */
    public CryptoSuite suite() {
        return local.suite();
    }
}
