package io.sidetone.transport.realtime;

import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * The tools of one client as actions of its call. Asked on any thread; what is open is kept on the event loop, and the
 * client's output is answered when it wants the response that follows from it.
 */
final class ClientTools implements ActionInvoker {
    private static final String OUTPUT = "output";

    private final Executor loop;
    private final Map<String, Open> open = new HashMap<>();
    private volatile List<ActionDefinition> tools = List.of();

    /** A call of a tool that waits for its output. */
    private static final class Open {
        final Consumer<ActionResult> answer;
        String output;

        Open(Consumer<ActionResult> answer) {
            this.answer = answer;
        }
    }

    /**
     * Creates the tools of a session that has none yet.
     *
     * @param loop the event loop of the connection
     */
    ClientTools(Executor loop) {
        this.loop = loop;
    }

    void tools(List<ActionDefinition> given) {
        tools = given;
    }

    boolean knows(String name) {
        return tools.stream().anyMatch(tool -> tool.name().equals(name));
    }

    @Override
    public List<ActionDefinition> definitions() {
        return tools;
    }

    @Override
    public ActionCall onTerms(ActionCall call) {
        return knows(call.action())
                ? new ActionCall(
                        call.invocationId(), call.action(), call.parameters(), false, true, ToolList.DEADLINE_MS)
                : call;
    }

    @Override
    public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        if (!knows(call.action())) {
            answer.accept(unknown(call));
            return;
        }
        try {
            loop.execute(() -> open.put(call.invocationId(), new Open(answer)));
        } catch (RejectedExecutionException ended) {
            answer.accept(ActionResult.failure(call.invocationId(), ActionResult.CANCELLED, "the client is gone"));
        }
    }

    @Override
    public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        answer.accept(knows(call.action()) ? ActionResult.ok(call.invocationId(), null) : unknown(call));
    }

    private static ActionResult unknown(ActionCall call) {
        return ActionResult.failure(
                call.invocationId(), ActionResult.NOT_REGISTERED, "the client has no tool '" + call.action() + "'");
    }

    @Override
    public void cancel(CallContext context, String invocationId) {
        try {
            loop.execute(() -> open.remove(invocationId));
        } catch (RejectedExecutionException ended) {
            // No client is left that could answer.
        }
    }

    // ---- on the event loop ------------------------------------------------------------------------------------------

    /** Keeps the client's output until it is wanted; false when no such call is open. */
    boolean output(String callId, String text) {
        Open call = open.get(callId);
        if (call != null) {
            call.output = text;
        }
        return call != null;
    }

    boolean anyOpen() {
        return !open.isEmpty();
    }

    /** The lane does not wait for it any more. */
    void forget(String callId) {
        open.remove(callId);
    }

    /** Answers every open call: with the client's output, or that there is none. */
    void answer() {
        Map<String, Open> answered = new HashMap<>(open);
        open.clear();
        List<String> ids = new ArrayList<>(answered.keySet());
        ids.sort(null);
        for (String id : ids) {
            Open call = answered.get(id);
            call.answer.accept(
                    call.output == null
                            ? ActionResult.failure(id, ActionResult.CANCELLED, "the client gave no output")
                            : ActionResult.ok(id, Map.of(OUTPUT, call.output)));
        }
    }
}
