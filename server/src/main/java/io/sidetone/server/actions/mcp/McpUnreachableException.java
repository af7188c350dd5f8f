package io.sidetone.server.actions.mcp;

/** An MCP server cannot be started or spoken to; the message says why, without secrets. */
final class McpUnreachableException extends Exception {
    private static final long serialVersionUID = 1L;

    McpUnreachableException(String why) {
        super(why);
    }
}
