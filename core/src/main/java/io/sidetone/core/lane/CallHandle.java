package io.sidetone.core.lane;

/** Names one call in ring slots and egress frames: table index in the low 32 bits, generation above. */
public final class CallHandle {
    /** No call: lane-wide events such as ticks. */
    public static final long NONE = -1L;

    private CallHandle() {}

    /** Packs {@code index} and {@code generation}. */
    public static long of(int index, int generation) {
        return ((long) generation << 32) | index;
    }

    /** Returns the slot of the call table. */
    public static int index(long handle) {
        return (int) handle;
    }

    /** Returns how often the slot had been used before this call. */
    public static int generation(long handle) {
        return (int) (handle >>> 32);
    }
}
