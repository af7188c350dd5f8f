package io.sidetone.server.records.delivery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** A disk in memory: bounded, breakable, and it can be copied as a crash would leave it. */
public final class MemoryDisk implements SpoolDisk {
    /** What each segment holds. */
    private final Map<Long, byte[]> files = new ConcurrentSkipListMap<>();

    private volatile long capacity = Long.MAX_VALUE;
    private volatile boolean forceFails;
    private int forces;

    /** Bounds what all segments together can hold. */
    public MemoryDisk capacity(long bytes) {
        capacity = bytes;
        return this;
    }

    /** Makes every force fail, or none. */
    public void forceFails(boolean on) {
        forceFails = on;
    }

    /** How often something was forced. */
    public int forces() {
        return forces;
    }

    /** The disk with {@code segment} cut to {@code size} bytes. */
    MemoryDisk cut(long segment, int size) {
        MemoryDisk copy = copy();
        copy.files.put(segment, Arrays.copyOf(files.get(segment), size));
        return copy;
    }

    /** The disk with one byte of {@code segment} changed. */
    MemoryDisk damaged(long segment, int at, int mask) {
        MemoryDisk copy = copy();
        byte[] bytes = copy.files.get(segment).clone();
        bytes[at] ^= (byte) mask;
        copy.files.put(segment, bytes);
        return copy;
    }

    /** The disk as it is now. */
    public MemoryDisk copy() {
        MemoryDisk copy = new MemoryDisk();
        copy.files.putAll(new TreeMap<>(files));
        return copy;
    }

    int size(long segment) {
        return files.get(segment).length;
    }

    private long used() {
        return files.values().stream().mapToLong(b -> b.length).sum();
    }

    @Override
    public List<Long> segments() {
        return List.copyOf(files.keySet());
    }

    @Override
    public SpoolFile create(long number) {
        files.put(number, new byte[0]);
        return new Segment(number);
    }

    @Override
    public SpoolFile open(long number) throws IOException {
        if (!files.containsKey(number)) {
            throw new IOException("no segment " + number);
        }
        return new Segment(number);
    }

    @Override
    public void delete(long number) {
        files.remove(number);
    }

    private final class Segment implements SpoolFile {
        private final long number;

        private Segment(long number) {
            this.number = number;
        }

        @Override
        public long size() {
            return files.get(number).length;
        }

        @Override
        public void read(ByteBuffer into, long position) {
            byte[] all = files.get(number);
            int n = (int) Math.max(0, Math.min(into.remaining(), all.length - position));
            into.put(all, (int) position, n);
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            byte[] all = files.get(number);
            int wanted = (int) Math.max(all.length, position + from.remaining());
            int granted = (int) Math.min(wanted, all.length + Math.max(0, capacity - used()));
            byte[] grown = Arrays.copyOf(all, granted);
            int n = (int) Math.max(0, Math.min(from.remaining(), granted - position));
            from.get(grown, (int) Math.min(position, granted), n);
            files.put(number, grown);
            if (granted < wanted) {
                throw new IOException("No space left on device");
            }
        }

        @Override
        public void truncate(long size) {
            files.put(number, Arrays.copyOf(files.get(number), (int) size));
        }

        @Override
        public void force() throws IOException {
            forces++;
            if (forceFails) {
                throw new IOException("Input/output error");
            }
        }

        @Override
        public void close() {}
    }
}
