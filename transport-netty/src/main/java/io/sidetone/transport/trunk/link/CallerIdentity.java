package io.sidetone.transport.trunk.link;

/** Ways in which a call of ours says who calls, besides From. */
public enum CallerIdentity {
    /** By From alone. */
    FROM(""),
    /** As a wish to a carrier that checks it (RFC 3325 section 9.2). */
    PREFERRED("P-Preferred-Identity"),
    /** To a carrier that trusts us (RFC 3325 section 9.1). */
    ASSERTED("P-Asserted-Identity");

    private final String header;

    CallerIdentity(String header) {
        this.header = header;
    }

    String header() {
        return header;
    }
}
