package io.sidetone.core.realtime;

/**
 * Values of {@code status} of responses and items in OpenAI's Realtime protocol.
 */
public final class ResponseStatus {
    // All.

    /** {@code in_progress}. */
    public static final String IN_PROGRESS = "in_progress";

    /** {@code completed}. */
    public static final String COMPLETED = "completed";

    /** {@code cancelled}. */
    public static final String CANCELLED = "cancelled";

    /** {@code failed}. */
    public static final String FAILED = "failed";

    /** {@code incomplete}. */
    public static final String INCOMPLETE = "incomplete";

    private ResponseStatus() {}
}
