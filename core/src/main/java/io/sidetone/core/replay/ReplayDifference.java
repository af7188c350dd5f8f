package io.sidetone.core.replay;

/**
 * The first output that was not the recorded one.
 *
 * @param index number of the output in the call, from 0
 * @param atMs time of the event that caused it, since admission
 * @param expected what the journal has
 * @param got what the replay gave
 */
public record ReplayDifference(long index, long atMs, String expected, String got) {
    @Override
    public String toString() {
        return "output " + index + " at " + atMs + " ms differs: expected " + expected + "; got " + got;
    }
}
