package io.sidetone.core.journal.record;

/** Bytes that are no record. */
public final class BadRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what is wrong. */
    public BadRecordException(String message) {
        super(message);
    }
}
