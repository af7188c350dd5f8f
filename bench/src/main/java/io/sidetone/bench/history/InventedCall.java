package io.sidetone.bench.history;

import io.sidetone.core.call.CallId;
import io.sidetone.server.records.store.record.StoredCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Calls as a busy server would keep them: parties, causes, times and words are drawn, the same for a seed. */
final class InventedCall {
    static final List<String> AGENTS = List.of("desk", "sales", "night", "survey", "rare");
    static final List<String> CAUSES = List.of("CALLER_HUNG_UP", "AGENT_HUNG_UP", "BUSY", "ENGINE_FAILED");
    private static final int VOCABULARY = 20_000;
    private static final int UTTERANCES = 12;
    private static final int WORDS = 9;
    private static final int EVENTS = 60;
    private static final long STEP_MS = 2_000;
    private static final int DOCUMENT_BYTES = 3_000;

    private final Random random;
    private final int utterances;
    private final int events;
    private final byte[] document;

    /**
     * Draws calls.
     *
     * @param whole with as many rows as a call of two minutes has; else with a few, to fill a database
     */
    InventedCall(Random random, boolean whole) {
        this.random = random;
        this.utterances = whole ? UTTERANCES : 1;
        this.events = whole ? EVENTS : 0;
        this.document = new byte[whole ? DOCUMENT_BYTES : 1];
        random.nextBytes(document);
    }

    /** Draws the number of a caller. */
    static String number(Random random) {
        return "+4930" + (1_000_000 + random.nextInt(200_000));
    }

    /** Draws a word: few are frequent, most are rare, as in speech. */
    static String word(Random random) {
        return "w" + (int) (VOCABULARY * Math.pow(random.nextDouble(), 4));
    }

    /** Returns the call that began in step {@code number}. */
    StoredCall next(long firstMs, int number) {
        long startedMs = firstMs + number * STEP_MS;
        boolean refused = random.nextInt(20) == 0;
        // Few agents have most calls, and one has hardly any.
        int agent = random.nextInt(1_000) == 0 ? 4 : random.nextInt(4);
        long durationMs = (long) (-90_000 * Math.log(1 - random.nextDouble()));
        String from = number(random);
        List<StoredCall.Utterance> said = new ArrayList<>();
        for (int i = 0; i < (refused ? 0 : utterances); i++) {
            StringBuilder text = new StringBuilder();
            for (int w = 0; w < WORDS; w++) {
                text.append(word(random)).append(' ');
            }
            said.add(new StoredCall.Utterance(
                    i % 2 == 0 ? "assistant" : "user", text.toString(), false, "", "utt-" + i, null));
        }
        List<StoredCall.Event> happened = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            happened.add(new StoredCall.Event(i * 1_000L, "state", "LISTENING -> THINKING (VIP-T04, transcript)"));
        }
        return new StoredCall(
                CallId.next(startedMs, random),
                refused ? StoredCall.Status.REFUSED : StoredCall.Status.ENDED,
                AGENTS.get(agent),
                "sip-udp",
                "x" + number,
                "sip:" + from + "@192.0.2.1",
                "sip:100@192.0.2.2",
                "",
                startedMs,
                startedMs + durationMs,
                durationMs,
                refused ? "NO_AGENT" : CAUSES.get(Math.min(3, random.nextInt(40) / 12)),
                "caller",
                Map.of("turns", 6.0),
                said,
                List.of(),
                List.of(),
                List.of(),
                happened,
                from,
                "100",
                List.of(),
                0,
                "",
                new StoredCall.Outcome(
                        random.nextInt(5) == 0 ? "out" : "in",
                        "carrier",
                        refused ? 404 : 200,
                        "the caller hung up",
                        !refused,
                        6,
                        random.nextInt(50) == 0 ? 3 : 0,
                        900,
                        4.3,
                        Map.of("EUR", 0.03),
                        null),
                document);
    }
}
