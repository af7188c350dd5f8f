package io.sidetone.transport.stream;

import io.sidetone.core.metrics.SingleWriterCounter;

/** What the stream calls of one event loop count. Written on that loop; any thread reads. */
public final class StreamCounters {
    /** Calls that were opened. */
    public final SingleWriterCounter calls = new SingleWriterCounter();

    /** Frames written to peers. */
    public final SingleWriterCounter framesOut = new SingleWriterCounter();

    /** Frames dropped because a peer read too slowly. */
    public final SingleWriterCounter framesDropped = new SingleWriterCounter();

    /** Frames of cancelled turns that were not written. */
    public final SingleWriterCounter staleDropped = new SingleWriterCounter();

    /** Frames whose call was gone. */
    public final SingleWriterCounter withoutCall = new SingleWriterCounter();

    /** Defects in the code of a call or its dialect. */
    public final SingleWriterCounter faults = new SingleWriterCounter();
}
