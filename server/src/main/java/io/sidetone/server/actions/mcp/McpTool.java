package io.sidetone.server.actions.mcp;

import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** An action that a tool of an MCP server carries out. Thread-safe; nothing blocks. */
final class McpTool implements ActionHandler {
    private final McpServer server;
    private final String tool;
    private final Executor thread;

    McpTool(McpServer server, String tool, Executor thread) {
        this.server = server;
        this.tool = tool;
        this.thread = thread;
    }

    @Override
    public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        try {
            thread.execute(() -> server.call(new McpCall(context, call, tool, answer)));
        } catch (RejectedExecutionException stopping) {
            answer.accept(ActionResult.failure(
                    call.invocationId(), ActionResult.FAILED, "the MCP server is not used any more"));
        }
    }

    @Override
    public void cancel(CallContext context, String invocationId) {
        try {
            thread.execute(() -> server.cancel(new McpCall.Key(context.callId(), invocationId)));
        } catch (RejectedExecutionException stopping) {
            // Every call was answered when the servers were closed.
            return;
        }
    }
}
