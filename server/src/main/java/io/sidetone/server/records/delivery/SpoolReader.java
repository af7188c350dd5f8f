package io.sidetone.server.records.delivery;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Reads durable records in the order they were appended. One thread. */
public final class SpoolReader implements Closeable {
    private static final int WINDOW = 256 << 10;

    private final SpoolDisk disk;
    private final Spool spool;
    private SpoolPosition confirmed;
    private SpoolPosition next;
    private final SpoolPosition skipTo;
    private final Deque<SpoolPosition> unconfirmed = new ArrayDeque<>();
    private SpoolFile file;
    private long fileNumber = -1;
    private ByteBuffer window = ByteBuffer.allocate(WINDOW);

    /** Reads from {@code start}; records that end at {@code skipTo} or before count as delivered by an earlier process. */
    SpoolReader(SpoolDisk disk, Spool spool, SpoolPosition start, SpoolPosition skipTo) {
        this.disk = disk;
        this.spool = spool;
        this.confirmed = start;
        this.next = start;
        this.skipTo = skipTo;
    }

    /** Returns the next records, at most {@code max} and those of one segment; empty when there is none yet. */
    public List<SpoolRecord> read(int max) throws IOException {
        List<SpoolRecord> records = new ArrayList<>();
        while (take(max, records)) {
            // What an earlier process delivered is passed over a window at a time.
        }
        return records;
    }

    /** Reads one window; returns whether everything in it is delivered already. */
    private boolean take(int max, List<SpoolRecord> records) throws IOException {
        long end = end();
        if (next.offset() >= end) {
            return false;
        }
        fill(end);
        SpoolPosition begin = next;
        int skipped = 0;
        while (records.size() < max) {
            SpoolRecord record = SpoolFrames.decode(window);
            if (record == null) {
                break;
            }
            next = new SpoolPosition(next.segment(), next.offset() + SpoolFrames.size(record));
            if (next.compareTo(skipTo) <= 0) {
                skipped++;
                confirmed = next;
            } else {
                records.add(record);
                unconfirmed.add(next);
            }
        }
        if (skipped > 0) {
            spool.delivered(confirmed, skipped);
        } else if (next.equals(begin)) {
            // It was whole when it was written: the disk lost it. The rest of the segment cannot be told apart.
            spool.damaged(end - next.offset());
            next = new SpoolPosition(next.segment(), end);
        }
        return skipped > 0 && records.isEmpty();
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

    /** Notes that what has been read is delivered. */
    public void confirm() {
        confirm(unconfirmed.size());
    }

    /** The oldest {@code records} of those that have been read and not confirmed are delivered. */
    public void confirm(int records) {
        for (int i = 0; i < records; i++) {
            confirmed = unconfirmed.remove();
        }
        if (unconfirmed.isEmpty()) {
            confirmed = next;
        }
        spool.delivered(confirmed, records);
    }

    /** Returns where reading would have to go on after everything that was confirmed. */
    SpoolPosition confirmed() {
        return confirmed;
    }

    /** Goes back to what was last confirmed. */
    public void rewind() {
        next = confirmed;
        unconfirmed.clear();
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
