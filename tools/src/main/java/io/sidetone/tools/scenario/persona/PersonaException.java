package io.sidetone.tools.scenario.persona;

/** The caller cannot go on: the model that plays him gave nothing that can be said. The message says why, without secrets. */
public final class PersonaException extends Exception {
    private static final long serialVersionUID = 1;

    PersonaException(String message) {
        super(message);
    }
}
