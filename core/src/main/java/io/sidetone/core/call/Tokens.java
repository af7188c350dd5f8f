package io.sidetone.core.call;

import io.sidetone.core.fence.Token;

/** Hands out the tokens of the ring event being handled, in order. Lane thread only. */
final class Tokens {
    private long sequence = -1;
    private int ordinal;

    /** A new event is being handled for this call. */
    void event(long ringSequence) {
        if (ringSequence != sequence) {
            sequence = ringSequence;
            ordinal = 0;
        }
    }

    /** Returns the next token. */
    long grant() {
        if (ordinal == Token.ORDINALS) {
            throw new IllegalStateException("one event asked for more than " + Token.ORDINALS + " tokens");
        }
        return Token.of(sequence, ordinal++);
    }
}
