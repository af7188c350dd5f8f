package io.sidetone.core.conversation;

import io.sidetone.core.fence.Token;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.action.Instructions;
import java.util.function.BooleanSupplier;

/** The dialogue's session as the turns know it: the open one, or a substitute for one that was lost. Lane thread only. */
final class ModelSession {
    private final BooleanSupplier preemptible;
    private DialogueSession session;
    private Instructions instructions;
    private boolean lost;
    private long orphan = Token.NONE;

    ModelSession(TurnContext context) {
        this.preemptible = context.preemptible();
    }

    /** The session that is open, or its stand-in. */
    DialogueSession session() {
        return session;
    }

    /** A session is open, the first one or another one: it gets the instructions of the client. */
    void open(DialogueSession opened) {
        session = opened;
        lost = false;
        if (instructions != null) {
            session.briefing(instructions);
        }
    }

    /** The session is gone, and with it what it knew of the agent's turn {@code presentTurn}. */
    void lost(DialogueSession standIn, long presentTurn) {
        session = standIn;
        lost = true;
        orphan = presentTurn;
    }

    /** A client wants the agent to be like this. */
    void instructions(Instructions given) {
        instructions = given;
        session.briefing(given);
    }

    /** Returns whether it can be asked before it is certain that its answer is wanted. */
    boolean preemptible() {
        return !lost && preemptible.getAsBoolean();
    }

    /** Returns whether the session that the agent's turn {@code token} was asked of is gone. */
    boolean orphaned(long token) {
        return token == orphan;
    }
}
