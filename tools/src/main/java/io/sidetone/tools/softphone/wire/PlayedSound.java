package io.sidetone.tools.softphone.wire;

/**
 * The times of one sound on the wire.
 *
 * @param file its name
 * @param onsetNs when the first packet with audible sound was sent, or {@link #NEVER}
 * @param endNs when the last packet with audible sound was sent, also of a sound that was cut; or {@link #NEVER}
 */
public record PlayedSound(String file, long onsetNs, long endNs) {
    /** The time of an event that did not happen. */
    public static final long NEVER = Long.MIN_VALUE;

    /** Returns whether any audible packet was sent. */
    public boolean audible() {
        return onsetNs != NEVER;
    }
}
