package io.sidetone.core.conversation;

import io.sidetone.core.turn.TurnHints;

/** Grant of the floor to the agent when the caller has finished: answer or not, at once or later. Lane thread only. */
final class FloorGrant {
    private static final TurnHints ON_REQUEST = new TurnHints(false, 0, "");

    private TurnHints standing = TurnHints.DEFAULT;
    private TurnHints present = TurnHints.DEFAULT;

    /** Sets whether the agent answers from the next turn on without being asked to. */
    void standing(boolean answers) {
        standing = answers ? TurnHints.DEFAULT : ON_REQUEST;
    }

    /** Returns whether the agent speaks without being asked to. */
    boolean unasked() {
        return standing.expectResponse();
    }

    /** A turn of the caller begins: granted as usual. */
    void begin() {
        present = standing;
    }

    /** The present turn is granted like this. */
    void give(TurnHints hints) {
        present = hints;
    }

    /** The present turn is not answered. */
    void withhold() {
        present = ON_REQUEST;
    }

    /** Returns how the present turn is granted. */
    TurnHints hints() {
        return present;
    }

    /** Returns whether the present turn is answered. */
    boolean answers() {
        return present.expectResponse();
    }

    /** Returns whether the present turn is answered without a wait. */
    boolean atOnce() {
        return present.atOnce();
    }
}
