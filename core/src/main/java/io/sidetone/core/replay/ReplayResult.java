package io.sidetone.core.replay;

import io.sidetone.core.journal.file.JournalDamage;

/**
 * Findings of a replay.
 *
 * @param inputs events and ticks the call was given
 * @param outputs outputs that were compared
 * @param frames output frames among them
 * @param refusedFrames audio frames the lane had refused
 * @param durationNs from the first to the last input, in the call's own time, without jumps of its clock
 * @param clockJumps how often the clock of the recorded call jumped
 * @param firstJump where it did first, or null
 * @param complete whether the journal holds the call to its end
 * @param incomplete why not, as the journal says, or empty
 * @param damage where the journal could not be read any further, or null
 * @param difference the first output that differed, or null
 */
public record ReplayResult(
        long inputs,
        long outputs,
        long frames,
        long refusedFrames,
        long durationNs,
        long clockJumps,
        ClockJump firstJump,
        boolean complete,
        String incomplete,
        JournalDamage damage,
        ReplayDifference difference) {
    /** Returns whether the whole call came out as it was recorded. */
    public boolean identical() {
        return complete && damage == null && difference == null;
    }
}
