package io.sidetone.bench.streams;

/**
 * An interruption as the lane saw it.
 *
 * @param call the carrier's id of the call
 * @param frame number of the last frame that the lane had heard, from 1, as the carrier counts
 * @param byKey whether a key was the trigger, not sound
 * @param atNs time of the trigger: when the event loop read its message
 */
record Commit(String call, long frame, boolean byKey, long atNs) {
    String line() {
        return call + ' ' + frame + ' ' + byKey + ' ' + atNs;
    }

    static Commit of(String line) {
        String[] parts = line.split(" ");
        return new Commit(parts[0], Long.parseLong(parts[1]), Boolean.parseBoolean(parts[2]), Long.parseLong(parts[3]));
    }
}
