package io.sidetone.core.conversation;

import io.sidetone.core.fence.Token;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnPolicy;

/**
 * Tells the recognizer where the caller pauses within a turn. A service that makes words only of what it is told to be complete makes
 * them then, so that they help to decide whether the turn is over, and the answer can be asked for. Lane thread only.
 */
final class CallerPauses {
    private final TurnEngine turn;
    private final Utterance utterance;
    private final Listening listening;
    private long token = Token.NONE;
    private int pauses;
    private boolean pausing;
    private long spokenMs;

    CallerPauses(TurnContext context, Utterance utterance, Listening listening) {
        this.turn = context.turn();
        this.utterance = utterance;
        this.listening = listening;
    }

    /** 20 ms have passed in the caller's turn. */
    void tick(long nowNs) {
        TurnPolicy policy = turn.policy();
        if (token != utterance.token()) {
            token = utterance.token();
            pauses = 0;
            pausing = false;
        }
        if (pausing && turn.speechMs() - spokenMs >= policy.onsetMs()) {
            pausing = false;
            listening.goesOn(token);
        }
        // As long as a whole sentence waits before it is answered ahead: these words may be one.
        int afterMs = policy.number(PolicyNumber.PREEMPTIVE_AFTER) / 2;
        boolean room = afterMs > 0 && pauses < policy.number(PolicyNumber.PREEMPTIVE_STARTS);
        if (room && !pausing && listening.feeding() && nowNs - turn.stoppedNs() >= afterMs * TurnContext.MS) {
            pausing = true;
            pauses++;
            spokenMs = turn.speechMs();
            listening.pauses(token);
        }
    }
}
