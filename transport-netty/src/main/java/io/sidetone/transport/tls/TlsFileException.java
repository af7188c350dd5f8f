package io.sidetone.transport.tls;

import java.nio.file.Path;

/** A file cannot serve TLS; the message names the file, what is wrong with it and what to do. */
public final class TlsFileException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final String problem;
    private final String remedy;

    /**
     * Makes one.
     *
     * @param problem what is wrong, without the name of the file
     * @param remedy what helps
     */
    public TlsFileException(Path file, String problem, String remedy) {
        super(file + ": " + problem + "; " + remedy);
        this.file = file;
        this.problem = problem;
        this.remedy = remedy;
    }

    /** Returns the file that is wrong. */
    public Path file() {
        return file;
    }

    /** Returns what is wrong, without the name of the file. */
    public String problem() {
        return problem;
    }

    /** Returns what helps. */
    public String remedy() {
        return remedy;
    }
}
