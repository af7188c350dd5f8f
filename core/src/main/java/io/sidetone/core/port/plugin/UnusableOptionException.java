package io.sidetone.core.port.plugin;

/** A value of the configuration cannot be used by the plugin that it was given to. */
public final class UnusableOptionException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String option;

    /**
     * Creates it.
     *
     * @param option name of the option, or {@code model} or {@code key}
     * @param problem what is wrong with its value, and the remedy, as {@code problem; remedy}
     */
    public UnusableOptionException(String option, String problem) {
        super(problem);
        this.option = option;
    }

    /** Returns the name of the option. */
    public String option() {
        return option;
    }
}
