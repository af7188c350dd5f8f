package io.sidetone.transport.vela;

/** A message that means nothing here; the session answers it with {@code error} and goes on. */
final class BadVelaMessageException extends Exception {
    /** Not JSON at all. */
    static final String INVALID_JSON = "invalid_json";

    /** JSON, but no message of this protocol. */
    static final String INVALID_MESSAGE = "invalid_message";

    private static final long serialVersionUID = 1L;

    private final String code;

    private BadVelaMessageException(String code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    static BadVelaMessageException json(String message) {
        return new BadVelaMessageException(INVALID_JSON, message);
    }

    static BadVelaMessageException message(String message) {
        return new BadVelaMessageException(INVALID_MESSAGE, message);
    }

    /** Returns the code that the client receives. */
    String code() {
        return code;
    }
}
