package io.sidetone.server.records.store;

/** The store cannot work where it shall; the message names the path and the remedy. */
public final class StoreUnusableException extends Exception {
    private static final long serialVersionUID = 1L;

    StoreUnusableException(String message) {
        super(message);
    }
}
