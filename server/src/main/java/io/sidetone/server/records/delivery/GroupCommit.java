package io.sidetone.server.records.delivery;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes records from a source to the spool, a group at a time. A group that the disk refuses is kept and tried again; nothing else is
 * taken meanwhile. One thread, except {@link #trouble}.
 */
public final class GroupCommit {
    private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);
    private static final int GROUP_BYTES = 1 << 20;
    private static final long IDLE_NS = 1_000_000_000L;
    private static final long RETRY_NS = 250_000_000L;

    private final String owner;
    private final String records;
    private final Spool spool;
    private final int groupRecords;
    private final Source source;
    private final List<SpoolRecord> held = new ArrayList<>();
    private boolean recovered;
    private volatile String trouble;

    /** Source of records, which counts what becomes of them. */
    public interface Source {
        /** Returns what to spool for records that an earlier process left open. */
        List<SpoolRecord> recovered(List<SpoolRecord> open);

        /** Returns the next record, or null when none is ready. */
        SpoolRecord next();

        /** Returns whether nothing waits to be taken. */
        boolean idle();

        /** {@code count} records are on the disk. */
        void appended(int count);

        /** The spool could not be written or trimmed. */
        void failed();

        /** {@code record} is too large for any spool and is lost. */
        void tooLarge(SpoolRecord record);
    }

    /**
     * Creates a way to {@code spool}.
     *
     * @param owner whose records they are, as log lines begin
     * @param records what they are, in plural
     * @param groupRecords most records of a group
     */
    public GroupCommit(String owner, String records, Spool spool, int groupRecords, Source source) {
        this.owner = owner;
        this.records = records;
        this.spool = spool;
        this.groupRecords = groupRecords;
        this.source = source;
    }

    /** Why nothing reaches the disk, or null. Any thread. */
    public String trouble() {
        return trouble;
    }

    /** Returns whether the spool was taken over from the process before. */
    public boolean recovered() {
        return recovered;
    }

    /** Returns how many records wait for the disk after they left the source. */
    public int held() {
        return held.size();
    }

    /** Returns whether everything that the source had is on the disk. */
    public boolean idle() {
        return recovered && held.isEmpty() && source.idle();
    }

    /** Takes one step; returns for how many nanoseconds there is nothing to do unless the source gets more. */
    public long step() {
        try {
            if (!recovered) {
                recover();
            }
            collect();
            if (!held.isEmpty()) {
                spool.append(held);
                source.appended(held.size());
                held.clear();
            }
            well();
            trim();
            return source.idle() ? IDLE_NS : 0;
        } catch (IOException e) {
            failed(e);
            trim();
            return RETRY_NS;
        }
    }

    private void recover() throws IOException {
        List<SpoolRecord> open = spool.recover();
        recovered = true;
        if (spool.damagedBytes() > 0) {
            LOG.warn(
                    "{}: {} bytes at the end of the spool were no whole record and are cut off",
                    owner,
                    spool.damagedBytes());
        }
        held.addAll(source.recovered(open));
    }

    private void collect() {
        long bytes = held.stream().mapToLong(record -> record.body().length).sum();
        while (held.size() < groupRecords && bytes < GROUP_BYTES) {
            SpoolRecord record = source.next();
            if (record == null) {
                return;
            }
            if (SpoolFrames.fits(record)) {
                held.add(record);
                bytes += record.body().length;
            } else {
                source.tooLarge(record);
                LOG.error(
                        "{}: a record of call {} has {} bytes, more than a spool takes, and is lost",
                        owner,
                        record.callId(),
                        record.body().length);
            }
        }
    }

    private void trim() {
        if (!recovered) {
            return;
        }
        try {
            spool.trim();
        } catch (IOException e) {
            source.failed();
            LOG.debug("{}: the spool could not be trimmed: {}", owner, e.toString());
        }
    }

    private void failed(IOException why) {
        source.failed();
        String reason = why instanceof SpoolFullException ? why.getMessage() : "the disk refuses: " + why.getMessage();
        if (!reason.equals(trouble)) {
            LOG.error("{}: {}; {} wait in memory", owner, reason, records);
        }
        trouble = reason;
    }

    private void well() {
        if (trouble != null) {
            LOG.info("{}: {} reach the disk again", owner, records);
            trouble = null;
        }
    }
}
