package io.sidetone.transport.tls;

/**
 * Handshakes on connections that already had one (TLS 1.2). Each costs a server far more than its client. The JDK reads the choice once,
 * when TLS is first used in the process.
 */
public final class Renegotiation {
    private static final String PROPERTY = "jdk.tls.rejectClientInitiatedRenegotiation";

    private Renegotiation() {}

    /** Refuses those that clients ask for. To be called before anything uses TLS. */
    public static void refuse() {
        System.setProperty(PROPERTY, "true");
    }
}
