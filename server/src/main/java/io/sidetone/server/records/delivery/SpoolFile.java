package io.sidetone.server.records.delivery;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** One segment. */
public interface SpoolFile extends Closeable {
    /** Returns its length in bytes. */
    long size() throws IOException;

    /** Reads from {@code position} until {@code into} is full or the file ends. */
    void read(ByteBuffer into, long position) throws IOException;

    /** Writes everything that remains in {@code from} at {@code position}. */
    void write(ByteBuffer from, long position) throws IOException;

    /** Cuts the file to {@code size} bytes. */
    void truncate(long size) throws IOException;

    /** Returns when everything written is on the disk itself. */
    void force() throws IOException;
}
