package io.sidetone.server.records.delivery;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Append-only segments with group commit. One thread recovers, appends and trims; another reads through {@link #reader}
 * and tells what is delivered. What is asked for as a number may be asked from any thread.
 *
 * <p>{@link #append} returns when the whole group is on the disk itself (one force per group). A segment goes when all its
 * records are delivered; calls that are still open are carried over first, so that they are found after a crash.
 */
public final class Spool implements Closeable {
    /** A segment this long is closed and another begun. */
    public static final int SEGMENT_BYTES = 4 << 20;

    /** An active segment of which everything is delivered is exchanged for an empty one from here on. */
    private static final int IDLE_BYTES = 256 << 10;

    private final SpoolDisk disk;
    private final int segmentBytes;
    private final long maxBytes;
    private final Map<String, OpenCall> open = new LinkedHashMap<>();
    private final ConcurrentSkipListMap<Long, Long> sealed = new ConcurrentSkipListMap<>();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong pending = new AtomicLong();
    private final AtomicLong damagedBytes = new AtomicLong();
    private volatile SpoolPosition durable = new SpoolPosition(0, 0);
    private volatile SpoolPosition delivered = new SpoolPosition(0, 0);
    private SpoolFile active;
    private boolean suspect;
    private final AtomicBoolean wiping = new AtomicBoolean();
    private ByteBuffer group = ByteBuffer.allocate(64 << 10);

    private record OpenCall(long segment, SpoolRecord record) {}

    /**
     * Creates a spool on {@code disk}; {@link #recover} comes first.
     *
     * @param segmentBytes when a segment is closed
     * @param maxBytes what all segments together may hold
     */
    public Spool(SpoolDisk disk, int segmentBytes, long maxBytes) {
        this.disk = disk;
        this.segmentBytes = segmentBytes;
        this.maxBytes = maxBytes;
    }

    /**
     * Takes over what an earlier process left: damaged tails are cut and counted, everything else waits for delivery. After
     * a failure it may be called again.
     *
     * @return the records of calls that were open
     */
    public List<SpoolRecord> recover() throws IOException {
        open.clear();
        sealed.clear();
        bytes.set(0);
        pending.set(0);
        long last = 0;
        for (long number : disk.segments()) {
            last = number;
            recover(number);
        }
        List<SpoolRecord> left = open.values().stream().map(OpenCall::record).toList();
        open.clear();
        begin(last + 1);
        delivered = new SpoolPosition(sealed.isEmpty() ? last + 1 : sealed.firstKey(), SpoolFrames.HEADER);
        return left;
    }

    private void recover(long number) throws IOException {
        long good;
        try (SpoolFile file = disk.open(number)) {
            int size = (int) Math.min(file.size(), Integer.MAX_VALUE - 8L);
            ByteBuffer content = ByteBuffer.allocate(size);
            file.read(content, 0);
            content.flip();
            good = scan(number, content);
            if (good < file.size()) {
                damagedBytes.addAndGet(file.size() - good);
                file.truncate(good);
                file.force();
            }
        }
        if (good <= SpoolFrames.HEADER) {
            disk.delete(number);
        } else {
            sealed.put(number, good);
            bytes.addAndGet(good);
        }
    }

    private long scan(long number, ByteBuffer content) {
        if (!SpoolFrames.headerGood(content)) {
            return 0;
        }
        for (SpoolRecord record = SpoolFrames.decode(content); record != null; record = SpoolFrames.decode(content)) {
            pending.incrementAndGet();
            note(number, record);
        }
        return content.position();
    }

    private void note(long segment, SpoolRecord record) {
        if (record.kind() == SpoolRecord.Kind.OPENED) {
            open.put(record.callId(), new OpenCall(segment, record));
        } else {
            open.remove(record.callId());
        }
    }

    private void begin(long number) throws IOException {
        SpoolFile next = disk.create(number);
        try {
            ByteBuffer header = ByteBuffer.allocate(SpoolFrames.HEADER);
            SpoolFrames.header(header);
            next.write(header.flip(), 0);
        } catch (IOException e) {
            next.close();
            disk.delete(number);
            throw e;
        }
        active = next;
        bytes.addAndGet(SpoolFrames.HEADER);
        durable = new SpoolPosition(number, SpoolFrames.HEADER);
    }

    /**
     * Appends a group; on return all of it is durable. After a failure none of it counts: append it again.
     *
     * @throws SpoolFullException when there is no room, before anything was written
     */
    public void append(List<SpoolRecord> records) throws IOException {
        long size = records.stream().mapToLong(SpoolFrames::size).sum();
        if (bytes.get() + size > maxBytes) {
            throw new SpoolFullException(bytes.get(), maxBytes);
        }
        write(records, size);
    }

    private void write(List<SpoolRecord> records, long size) throws IOException {
        boolean empty = durable.offset() == SpoolFrames.HEADER;
        if (suspect || (!empty && durable.offset() + size > segmentBytes)) {
            roll();
        }
        if (group.capacity() < size) {
            group = ByteBuffer.allocate(Math.toIntExact(size));
        }
        group.clear();
        records.forEach(record -> SpoolFrames.encode(record, group));
        SpoolPosition at = durable;
        try {
            active.write(group.flip(), at.offset());
            active.force();
        } catch (IOException e) {
            // What a failed force left in the page cache cannot be trusted: the next attempt uses another segment.
            suspect = true;
            throw e;
        }
        records.forEach(record -> note(at.segment(), record));
        bytes.addAndGet(size);
        pending.addAndGet(records.size());
        durable = new SpoolPosition(at.segment(), at.offset() + size);
        if (group.capacity() > segmentBytes) {
            group = ByteBuffer.allocate(64 << 10);
        }
    }

    private void roll() throws IOException {
        SpoolPosition end = durable;
        if (suspect) {
            try {
                active.truncate(end.offset());
            } catch (IOException e) {
                // Found at the next start, if at all: then it is delivered twice, which the database does not mind.
            }
        }
        // Readers know a segment as closed before they see that there is another.
        SpoolFile old = active;
        if (end.offset() == SpoolFrames.HEADER) {
            old.close();
            bytes.addAndGet(-SpoolFrames.HEADER);
            try {
                begin(end.segment());
            } catch (IOException e) {
                bytes.addAndGet(SpoolFrames.HEADER);
                throw e;
            }
        } else {
            sealed.put(end.segment(), end.offset());
            try {
                begin(end.segment() + 1);
            } catch (IOException e) {
                sealed.remove(end.segment());
                throw e;
            }
            old.close();
        }
        suspect = false;
    }

    /** Has {@link #trim} remove everything as soon as it is delivered: somebody in it was erased. Any thread. */
    public void wipe() {
        wiping.set(true);
    }

    /** Removes what is delivered; carries open calls over. */
    public void trim() throws IOException {
        boolean wipe = wiping.getAndSet(false);
        boolean all = delivered.equals(durable);
        if (all && durable.offset() > (wipe ? SpoolFrames.HEADER : IDLE_BYTES) && !suspect) {
            roll();
        }
        if (!all && wipe) {
            wiping.set(true);
        }
        while (!sealed.isEmpty() && finished(sealed.firstKey())) {
            long number = sealed.firstKey();
            List<SpoolRecord> living = open.values().stream()
                    .filter(call -> call.segment() == number)
                    .map(OpenCall::record)
                    .toList();
            if (!living.isEmpty()) {
                write(living, living.stream().mapToLong(SpoolFrames::size).sum());
            }
            disk.delete(number);
            bytes.addAndGet(-sealed.remove(number));
        }
    }

    private boolean finished(long number) {
        SpoolPosition read = delivered;
        return read.segment() > number || (read.segment() == number && read.offset() >= sealed.get(number));
    }

    /** Returns the one reader, at the oldest record. */
    public SpoolReader reader() {
        return reader(delivered);
    }

    /** The same, behind what an earlier process noted as delivered. */
    SpoolReader reader(SpoolPosition skipTo) {
        return new SpoolReader(disk, this, delivered, skipTo);
    }

    /** Everything before {@code position} is in the database. Reading thread. */
    void delivered(SpoolPosition position, long records) {
        pending.addAndGet(-records);
        delivered = position;
    }

    SpoolPosition durable() {
        return durable;
    }

    /** Returns the length of a closed segment, or null while it is active or when it is gone. */
    Long sealed(long segment) {
        return sealed.get(segment);
    }

    Long sealedAfter(long segment) {
        return sealed.higherKey(segment);
    }

    void damaged(long lost) {
        damagedBytes.addAndGet(lost);
    }

    /** Bytes on the disk. */
    public long bytes() {
        return bytes.get();
    }

    /** Returns what {@link #bytes} may grow to. */
    public long maxBytes() {
        return maxBytes;
    }

    /** Records that are spooled and not delivered. */
    public long pending() {
        return pending.get();
    }

    /** Bytes that were cut off because they were no whole record. */
    public long damagedBytes() {
        return damagedBytes.get();
    }

    /** Returns whether {@link #close} will leave nothing behind. */
    boolean leavesNothing() {
        return active != null && open.isEmpty() && delivered.equals(durable);
    }

    /** Closes the active segment; removes everything when everything is delivered and no call is open. */
    @Override
    public void close() throws IOException {
        if (active == null) {
            return;
        }
        active.close();
        if (leavesNothing()) {
            List<Long> all = new ArrayList<>(sealed.keySet());
            all.add(durable.segment());
            for (long number : all) {
                disk.delete(number);
            }
        }
    }
}
