package io.sidetone.transport.vip;

/**
 * Limits of a session.
 *
 * @param initializeMs how long a connection may be without a session
 * @param leadMs how far ahead of its time the agent's sound is sent; a multiple of 20
 * @param held messages kept while the session opens
 * @param aliveMs how often a quiet client is counted as alive
 * @param keyLifeMs how long a key lives that the server gives to a client
 * @param tokenNeeded whether a session needs a token
 */
public record VipSettings(long initializeMs, int leadMs, int held, long aliveMs, long keyLifeMs, boolean tokenNeeded) {
    /** As shipped. */
    public static VipSettings of(boolean tokenNeeded) {
        return new VipSettings(15_000, 200, 64, 2_000, 60_000, tokenNeeded);
    }
}
