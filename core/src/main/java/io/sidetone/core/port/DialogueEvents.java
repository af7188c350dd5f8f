package io.sidetone.core.port;

import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.turn.InterruptibleBy;
import java.util.List;

/** Answers of a dialogue model to a call. Any thread; never blocks. */
public interface DialogueEvents {
    /** The session is open. */
    void ready();

    /** A piece of the response, in order. */
    void text(long token, String piece);

    /**
     * Words that cover the wait for the response, before its first piece: spoken as a clause of their own, remembered when
     * heard, and no answer. Times of answers begin with what follows.
     */
    void filler(long token, String words);

    /**
     * The session has something to say although nobody asked: it is asked to go on when the floor is free, by
     * {@link DialogueSession#respond} without words. Once until then.
     */
    void hasMore();

    /**
     * A sound that is played behind what was said of the response so far, in order with its text; no word of the history.
     *
     * @param sound its samples, of any rate; never written again
     */
    void sound(long token, List<PcmChunk> sound);

    /** Tells what takes the floor from the response, until it was spoken; as the policy says where this does not come. */
    void interruptible(long token, InterruptibleBy by);

    /** The model wants an action carried out. */
    void action(long token, ActionCall action);

    /** The response is complete; {@code hint} says what may be said next (null: no change). */
    void done(long token, ListenHint hint);

    /** The session (token 0) or one response failed. */
    void failed(long token, EngineFailure failure);

    /** Everything the session held is released. */
    void closed();
}
