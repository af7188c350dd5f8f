package io.sidetone.config.value;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Distinguishes FIFOs from files: opening a FIFO waits until a process writes into it. */
public final class NamedPipe {
    /** Fault of one, behind its name. */
    public static final String PROBLEM = "is a pipe, into which no process may ever write";

    /** Thing to do instead. */
    public static final String REMEDY = "name a regular file";

    private static final int TYPE = 0170000;
    private static final int FIFO = 0010000;

    private NamedPipe() {}

    /** Returns whether {@code path} is a FIFO of the file system. Pipes of a shell, {@code <(…)} and {@code /dev/stdin}, have a writer. */
    public static boolean at(Path path) {
        try {
            boolean pipe = Files.getAttribute(path, "unix:mode") instanceof Integer mode && (mode & TYPE) == FIFO;
            return pipe && Files.exists(path.toRealPath());
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }
}
