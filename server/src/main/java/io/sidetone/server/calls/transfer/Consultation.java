package io.sidetone.server.calls.transfer;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.server.calls.transfer.ConsultationState.Event;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** One warm transfer: the caller waits on hold while the agent's colleague asks the person. Thread-safe. */
final class Consultation {
    private static final int DONE = 200;

    private final CallRecord caller;
    private final String invocationId;
    private final Consumer<ActionResult> answer;
    private final LongSupplier clock;
    private ConsultationState state = ConsultationState.PLACING;
    private CallRecord person;
    private ActionResult agreed;
    private Consumer<ActionResult> agreedAnswer;

    /**
     * A transfer that is being placed.
     *
     * @param caller the call that is to be handed on
     * @param invocationId of the action of its agent
     * @param answer takes the outcome, once
     * @param clock the lanes' clock, ns
     */
    Consultation(CallRecord caller, String invocationId, Consumer<ActionResult> answer, LongSupplier clock) {
        this.caller = caller;
        this.invocationId = invocationId;
        this.answer = answer;
        this.clock = clock;
    }

    boolean of(String invocation) {
        return invocationId.equals(invocation);
    }

    /** The caller is on hold while the person is asked. */
    void begin() {
        ask(caller, LaneEventType.HOLD_REQUEST, 1, ControlRequest.hold(true, null));
    }

    /** The call to the person is on its way; it ends at once when nobody waits for it any more. */
    synchronized void placed(CallRecord call) {
        person = call;
        if (!fire(Event.PLACED)) {
            hangUp(call);
        }
    }

    /** Nothing comes of it: the caller's agent goes on. */
    synchronized void failed(String why) {
        if (fire(Event.FAILED)) {
            ask(caller, LaneEventType.HOLD_REQUEST, 0, ControlRequest.hold(false, null));
            answer.accept(ActionResult.failure(invocationId, ActionResult.FAILED, why));
            tellPerson(false, "the caller is no longer there");
        }
    }

    /** The person takes the caller; {@code told} hears whether the two were connected. */
    synchronized void agree(String invocation, Consumer<ActionResult> told) {
        if (!fire(Event.AGREED)) {
            told.accept(ActionResult.failure(invocation, ActionResult.FAILED, "there is no caller to connect"));
            return;
        }
        agreed = ActionResult.ok(invocation, Map.of());
        agreedAnswer = told;
        ControlRequest connect = ControlRequest.connect(person.setup().who().callId(), null);
        ask(caller, LaneEventType.TRANSFER_REQUEST, 0, connect);
    }

    /** The request to connect has its last word. */
    synchronized void settled(int status) {
        boolean joined = status / 100 == 2;
        if (fire(joined ? Event.JOINED : Event.NOT_JOINED)) {
            tellPerson(joined, "the lines could not be connected (SIP " + status + ")");
            if (joined) {
                answer.accept(ActionResult.ok(invocationId, Map.of()));
            }
        }
    }

    private void tellPerson(boolean success, String problem) {
        Consumer<ActionResult> told = agreedAnswer;
        agreedAnswer = null;
        if (told != null) {
            told.accept(success ? agreed : ActionResult.failure(agreed.invocationId(), ActionResult.FAILED, problem));
        }
    }

    /**
     * One of the calls was taken to the other side by the network while both were being connected, which may be seen before
     * the request's last word, or instead of it; returns whether the transfer came true by that.
     */
    synchronized boolean joined() {
        if (state == ConsultationState.CONNECTING) {
            settled(DONE);
        }
        return state == ConsultationState.CONNECTED;
    }

    /** The caller's agent gives up; where both are being connected it is the agent who leaves, and that goes on. */
    synchronized void cancelled() {
        if (state != ConsultationState.CONNECTING) {
            left(true);
        }
    }

    /** The caller has left, or the caller's agent gives up: the person is not kept. */
    synchronized void left(boolean stays) {
        if (fire(Event.CALLER_LEFT)) {
            if (stays) {
                ask(caller, LaneEventType.HOLD_REQUEST, 0, ControlRequest.hold(false, null));
            }
            if (person != null) {
                hangUp(person);
            }
        }
    }

    private boolean fire(Event event) {
        ConsultationState next = state.transition(event);
        if (next == null) {
            return false;
        }
        state = next;
        return true;
    }

    private void hangUp(CallRecord call) {
        ask(call, LaneEventType.HANG_UP, 0, EndCause.AGENT_HUNG_UP);
    }

    private void ask(CallRecord call, LaneEventType type, long a, Object ref) {
        call.publisher().publish(type, Token.NONE, a, 0, ref, clock.getAsLong());
    }
}
