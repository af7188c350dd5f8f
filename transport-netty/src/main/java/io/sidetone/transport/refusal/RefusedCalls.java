package io.sidetone.transport.refusal;

/** Sees the calls that were refused before any lane had them. Event loops; never blocks. */
@FunctionalInterface
public interface RefusedCalls {
    /** Sees nothing. */
    RefusedCalls NONE = call -> {};

    /** A call was refused. */
    void refused(RefusedCall call);
}
