package io.sidetone.server.store.spool;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Reads durable records in the order they were appended. One thread. */
public final class SpoolReader implements Closeable {
    private static final int WINDOW = 256 << 10;

    private final SpoolDisk disk;
    private final Spool spool;
    private SpoolPosition confirmed;
    private SpoolPosition next;
    private int unconfirmed;
    private SpoolFile file;
    private long fileNumber = -1;
    private ByteBuffer window = ByteBuffer.allocate(WINDOW);

    SpoolReader(SpoolDisk disk, Spool spool, SpoolPosition start) {
        this.disk = disk;
        this.spool = spool;
        this.confirmed = start;
        this.next = start;
    }

    /** Returns the next records, at most {@code max} and those of one segment; empty when there is none yet. */
    public List<SpoolRecord> read(int max) throws IOException {
        List<SpoolRecord> records = new ArrayList<>();
        long end = end();
        if (next.offset() >= end) {
            return records;
        }
        fill(end);
        while (records.size() < max) {
            SpoolRecord record = SpoolFrames.decode(window);
            if (record == null) {
                break;
            }
            records.add(record);
            next = new SpoolPosition(next.segment(), next.offset() + SpoolFrames.size(record));
        }
        if (records.isEmpty()) {
            // It was whole when it was written: the disk lost it. The rest of the segment cannot be told apart.
            spool.damaged(end - next.offset());
            next = new SpoolPosition(next.segment(), end);
        }
        unconfirmed += records.size();
        return records;
    }

    /** Moves on to the next segment where this one is at its end; returns the end of what can be read. */
    private long end() {
        SpoolPosition durable = spool.durable();
        while (next.segment() < durable.segment()) {
            Long end = spool.sealed(next.segment());
            if (end != null && next.offset() < end) {
                return end;
            }
            Long after = spool.sealedAfter(next.segment());
            next = new SpoolPosition(
                    after == null || after > durable.segment() ? durable.segment() : after, SpoolFrames.HEADER);
        }
        return durable.offset();
    }

    private void fill(long end) throws IOException {
        if (fileNumber != next.segment()) {
            close();
            file = disk.open(next.segment());
            fileNumber = next.segment();
        }
        long wanted = end - next.offset();
        read(Math.min(wanted, WINDOW));
        if (window.remaining() >= 4) {
            long frame = 8L + Math.max(0, window.getInt(0));
            if (frame > WINDOW && frame <= wanted) {
                read(frame);
            }
        }
    }

    private void read(long length) throws IOException {
        if (window.capacity() < length || window.capacity() > WINDOW) {
            window = ByteBuffer.allocate(Math.toIntExact(Math.max(WINDOW, length)));
        }
        window.clear().limit((int) length);
        file.read(window, next.offset());
        window.flip();
    }

    /** What has been read is in the database. */
    public void confirm() {
        confirmed = next;
        spool.delivered(confirmed, unconfirmed);
        unconfirmed = 0;
    }

    /** Goes back to what was last confirmed. */
    public void rewind() {
        next = confirmed;
        unconfirmed = 0;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
            file = null;
            fileNumber = -1;
        }
    }
}
