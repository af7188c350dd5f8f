package io.sidetone.core.call;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.lane.LaneEvent;

/**
 * Sees everything one call takes in and gives out, in order: what a journal writes and a replay compares. Lane thread
 * only; never blocks, never throws, allocates nothing per frame.
 *
 * <p>What goes to engines, actions, signalling and observers is seen by standing between: {@link #setup} and {@link
 * #observer} return what the call is to use in their place.
 */
public interface CallTap {
    /** Takes nothing. */
    CallTap NONE = new CallTap() {};

    /** Returns what the call is opened with: the ports as given, or with a listener between. */
    default CallSetup setup(CallSetup given) {
        return given;
    }

    /** The observer of the call's life, or a listener in front of it. */
    default CallObserver observer(CallObserver given) {
        return given;
    }

    /** An event of the call is about to be handled. */
    default void input(LaneEvent event, long sequence) {}

    /** A tick is about to serve the call; {@code overflowed} is all it reads besides its own state. */
    default void tick(long deadlineNs, long nowNs, long sequence, boolean overflowed) {}

    /** A frame is about to be published to egress. */
    default void frame(EgressFrame frame) {}

    /** Egress had no room for a frame. */
    default void frameRefused() {}

    /** Takes note that what the call makes under tokens up to {@code mark} is cancelled: everybody sees it from now on. */
    default void fenced(long mark) {}

    /** A far end that keeps frames is asked at {@code nowNs} to pause, go on or throw away what it holds. */
    default void control(EgressKind kind, long nowNs) {}

    /** Takes note that what is said from now on may be kept ({@code on}), or may not. */
    default void recording(boolean on) {}

    /** A line was added to the call's timeline; {@code what} is text, or says its text when it is asked. */
    default void note(String kind, Object what) {}

    /** Takes note that what was said so far was published. */
    default void history(History.Snapshot snapshot) {}

    /** The event or tick has been handled: what is asked of ports until the next one is not the call's doing. */
    default void handled() {}

    /** The lane has forgotten the call. */
    default void closed() {}
}
