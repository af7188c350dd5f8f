package io.sidetone.server.records.store.record;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A call as the store keeps it, for tests that care for its id alone. */
public final class SampleStoredCall {
    private SampleStoredCall() {}

    /** Returns a call that has ended; with {@code afterCall} the record that only adds that. */
    public static StoredCall of(String id, String afterCall) {
        return of(id, afterCall, Map.of());
    }

    /** Returns a call that has ended and of which {@code metrics} are known. */
    public static StoredCall measured(String id, Map<String, Double> metrics) {
        return of(id, "", metrics);
    }

    /** Returns a call that has ended and came from {@code from}. */
    public static StoredCall from(String from, String id) {
        return of(id, "", Map.of(), from);
    }

    private static StoredCall of(String id, String afterCall, Map<String, Double> metrics) {
        return of(id, afterCall, metrics, "a");
    }

    private static StoredCall of(String id, String afterCall, Map<String, Double> metrics, String from) {
        return new StoredCall(
                id,
                afterCall.isEmpty() ? StoredCall.Status.ENDED : StoredCall.Status.OPEN,
                "desk",
                "sip-udp",
                "x",
                from,
                "b",
                "",
                1,
                2L,
                1L,
                "OPERATOR",
                "operator",
                metrics,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                "",
                "",
                List.of(),
                0,
                afterCall,
                null,
                null);
    }

    /** A call with what the list of calls shows of it, in which {@code said} was said. */
    public static StoredCall listed(
            String id,
            StoredCall.Status status,
            String agent,
            String from,
            long startedAtMs,
            long durationMs,
            String cause,
            String said,
            StoredCall.Outcome outcome) {
        return new StoredCall(
                id,
                status,
                agent,
                "sip-udp",
                "x",
                from,
                "sip:100@b",
                "",
                startedAtMs,
                startedAtMs + durationMs,
                durationMs,
                cause,
                "caller",
                Map.of(),
                List.of(new StoredCall.Utterance("user", said, false, "", null, null)),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                from.replaceAll("sip:(\\+?[0-9]*).*", "$1"),
                "",
                List.of(),
                0,
                "",
                outcome,
                Compressed.of("{}".getBytes(StandardCharsets.UTF_8)));
    }
}
