package io.sidetone.server.records.subscribers;

import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.core.metrics.SharedDurationRecorder;

/** Counts of one subscriber's events, by what became of them. Any thread. */
final class SubscriberCounters {
    /** Number of each. */
    final SharedCounters<SubscriberCounter> events = new SharedCounters<>(SubscriberCounter.class);

    /** From the event to the subscriber's word that it has it. */
    final SharedDurationRecorder delay = new SharedDurationRecorder();
}
