package io.sidetone.bench.history;

import io.sidetone.bench.harness.Plan;
import io.sidetone.server.records.store.record.StoredCall;
import io.sidetone.server.records.store.sql.CallArchive;
import io.sidetone.server.records.store.sql.DatabaseSettings;
import io.sidetone.server.records.store.sql.Jdbc;
import io.sidetone.transport.http.history.CallQuery;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Fills a database with invented calls, measures how many whole calls a second it keeps, and asks each kind of question many times.
 *
 * <p>Exit code 1 when a goal was missed.
 */
@Command(
        name = "history",
        description = "Keeps invented calls, and finds them again by every filter.",
        mixinStandardHelpOptions = true)
public final class HistoryCommand extends Plan {
    /** Records that the server stores at a time, and those that fill the database. */
    private static final int BATCH = 64;

    private static final int FILL = 1_024;
    private static final int ROUNDS = 60;
    private static final int LIMIT = 50;
    private static final double GOAL_MS = 50;
    private static final int GOAL_CALLS = 200;
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_S = 1e9;
    private static final int PERCENT_95 = 95;

    @Option(names = "--calls", defaultValue = "1000000", description = "Calls that are kept. Default: ${DEFAULT-VALUE}")
    private int calls;

    @Option(
            names = "--whole",
            defaultValue = "2000",
            description = "Whole calls that are kept for their rate. Default: ${DEFAULT-VALUE}")
    private int whole;

    @Option(
            names = "--url",
            description = "JDBC URL of an empty database. Default: an embedded one in a folder that is deleted")
    private String url;

    @Option(names = "--user", defaultValue = "", description = "Who connects.")
    private String user;

    @Option(names = "--password", defaultValue = "", description = "Password of the user.")
    private String password;

    private final Random random = new Random(1);

    @Override
    protected boolean measure(Path folder) throws Exception {
        String database = url == null ? "jdbc:h2:file:" + folder.resolve("calls") : url;
        try (Jdbc store = new Jdbc(new DatabaseSettings(database, user, password))) {
            store.prepare();
            long firstMs = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
            keep(store, new InventedCall(random, false), firstMs, 0, calls, FILL);
            double perSecond = keep(store, new InventedCall(random, true), firstMs, calls, whole, BATCH);
            boolean good = judged("whole calls kept a second", perSecond, perSecond >= GOAL_CALLS);
            for (Map.Entry<String, Supplier<Map<String, String>>> question :
                    questions(firstMs).entrySet()) {
                good &= ask(store, question.getKey(), question.getValue());
            }
            return good;
        }
    }

    private static boolean judged(String what, double value, boolean good) {
        System.out.printf("%-44s %8.1f  %s%n", what, value, good ? "ok" : "MISSED");
        return good;
    }

    private double keep(Jdbc store, InventedCall invented, long firstMs, int from, int count, int size)
            throws Exception {
        long startedNs = System.nanoTime();
        List<StoredCall> batch = new ArrayList<>(size);
        for (int i = 0; i < count; i++) {
            batch.add(invented.next(firstMs, from + i));
            if (batch.size() == size || i == count - 1) {
                store.store(batch);
                batch.clear();
            }
            if (i > 0 && i % 100_000 == 0) {
                System.out.println(i + " calls are kept");
            }
        }
        return count * NS_PER_S / (System.nanoTime() - startedNs);
    }

    private Map<String, Supplier<Map<String, String>>> questions(long firstMs) {
        Map<String, Supplier<Map<String, String>>> questions = new LinkedHashMap<>();
        questions.put("newest", Map::of);
        questions.put("state=refused", () -> Map.of("state", "refused"));
        questions.put("from, to: one day", () -> {
            long dayMs = firstMs + random.nextInt(20) * 86_400_000L;
            return Map.of(
                    "from",
                    Instant.ofEpochMilli(dayMs).toString(),
                    "to",
                    Instant.ofEpochMilli(dayMs + 86_400_000).toString());
        });
        questions.put("agent", () -> Map.of("agent", "desk"));
        questions.put("agent, rare", () -> Map.of("agent", "rare"));
        questions.put("trunk and direction", () -> Map.of("trunk", "carrier", "direction", "out"));
        questions.put("caller", () -> Map.of("caller", InventedCall.number(random)));
        questions.put(
                "caller, beginning of",
                () -> Map.of("caller", InventedCall.number(random).substring(0, 9)));
        questions.put("called and cause", () -> Map.of("called", "100", "cause", "BUSY"));
        questions.put("cause", () -> Map.of("cause", "ENGINE_FAILED"));
        questions.put("text, one word", () -> Map.of("text", InventedCall.word(random)));
        questions.put(
                "text, three words",
                () -> Map.of(
                        "text",
                        InventedCall.word(random) + " " + InventedCall.word(random) + " " + InventedCall.word(random)));
        questions.put("min-duration, rare", () -> Map.of("min-duration", "900"));
        questions.put("interrupted", () -> Map.of("interrupted", "true"));
        questions.put(
                "interrupted, rare agent, long",
                () -> Map.of("interrupted", "true", "agent", "rare", "min-duration", "600"));
        return questions;
    }

    private boolean ask(Jdbc store, String name, Supplier<Map<String, String>> question) throws Exception {
        double[] ms = new double[ROUNDS];
        int found = 0;
        for (int round = -5; round < ROUNDS; round++) {
            Map<String, List<String>> parameters = new HashMap<>();
            question.get().forEach((parameter, value) -> parameters.put(parameter, List.of(value)));
            CallQuery query = CallQuery.of(parameters);
            long startedNs = System.nanoTime();
            CallArchive.Found part = store.find(query, null, LIMIT);
            if (round >= 0) {
                ms[round] = (System.nanoTime() - startedNs) / NS_PER_MS;
                found += part.entries().size();
            }
        }
        Arrays.sort(ms);
        double p95 = ms[ROUNDS * PERCENT_95 / 100];
        return judged(
                String.format("%s: p50 %.1f ms, %d found; p95", name, ms[ROUNDS / 2], found / ROUNDS),
                p95,
                p95 <= GOAL_MS);
    }
}
