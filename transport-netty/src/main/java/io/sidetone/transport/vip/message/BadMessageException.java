package io.sidetone.transport.vip.message;

/** A message that cannot be read or taken; the text says what is wrong with it and what to do. */
public final class BadMessageException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;

    /**
     * A refusal.
     *
     * @param code for programs, such as {@code invalid_message}
     * @param message for people
     */
    public BadMessageException(String code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /** Returns the code for programs. */
    public String code() {
        return code;
    }
}
