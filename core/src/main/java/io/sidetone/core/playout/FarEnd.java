package io.sidetone.core.playout;

/** Knowledge of the far end: whether it has answered, how late it plays what it is sent, how it keeps frames. Lane thread only. */
public final class FarEnd {
    private static final int DEFAULT_DELAY_MS = 60;

    private final Buffering buffering;
    private boolean answered;
    private int delayMs;

    /** Creates a far end that has not answered and is as far away as most. */
    public FarEnd(Buffering buffering) {
        this.buffering = buffering;
        delay(DEFAULT_DELAY_MS);
    }

    /** The call is up. */
    public void answer() {
        answered = true;
    }

    /** Returns whether the call is up. */
    public boolean answered() {
        return answered;
    }

    /** A frame takes {@code ms} from its time on the lane to the ear, apart from what the far end keeps. */
    public void delay(int ms) {
        delayMs = ms + buffering.leadMs();
    }

    /** Time in ms from the moment a frame is sent to the moment it is heard. */
    public int delayMs() {
        return delayMs;
    }

    /** Returns how it keeps what it is sent. */
    public Buffering buffering() {
        return buffering;
    }
}
