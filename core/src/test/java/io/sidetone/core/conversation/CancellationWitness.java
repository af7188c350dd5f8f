package io.sidetone.core.conversation;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.turn.TurnRole;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at the fence whenever a turn is cancelled: after T06, T11, T15 and T17 the token of that turn is dead, at the moment
 * observers learn of it and ever after. Lane thread.
 */
final class CancellationWitness implements CallObserver {
    private final List<String> broken = new ArrayList<>();
    private Fence fence;
    private long agent = Token.NONE;
    private long caller = Token.NONE;
    private int cancellations;

    /** The call is open. */
    void watch(Fence of) {
        fence = of;
    }

    /** What was found, in words; empty while the law holds. */
    List<String> broken() {
        return broken;
    }

    /** Cancelled turns that were looked at. */
    int cancellations() {
        return cancellations;
    }

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof Granted granted) {
            agent = granted.token();
        } else if (event instanceof Dropped dropped && !dropped.cancelled() && dropped.token() == agent) {
            agent = Token.NONE;
        } else if (event instanceof ResponseDone responseDone) {
            // A turn without a number made no sound and ends by itself.
            if (!responseDone.interrupted() && (responseDone.token() == agent || responseDone.token() == Token.NONE)) {
                agent = Token.NONE;
            }
        } else if (event instanceof TurnEvent turned) {
            turnEvent(call, turned);
        } else if (event instanceof FloorTransition move) {
            switch (move.rule()) {
                case "VIP-T06" -> dead(move, "the caller's", caller);
                case "VIP-T11", "VIP-T17" -> dead(move, "the agent's", agent);
                case "VIP-T15" -> {
                    dead(move, "the caller's", caller);
                    if (move.from() == FloorState.THINKING) {
                        dead(move, "the agent's", agent);
                    }
                }
                default -> {}
            }
        }
    }

    private void turnEvent(CallRecord call, TurnEvent event) {
        if (event.type() != TurnEventType.TURN_STARTED) {
            return;
        }
        if (event.turn().role() == TurnRole.USER) {
            caller = event.turn().token();
        } else {
            agent = event.turn().token();
        }
    }

    private void dead(FloorTransition move, String whose, long token) {
        if (token == Token.NONE) {
            return;
        }
        cancellations++;
        if (!fence.isDead(token)) {
            broken.add("after " + move.rule() + " (" + move.trigger() + ", " + move.reason() + ") " + whose + " turn "
                    + token + " is alive; the fence is at " + fence.mark());
        }
    }
}
