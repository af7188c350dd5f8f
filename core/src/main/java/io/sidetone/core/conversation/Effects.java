package io.sidetone.core.conversation;

import io.sidetone.core.call.Caption;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.turn.event.AnswerTimes;

/**
 * Effects of a conversation on the world outside it, apart from requests to engines. Each method takes effect at once, in the
 * order of the calls: fence, then egress, then observers. Lane thread only; methods neither block nor throw.
 */
public interface Effects {
    /** The value {@code a} of an ACTION_RESULT that answers {@link #check}. */
    int CHECKED = 1;

    /** Every token up to {@code mark} is dead, wherever it is met. */
    void fence(long mark);

    /** Every token up to {@code mark} is dead, here and then wherever the far end keeps it. */
    void kill(long mark);

    /** Sends a far end that keeps frames a control between two of them. */
    void control(EgressKind kind, long token);

    /**
     * Adds a line to the call's timeline.
     *
     * @param what a text, or what never changes and says its text ({@code toString}) when somebody reads the line
     */
    void note(String kind, Object what);

    /** Notifies the observers of the call. */
    void publish(CallEvent event);

    /** The caller has heard another word of the agent. */
    void caption(Caption caption);

    /** Publishes what was said so far. */
    void history(History.Snapshot said);

    /** Publishes which conditions lie over the floor's state: held, yielding, recovering. */
    void overlays();

    /** Asks whether {@code action} could be carried out; an ACTION_RESULT with {@link #CHECKED} answers. */
    void check(long token, ActionCall action);

    /** Has {@code action} carried out; an ACTION_RESULT answers. */
    void invoke(long token, ActionCall action);

    /** Tries to stop {@code action}. */
    void cancel(ActionCall action);

    /** {@code action} was asked for, by the model or a rule. */
    void requested(ActionCall action);

    /** An action that the model asked for at {@code requestedNs} is over. */
    void acted(ActionCall action, long token, long requestedNs, String code);

    /** Notes that what is said from now on may be kept ({@code on}), or may not. */
    void recording(boolean on);

    /** The caller begins to hear an answer. */
    void answered(AnswerTimes times);

    /**
     * Opens the engines of the agent that {@code handOver} names, beside those of the present one; {@link Conversation#nextReady} or
     * {@link Conversation#nextFailed} follows.
     *
     * @param byDialogue whether the present dialogue asked for it, not a rule
     * @return why that is impossible, or null
     */
    String openNext(ActionCall handOver, boolean byDialogue);

    /** The agent whose engines are open, or being opened, does not take over. */
    void dropNext();

    /**
     * The agent whose engines are open has the call from now on; {@link Conversation#succeed} follows at once.
     *
     * @return whether the session of the dialogue has stayed
     */
    boolean handOver(long nowNs);

    /** Asks the telephone side; {@link Conversation#settled} brings the last word, perhaps at once. */
    void request(ControlRequest request, long nowNs);

    /** Ends the call. */
    void end(EndCause cause, long nowNs);
}
