package io.sidetone.core.journal.record;

/** Bytes that are no record. */
public final class BadRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what is wrong. */
    public BadRecordException(String message) {
        super(message);
    }

    /** Says that a record of {@code type} does not take what stands in the journal; {@code refused} is what its constructor threw. */
    public static BadRecordException values(Class<?> type, RuntimeException refused) {
        return new BadRecordException(type.getSimpleName() + " does not take its values: " + refused.getMessage());
    }
}
