package io.sidetone.speech.relay;

/** One answer of the agent. */
final class RelayTurn {
    final long token;
    final long askedNs;
    int characters;

    /** Whether its last piece has come, or nothing more is expected. */
    boolean complete;

    RelayTurn(long token, long askedNs) {
        this.token = token;
        this.askedNs = askedNs;
    }
}
