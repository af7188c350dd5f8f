package io.sidetone.core.journal;

import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.CallTap;
import io.sidetone.core.call.CallTaps;
import io.sidetone.core.journal.file.JournalFileWriter;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.RecordKind;
import io.sidetone.core.lane.LanePublisher;
import io.sidetone.core.metrics.SharedCounters;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.agrona.collections.Int2ObjectHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journals of all calls: a recorder per journaled call on its lane, a ring per lane, one thread that writes.
 *
 * <p>A lane is never held up. When its ring is full because the disk is slow, or a file cannot be written, the journal of
 * that call ends there, marked incomplete where the disk still takes the mark; it is counted and logged once; the call goes
 * on.
 */
public final class Journals implements CallTaps, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Journals.class);
    private static final int RING_BYTES = 4 << 20;
    private static final int RING_REFS = 8192;
    private static final long BUSY_PAUSE_NS = 2_000_000;
    private static final long IDLE_PAUSE_NS = 20_000_000;
    private static final long JOIN_MS = 5_000;

    private final JournalSettings settings;
    private final LongSupplier salts;
    private final LaneRing[] rings;
    private final int[] nextId;
    private final SharedCounters<JournalCounter> counters = new SharedCounters<>(JournalCounter.class);
    private final JournalFolder folder;
    private final Int2ObjectHashMap<OpenJournal> open = new Int2ObjectHashMap<>();
    private final List<OpenJournal> lost = new ArrayList<>();
    private final LaneRing.Consumer writer = this::write;
    private final Thread thread = new Thread(this::run, "journal");
    private volatile boolean running = true;
    private boolean warned;

    /**
     * Creates the journals of {@code lanes} lanes; {@link #start} begins to write.
     *
     * @param salts random numbers, one for each file
     */
    public Journals(JournalSettings settings, int lanes, LongSupplier salts) throws IOException {
        this(settings, lanes, salts, JournalFolder::create, RING_BYTES);
    }

    Journals(
            JournalSettings settings,
            int lanes,
            LongSupplier salts,
            JournalFolder.JournalChannels channels,
            int ringBytes)
            throws IOException {
        this.settings = settings;
        this.salts = salts;
        this.rings = new LaneRing[lanes];
        this.nextId = new int[lanes];
        for (int i = 0; i < lanes; i++) {
            rings[i] = new LaneRing(ringBytes, RING_REFS);
            nextId[i] = i;
        }
        this.folder = new JournalFolder(settings.folder(), settings.maxBytes(), channels, counters);
        thread.setDaemon(true);
    }

    /** Starts the journal thread. */
    public Journals start() {
        thread.start();
        return this;
    }

    @Override
    public CallTap open(int lane, CallSetup setup, LanePublisher publisher, long sequence, long nowNs) {
        if (!running || !settings.agents().test(setup.who().agent())) {
            return CallTap.NONE;
        }
        int id = nextId[lane];
        nextId[lane] += rings.length;
        return new CallRecorder(
                new LaneSink(id, setup.who().callId(), rings[lane], counters), setup, publisher, sequence, nowNs);
    }

    /** Returns what the journals count. */
    public SharedCounters<JournalCounter> counters() {
        return counters;
    }

    /** The lane's end: offers records until one does not fit. */
    private static final class LaneSink implements RecordSink {
        private final int id;
        private final String callId;
        private final LaneRing ring;
        private final SharedCounters<JournalCounter> counters;
        private volatile boolean lost;

        LaneSink(int id, String callId, LaneRing ring, SharedCounters<JournalCounter> counters) {
            this.id = id;
            this.callId = callId;
            this.ring = ring;
            this.counters = counters;
        }

        @Override
        public void offer(JournalRecord record) {
            if (lost) {
                return;
            }
            if (record.kind == RecordKind.SETUP) {
                record.ref = new Opening(this, record.ref);
            }
            if (!ring.offer(id, record)) {
                lost = true;
                if (record.kind == RecordKind.SETUP) {
                    counters.increment(JournalCounter.NOT_STARTED);
                }
            }
        }
    }

    /** Rides with the first record: what is to be opened. */
    private record Opening(LaneSink sink, Object setup) {}

    /** A journal being written. */
    private record OpenJournal(LaneSink sink, Path file, WritableByteChannel channel, JournalFileWriter writer) {}

    // ---- journal thread ---------------------------------------------------------------------------------------------

    private void run() {
        while (running) {
            if (pass() == 0) {
                LockSupport.parkNanos(open.isEmpty() ? IDLE_PAUSE_NS : BUSY_PAUSE_NS);
            }
        }
        finish();
    }

    /** Writes what waits in the rings; returns how many records that were. */
    int pass() {
        for (OpenJournal journal : open.values()) {
            if (journal.sink.lost) {
                lost.add(journal);
            }
        }
        int records = 0;
        for (LaneRing ring : rings) {
            records += lost.isEmpty() ? ring.drain(writer) : drainAll(ring);
        }
        for (OpenJournal journal : lost) {
            if (open.containsKey(journal.sink.id)) {
                giveUp(journal, "the disk is too slow: the journal's ring was full", true);
            }
        }
        lost.clear();
        return records;
    }

    /** Drains what a lost journal still has in its ring: it comes before its end. */
    private int drainAll(LaneRing ring) {
        int all = 0;
        for (int records = ring.drain(writer); records > 0; records = ring.drain(writer)) {
            all += records;
        }
        return all;
    }

    /** Writes the rest; calls that are still open have an incomplete journal. */
    void finish() {
        while (pass() > 0) {
            Thread.onSpinWait();
        }
        for (OpenJournal journal : List.copyOf(open.values())) {
            giveUp(journal, "the server stopped", true);
        }
    }

    private void write(int id, JournalRecord record) {
        if (record.ref instanceof Opening opening) {
            record.ref = opening.setup;
            begin(opening.sink);
        }
        OpenJournal journal = open.get(id);
        if (journal == null) {
            return;
        }
        try {
            long before = journal.writer.bytesWritten();
            boolean last = record.kind == RecordKind.END || record.kind == RecordKind.INCOMPLETE;
            journal.writer.write(record);
            if (last) {
                journal.writer.close();
            }
            counters.increment(JournalCounter.RECORDS);
            if (!grew(journal.writer.bytesWritten() - before)) {
                giveUp(journal, "journal.max-bytes is reached by calls in progress; raise it", false);
            } else if (last) {
                open.remove(id);
                counters.increment(
                        record.kind == RecordKind.END ? JournalCounter.COMPLETE : JournalCounter.ENDED_EARLY);
                folder.closed(journal.file, journal.writer.bytesWritten());
                warned = false;
            }
        } catch (IOException | RuntimeException e) {
            giveUp(journal, "it cannot be written: " + e, false);
        }
    }

    private void begin(LaneSink sink) {
        Path file = folder.file(sink.callId);
        counters.increment(JournalCounter.CALLS);
        try {
            WritableByteChannel channel = folder.open(file);
            try {
                JournalFileWriter journal =
                        new JournalFileWriter(channel, settings.key().orElse(null), salts.getAsLong());
                open.put(sink.id, new OpenJournal(sink, file, channel, journal));
                grew(journal.bytesWritten());
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            sink.lost = true;
            counters.increment(JournalCounter.INCOMPLETE);
            warn(file, "it cannot be written: " + e);
        }
    }

    private boolean grew(long bytes) {
        counters.add(JournalCounter.BYTES, bytes);
        return folder.grew(bytes);
    }

    private void giveUp(OpenJournal journal, String why, boolean mark) {
        open.remove(journal.sink.id);
        journal.sink.lost = true;
        counters.increment(JournalCounter.INCOMPLETE);
        long before = journal.writer.bytesWritten();
        try {
            if (mark) {
                JournalRecord record = new JournalRecord().begin(RecordKind.INCOMPLETE);
                record.ref = why;
                journal.writer.write(record);
                journal.writer.close();
            } else if (journal.channel instanceof FileChannel file) {
                file.truncate(journal.writer.wholeBytes());
            }
        } catch (IOException | RuntimeException ignored) {
            // The file ends where the disk did; a replay says where that is.
        }
        journal.writer.abandon();
        grew(Math.max(0, journal.writer.bytesWritten() - before));
        folder.closed(journal.file, journal.writer.bytesWritten());
        warn(journal.file, why);
    }

    /** Once, until a journal is whole again: a full disk is not logged for every call. */
    private void warn(Path file, String why) {
        if (!warned) {
            warned = true;
            LOG.warn("The journal {} is incomplete: {}; calls go on, further ones are only counted", file, why);
        }
    }

    @Override
    public void close() {
        running = false;
        LockSupport.unpark(thread);
        try {
            thread.join(JOIN_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
