package io.sidetone.server.actions;

/**
 * Form in which a fault is logged whose message may repeat a secret: its class, its frames, and those of its causes. Immutable.
 */
final class RedactedFault extends Exception {
    private static final long serialVersionUID = 1;

    /** Causes that are told; a chain may be a ring. */
    private static final int MOST_CAUSES = 8;

    private RedactedFault(Throwable fault, int causes) {
        super(
                fault.getClass().getName() + " (its message is not kept: the action has secret keys)",
                fault.getCause() == null || causes == 0 ? null : new RedactedFault(fault.getCause(), causes - 1),
                false,
                true);
        setStackTrace(fault.getStackTrace());
    }

    /** Returns {@code fault} without its message and those of its causes. */
    static Exception of(Throwable fault) {
        return new RedactedFault(fault, MOST_CAUSES);
    }
}
