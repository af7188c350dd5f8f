package io.sidetone.core.fence;

/**
 * Tokens order everything a lane grants and cancels: ring sequence × 16 + ordinal within that event.
 *
 * <p>Strictly increasing per lane, never compared across lanes (law 2). Whatever a turn causes carries the
 * token at which the turn was granted; a cancellation publishes its own, later token as the fence.
 */
public final class Token {
    /** Tokens one ring event can hand out. */
    public static final int ORDINALS = 16;

    /** Carried by what belongs to no turn (codec silence, comfort): no fence kills it. */
    public static final long UNFENCED = Long.MAX_VALUE;

    /** No turn has been granted yet. Dead under any published fence. */
    public static final long NONE = 0;

    private Token() {}

    /** Returns the token of {@code ordinal} (0…15) within the event at ring {@code sequence}. */
    public static long of(long sequence, int ordinal) {
        assert ordinal >= 0 && ordinal < ORDINALS : "ordinal " + ordinal + " does not fit one event";
        return (sequence + 1) * ORDINALS + ordinal;
    }
}
