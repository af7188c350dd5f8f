package io.sidetone.server.actions.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionProgress;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.server.actions.webhook.IdempotencyKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;

/** One call of a tool, from the model's request to its one answer. MCP's thread only. */
final class McpCall {
    private final CallContext context;
    private final ActionCall call;
    private final String tool;
    private final Consumer<ActionResult> answer;
    private boolean done;
    private int said;

    /** Ends one that waits for a connection; null before. */
    ScheduledFuture<?> deadline;
    /** Time at which it is given up. */
    long deadlineNs;
    /** Id of its request in the present session; 0 where it was not sent. */
    long requestId;
    /** True when it was sent to a session that was forgotten. */
    boolean sentBefore;

    /** Names of the call and of the invocation. */
    record Key(String callId, String invocationId) {}

    McpCall(CallContext context, ActionCall call, String tool, Consumer<ActionResult> answer) {
        this.context = context;
        this.call = call;
        this.tool = tool;
        this.answer = answer;
    }

    Key key() {
        return new Key(context.callId(), call.invocationId());
    }

    /** Returns the parameters of {@code tools/call}; {@code _meta} says whose call it is for. */
    ObjectNode params() {
        ObjectNode params = Rpc.object().put("name", tool);
        params.set("arguments", Rpc.tree(call.parameters()));
        ObjectNode meta = params.putObject("_meta");
        meta.put("progressToken", progressToken());
        meta.put("sidetone/callId", context.callId());
        meta.put("sidetone/invocationId", call.invocationId());
        meta.put("sidetone/agent", context.agent());
        meta.put("sidetone/caller", context.facts().caller());
        meta.put("sidetone/called", context.facts().called());
        return params;
    }

    /** Returns the same as headers. */
    Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Idempotency-Key", IdempotencyKey.of(context.callId(), call.invocationId()));
        headers.put("X-Sidetone-Call", HttpLink.headerText(context.callId()));
        headers.put("X-Sidetone-Agent", HttpLink.headerText(context.agent()));
        headers.put("X-Sidetone-Caller", HttpLink.headerText(context.facts().caller()));
        headers.put("X-Sidetone-Called", HttpLink.headerText(context.facts().called()));
        return headers;
    }

    /** Returns the name that the server gives it when it says how far it is. */
    String progressToken() {
        return context.callId() + "/" + call.invocationId();
    }

    /** The agent says what the server does for it; what comes after its end, or too often, is not said. */
    void says(String message) {
        if (!done && !message.isBlank() && said++ < ActionProgress.MOST) {
            context.progress().says(call.invocationId(), message);
        }
    }

    void end(ActionResult result) {
        if (!done) {
            done = true;
            if (deadline != null) {
                deadline.cancel(false);
            }
            answer.accept(result);
        }
    }

    String invocationId() {
        return call.invocationId();
    }
}
