package io.sidetone.transport.realtime;

/** Fault of an event of the client, as the protocol says it. The session goes on. */
final class RealtimeError extends Exception {
    static final String UNKNOWN_PARAMETER = "unknown_parameter";
    static final String MISSING_PARAMETER = "missing_required_parameter";
    static final String INVALID_VALUE = "invalid_value";
    static final String INVALID_TYPE = "invalid_type";

    private static final long serialVersionUID = 1L;

    private final String code;
    private final String param;

    /**
     * Creates an error.
     *
     * @param code short and stable
     * @param param path of what is wrong within the event, or null
     * @param message names the value, the rule and the remedy
     */
    RealtimeError(String code, String param, String message) {
        super(message, null, false, false);
        this.code = code;
        this.param = param;
    }

    static RealtimeError missing(String param) {
        return new RealtimeError(MISSING_PARAMETER, param, "Missing required parameter: '" + param + "'.");
    }

    static RealtimeError unknown(String param) {
        return new RealtimeError(UNKNOWN_PARAMETER, param, "Unknown parameter: '" + param + "'.");
    }

    static RealtimeError value(String param, String message) {
        return new RealtimeError(INVALID_VALUE, param, message);
    }

    String code() {
        return code;
    }

    String param() {
        return param;
    }
}
