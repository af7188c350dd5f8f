package io.sidetone.transport.trunk;

/** Why a call of ours was not even begun; the message says so to people. */
public final class NoPlaceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoPlaceException(String why) {
        super(why, null, false, false);
    }
}
