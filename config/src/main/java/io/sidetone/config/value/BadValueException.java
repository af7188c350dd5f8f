package io.sidetone.config.value;

/** A text that is not a value of the required kind. Carries what is wrong and what to write instead; has no stack trace. */
public final class BadValueException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    /**
     * Creates the refusal.
     *
     * @param problem what is wrong, naming the value
     * @param remedy what to write instead
     */
    public BadValueException(String problem, String remedy) {
        super(problem, null, false, false);
        this.remedy = remedy;
    }

    /** Returns what to write instead. */
    public String remedy() {
        return remedy;
    }
}
