package io.sidetone.server.softphone.wire;

/**
 * One sound as it went over the wire.
 *
 * @param file its name
 * @param onsetNs when the first packet with audible sound was sent, or {@link #NEVER}
 * @param endNs when the last packet with audible sound was sent, or the last before the sound was cut; or {@link #NEVER}
 */
public record PlayedSound(String file, long onsetNs, long endNs) {
    /** What has not happened. */
    public static final long NEVER = Long.MIN_VALUE;

    /** Returns whether anybody could hear it. */
    public boolean audible() {
        return onsetNs != NEVER;
    }
}
