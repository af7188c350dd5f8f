package io.sidetone.core.journal;

import io.sidetone.core.metrics.SingleWriterCounter;
import java.util.concurrent.atomic.LongAdder;

/** What the journal thread counts; any thread reads. */
public final class JournalCounters {
    /** Calls that began to be journaled. */
    public final SingleWriterCounter calls = new SingleWriterCounter();

    /** Journals that hold their call from beginning to end. */
    public final SingleWriterCounter complete = new SingleWriterCounter();

    /** Journals given up before the end of their call: the disk was too slow or full. */
    public final SingleWriterCounter incomplete = new SingleWriterCounter();

    /** Calls whose ring was full when they opened: nothing of them was written. */
    public final LongAdder neverBegun = new LongAdder();

    /** Records written. */
    public final SingleWriterCounter records = new SingleWriterCounter();

    /** Bytes written. */
    public final SingleWriterCounter bytes = new SingleWriterCounter();

    /** Old journals deleted to keep within the bound. */
    public final SingleWriterCounter deleted = new SingleWriterCounter();
}
