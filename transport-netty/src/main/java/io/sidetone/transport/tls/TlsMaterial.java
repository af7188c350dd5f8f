package io.sidetone.transport.tls;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** TLS that comes from files and can be read again while connections are open. Thread-safe. */
public interface TlsMaterial {
    /** Returns the files it was read from. */
    List<Path> files();

    /**
     * Reads the files again. New connections get what is in them; open connections stay as they are. Blocks.
     *
     * @throws TlsFileException if a file is wrong; then nothing has changed
     */
    void reload() throws TlsFileException;

    /** Returns when its own certificate chain stops being valid, in seconds since 1970; empty without a certificate. */
    OptionalLong notAfter();

    /** Returns for whom its own certificate was issued: hosts, addresses and URIs; empty without a certificate. */
    List<String> names();
}
