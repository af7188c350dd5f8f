package io.sidetone.transport.tls;

import java.nio.file.Path;

/** A file cannot serve TLS; the message names the file, what is wrong with it and what to do. */
public final class TlsFileException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Path file;

    /**
     * Makes one.
     *
     * @param problem what is wrong, without the name of the file
     * @param remedy what helps
     */
    public TlsFileException(Path file, String problem, String remedy) {
        super(file + ": " + problem + "; " + remedy);
        this.file = file;
    }

    /** Returns the file that is wrong. */
    public Path file() {
        return file;
    }
}
