package io.sidetone.server.records.recording;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** The recordings that can be asked for by call: as many as there are, the oldest beyond {@value #MAX} forgotten. Any thread. */
final class RecentRecordings {
    /** More than there are running calls and ended ones that are kept. */
    private static final int MAX = 4_096;

    private final Map<String, RecordedCall> byCall = new HashMap<>();
    private final Deque<String> order = new ArrayDeque<>();

    synchronized void add(RecordedCall call) {
        byCall.put(call.callId(), call);
        order.add(call.callId());
        if (order.size() > MAX) {
            byCall.remove(order.poll());
        }
    }

    synchronized RecordedCall find(String callId) {
        return byCall.get(callId);
    }

    synchronized void settle() {
        byCall.values().forEach(RecordedCall::settle);
    }

    synchronized void forget(String callId) {
        byCall.remove(callId);
    }
}
