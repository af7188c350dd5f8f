package io.sidetone.server.records.subscribers;

import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.core.metrics.SharedDurationRecorder;

/** What became of one subscriber's events. Any thread. */
final class SubscriberCounters {
    /** How many. */
    final SharedCounters<SubscriberCounter> events = new SharedCounters<>(SubscriberCounter.class);

    /** From the event to the subscriber's word that it has it. */
    final SharedDurationRecorder delay = new SharedDurationRecorder();
}
