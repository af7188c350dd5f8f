package io.sidetone.core.replay;

/**
 * The clock of a recorded call went back, or on by more than a lane can be late.
 *
 * @param input number of the input that has the new time, from 0
 * @param atMs time of the input before it, since admission
 * @param byMs how far it jumped; below 0 it went back
 */
public record ClockJump(long input, long atMs, long byMs) {
    @Override
    public String toString() {
        return "by " + byMs + " ms at " + atMs + " ms (input " + input + ")";
    }
}
