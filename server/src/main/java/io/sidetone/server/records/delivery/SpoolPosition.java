package io.sidetone.server.records.delivery;

/**
 * A place between two records.
 *
 * @param segment number of the segment
 * @param offset bytes from its beginning
 */
record SpoolPosition(long segment, long offset) implements Comparable<SpoolPosition> {
    @Override
    public int compareTo(SpoolPosition that) {
        return segment != that.segment ? Long.compare(segment, that.segment) : Long.compare(offset, that.offset);
    }
}
