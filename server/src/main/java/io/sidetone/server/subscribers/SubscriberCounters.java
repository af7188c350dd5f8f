package io.sidetone.server.subscribers;

import io.sidetone.core.metrics.SharedDurationRecorder;
import java.util.concurrent.atomic.LongAdder;

/** What became of one subscriber's events. Any thread. */
final class SubscriberCounters {
    /** Events that reached the disk. */
    final LongAdder spooled = new LongAdder();
    /** Events that the subscriber took. */
    final LongAdder delivered = new LongAdder();
    /** Attempts that failed and are made again. */
    final LongAdder failures = new LongAdder();
    /** Events that the subscriber will never take, by its own word. */
    final LongAdder refused = new LongAdder();
    /** Events given up because nobody took them in time. */
    final LongAdder dead = new LongAdder();
    /** Events lost because neither queue nor spool had room. */
    final LongAdder overflow = new LongAdder();
    /** Attempts to use the spool that failed. */
    final LongAdder spoolFailures = new LongAdder();
    /** From the event to the subscriber's word that it has it. */
    final SharedDurationRecorder delay = new SharedDurationRecorder();
}
