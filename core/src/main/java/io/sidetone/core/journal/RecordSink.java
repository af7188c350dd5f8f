package io.sidetone.core.journal;

import io.sidetone.core.journal.record.JournalRecord;

/** Destination of the records of one call. The record is the caller's and is reused. */
@FunctionalInterface
public interface RecordSink {
    /** Takes a record. Never blocks, never throws. */
    void offer(JournalRecord record);
}
