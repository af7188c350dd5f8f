package io.sidetone.transport.vip.token;

/** A key that opens no session; the message says why and what helps, and never the key. */
public final class KeyRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;

    KeyRefusedException(String code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /** Returns why, for programs: {@code token_unknown}, {@code token_expired} or {@code token_used}. */
    public String code() {
        return code;
    }
}
