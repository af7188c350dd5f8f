package io.sidetone.core.fence;

/** Hands out the tokens of the ring event being handled, in order. Lane thread only. */
public final class Tokens {
    private long sequence = -1;
    private int ordinal;

    /** A new event is being handled for this call. */
    public void event(long ringSequence) {
        if (ringSequence != sequence) {
            sequence = ringSequence;
            ordinal = 0;
        }
    }

    /** Returns the next token. */
    public long grant() {
        if (ordinal == Token.ORDINALS) {
            throw new IllegalStateException("one event asked for more than " + Token.ORDINALS + " tokens");
        }
        return Token.of(sequence, ordinal++);
    }
}
