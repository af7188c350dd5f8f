package io.sidetone.server.actions.mcp;

/**
 * Why a request to an MCP server has no result.
 *
 * @param kind of the failure
 * @param message for the model, bounded
 */
record McpFailure(Kind kind, String message) {
    private static final int MOST_CHARS = 500;

    /** Kind of the failure. */
    enum Kind {
        /** No answer in time. */
        TIMEOUT,
        /** Taken back. */
        CANCELLED,
        /** The server forgot the session, and has not carried the request out. */
        EXPIRED,
        /** The parameters do not fit, or there is no tool of that name. */
        INVALID,
        /** Anything else. */
        FAILED
    }

    /** Cuts the message. */
    McpFailure {
        message = cut(message);
    }

    /** Returns at most the first {@value #MOST_CHARS} characters of {@code text}, without control characters. */
    static String cut(String text) {
        String shown = text.length() > MOST_CHARS ? text.substring(0, MOST_CHARS) + "…" : text;
        return shown.replaceAll("\\p{Cntrl}+", " ").strip();
    }
}
