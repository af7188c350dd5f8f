package io.sidetone.core.dialogue.preempt;

import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.action.ActionCall;
import java.util.ArrayList;
import java.util.List;

/**
 * What a model answered to a request whose turn is not over, in order, until somebody may know of it. Bounded. Lane thread
 * only.
 */
public final class HeldAnswer {
    /** Pieces that are held. */
    public static final int MOST_PIECES = 4_096;

    /** Characters that are held: minutes of speech. */
    public static final int MOST_CHARS = 32_000;

    private final List<Object> pieces = new ArrayList<>();
    private int chars;
    private boolean full;

    /** Who is told the pieces, in order. */
    public interface Reader {
        /** A piece of the response. */
        void text(String piece);

        /** The model wants an action. */
        void action(ActionCall call);

        /** The response is complete; {@code hint} may be null. */
        void done(ListenHint hint);
    }

    private record Done(ListenHint hint) {}

    /** Holds a piece of the response; false if there is no room. */
    boolean text(String piece) {
        chars += piece.length();
        return add(piece);
    }

    /** Holds an action; false if there is no room. */
    boolean action(ActionCall call) {
        return add(call);
    }

    /** Holds the end of the response; false if there is no room. */
    boolean done(ListenHint hint) {
        return add(new Done(hint));
    }

    private boolean add(Object piece) {
        full |= pieces.size() >= MOST_PIECES || chars > MOST_CHARS;
        if (!full) {
            pieces.add(piece);
        }
        return !full;
    }

    /** Tells {@code reader} everything. */
    public void tell(Reader reader) {
        for (Object piece : pieces) {
            if (piece instanceof String text) {
                reader.text(text);
            } else if (piece instanceof ActionCall call) {
                reader.action(call);
            } else if (piece instanceof Done done) {
                reader.done(done.hint());
            }
        }
    }

    /** Characters that are held. */
    public int chars() {
        return chars;
    }
}
