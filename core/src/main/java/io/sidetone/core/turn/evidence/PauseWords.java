package io.sidetone.core.turn.evidence;

/** Words that the recognizer understood of the speech that the agent paused for. Lane thread only; allocates nothing. */
public final class PauseWords {
    private boolean backchannel;
    private boolean enough;

    /** The agent pauses, or another turn begins: nothing is understood yet. */
    public void clear() {
        backchannel = false;
        enough = false;
    }

    /** The words are enough to interrupt. */
    public void enough(boolean yes) {
        enough = yes;
    }

    /** Returns whether the words are enough to interrupt, once there was time to say one. */
    public boolean enough() {
        return enough;
    }

    /** The words are not enough; {@code only} if they are backchannels and nothing else. */
    public void backchannel(boolean only) {
        backchannel = only;
    }

    /** Returns whether backchannels were understood; this outlives the pause, until the agent pauses again. */
    public boolean backchannel() {
        return backchannel;
    }
}
