package io.sidetone.server.records.aftercall;

/** An answer of a model is not what was asked for; the message says why, to the model. */
final class UnusableNoteException extends Exception {
    private static final long serialVersionUID = 1;

    UnusableNoteException(String problem) {
        super(problem);
    }
}
