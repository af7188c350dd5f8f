package io.sidetone.transport.vip.action;

import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The actions a client was asked for and what became of them. Event loop only. */
public final class Invocations {
    private static final int REMEMBERED = 256;

    private final Map<String, Open> open = new LinkedHashMap<>();
    private final Map<String, Standing> past = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Standing> eldest) {
            return size() > REMEMBERED;
        }
    };

    private record Open(ActionCall call, Consumer<ActionResult> answer) {}

    /** States of an invocation. */
    public enum Standing {
        /** The client was never asked for it, or very long ago. */
        UNKNOWN,
        /** Its result is awaited. */
        OPEN,
        /** Its result came. */
        ANSWERED,
        /** It was not waited for any longer. */
        OVER
    }

    /** The client is asked for {@code call}. */
    public void asked(ActionCall call, Consumer<ActionResult> answer) {
        open.put(call.invocationId(), new Open(call, answer));
    }

    /** Returns how things stand with {@code invocationId}. */
    public Standing standing(String invocationId) {
        return open.containsKey(invocationId) ? Standing.OPEN : past.getOrDefault(invocationId, Standing.UNKNOWN);
    }

    /** Returns the only invocation whose result is awaited; null when there is none or more than one. */
    public String only() {
        return open.size() == 1 ? open.keySet().iterator().next() : null;
    }

    /** Returns whether any result is awaited. */
    public boolean waiting() {
        return !open.isEmpty();
    }

    /** The client answers; only where {@link Standing#OPEN}. */
    public void answered(ActionResult result) {
        Open done = open.remove(result.invocationId());
        past.put(result.invocationId(), Standing.ANSWERED);
        done.answer().accept(result);
    }

    /** Stops waiting for {@code invocationId}; returns whether it was awaited. */
    public boolean cancelled(String invocationId) {
        Open gone = open.remove(invocationId);
        if (gone == null) {
            return false;
        }
        past.put(invocationId, Standing.OVER);
        gone.answer()
                .accept(ActionResult.failure(
                        invocationId, ActionResult.CANCELLED, "it was taken back before the client answered"));
        return true;
    }

    /** The session is over: what was asked for is answered as cancelled. */
    public void end() {
        for (String invocationId : java.util.List.copyOf(open.keySet())) {
            cancelled(invocationId);
        }
    }
}
