package io.sidetone.server.records.delivery;

import java.io.IOException;

/** The spool holds as many bytes as it may. */
public final class SpoolFullException extends IOException {
    private static final long serialVersionUID = 1L;

    SpoolFullException(long bytes, long maxBytes) {
        super("the spool holds " + bytes + " of at most " + maxBytes + " bytes");
    }
}
