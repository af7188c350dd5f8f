package io.sidetone.server.records.delivery;

import java.io.IOException;
import java.util.List;

/** Place of segments: a folder, or what a test puts in its place. */
public interface SpoolDisk {
    /** Returns the numbers of the segments that are there, ascending. */
    List<Long> segments() throws IOException;

    /** Makes segment {@code number}, empty, in place of one that may be there; its name is durable when this returns. */
    SpoolFile create(long number) throws IOException;

    /** Opens segment {@code number}. */
    SpoolFile open(long number) throws IOException;

    /** Removes segment {@code number}. */
    void delete(long number) throws IOException;
}
