package io.sidetone.server.records.store.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.call.timeline.TimelineEntry;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.turn.event.Interruption;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.usage.CallUsage;
import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;
import io.sidetone.server.records.usage.Prices;
import io.sidetone.transport.http.history.CallEntry;
import io.sidetone.transport.refusal.RefusedCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Makes the model from what a call publishes, and JSON from the model. Thread-safe. */
public final class StoredCalls {
    /** Turns and events kept of one call; beyond, those in the middle go. */
    static final int MAX_ROWS = 4_000;

    /** Most characters that the texts of all turns, and those of all events, may take together. */
    static final int MAX_CHARACTERS = 1_000_000;

    private static final int SHORTEST_LIMIT = 100;

    private final ObjectMapper json =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    private final Function<String, Object> media;
    private final Prices prices;
    private final Function<CallRecord, CallSnapshot> snapshots;

    /**
     * Creates it.
     *
     * @param media what a transport measured of a call by its id, a record of numbers, or null
     * @param prices say what calls cost
     * @param snapshots show an ended call as the API does
     */
    public StoredCalls(Function<String, Object> media, Prices prices, Function<CallRecord, CallSnapshot> snapshots) {
        this.media = media;
        this.prices = prices;
        this.snapshots = snapshots;
    }

    /** The same with nothing but what calls say of themselves. */
    public StoredCalls(Function<String, Object> media, Prices prices) {
        this(media, prices, CallSnapshot::bare);
    }

    /** Returns the call as it begins. */
    public StoredCall opened(CallRecord call) {
        return of(call, StoredCall.Status.OPEN, null, Map.of(), "", null);
    }

    /** Returns the call as it was; {@code call} does not change any more. */
    public StoredCall ended(CallRecord call) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        numbers(call.statistics(), "", metrics);
        numbers(media.apply(call.setup().who().callId()), "media.", metrics);
        metrics.put("timelineDropped", (double) call.timeline().dropped());
        usage(call.usage(), metrics);
        long durationMs = call.ageMs(call.setup().who().epochNs());
        return of(call, StoredCall.Status.ENDED, durationMs, metrics, "", snapshots.apply(call));
    }

    /** Returns a record that adds {@code afterCall}, a JSON object, to the call as it is stored. */
    public StoredCall writtenDown(CallRecord call, String afterCall) {
        return of(call, StoredCall.Status.OPEN, null, Map.of(), afterCall, null);
    }

    /**
     * Returns a call that was refused.
     *
     * @param entry its line in the history
     * @param document everything of it as the API shows it, JSON
     */
    public StoredCall refused(RefusedCall call, CallEntry entry, byte[] document) {
        CallPlan.Identity who = call.who();
        return new StoredCall(
                who.callId(),
                StoredCall.Status.REFUSED,
                StoredText.fit(call.agent(), StoredText.NAME),
                StoredText.fit(who.transport(), StoredText.NAME),
                StoredText.fit(who.externalId(), StoredText.NAME),
                StoredText.fit(who.from(), StoredText.NAME),
                StoredText.fit(who.to(), StoredText.NAME),
                "",
                entry.startedAt().toEpochMilli(),
                entry.endedAt().toEpochMilli(),
                entry.durationMs(),
                call.cause().name(),
                "server",
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                StoredText.fit(who.facts().caller(), StoredText.NAME),
                StoredText.fit(who.facts().called(), StoredText.NAME),
                headers(who.facts()),
                who.facts().omitted(),
                "",
                StoredCall.Outcome.of(entry),
                Compressed.of(document));
    }

    private static StoredCall of(
            CallRecord call,
            StoredCall.Status status,
            Long durationMs,
            Map<String, Double> metrics,
            String afterCall,
            CallSnapshot snapshot) {
        CallSetup setup = call.setup();
        boolean whole = status == StoredCall.Status.ENDED;
        boolean over = durationMs != null && call.endCause() != null;
        return new StoredCall(
                setup.who().callId(),
                status,
                StoredText.fit(setup.who().agent(), StoredText.NAME),
                StoredText.fit(setup.who().transport(), StoredText.NAME),
                StoredText.fit(setup.who().externalId(), StoredText.NAME),
                StoredText.fit(setup.who().from(), StoredText.NAME),
                StoredText.fit(setup.who().to(), StoredText.NAME),
                CallerIdentity.key(
                        setup.who().agent(),
                        setup.who().facts().callerOr(setup.who().from())),
                setup.who().wallEpochMs(),
                durationMs == null ? null : setup.who().wallEpochMs() + durationMs,
                durationMs,
                over ? call.endCause().name() : "",
                over ? call.endCause().by() : "",
                metrics,
                whole ? history(call) : List.of(),
                whole ? turns(call.turns().entries()) : List.of(),
                whole ? actions(call.actions().entries()) : List.of(),
                whole ? alerts(call) : List.of(),
                whole ? events(call.timeline().entries()) : List.of(),
                StoredText.fit(setup.who().facts().caller(), StoredText.NAME),
                StoredText.fit(setup.who().facts().called(), StoredText.NAME),
                headers(setup.who().facts()),
                setup.who().facts().omitted(),
                afterCall,
                snapshot == null ? null : StoredCall.Outcome.of(snapshot.entry()),
                snapshot == null ? null : Compressed.of(snapshot.document()));
    }

    private void usage(CallUsage usage, Map<String, Double> into) {
        for (EngineUsage each : usage.engines()) {
            for (Measure measure : Measure.values()) {
                String name = "usage." + each.role() + "." + measure.wireName() + "." + each.engine();
                into.put(StoredText.fit(name, StoredText.NAME), (double) each.of(measure));
            }
        }
        prices.total(usage)
                .forEach((currency, cost) -> into.put(StoredText.fit("cost." + currency, StoredText.NAME), cost));
    }

    private void numbers(Object figures, String prefix, Map<String, Double> into) {
        if (figures == null) {
            return;
        }
        JsonNode tree = json.valueToTree(figures);
        tree.properties().forEach(field -> {
            if (field.getValue().isNumber()) {
                into.put(
                        StoredText.fit(prefix + field.getKey(), StoredText.NAME),
                        field.getValue().asDouble());
            }
        });
    }

    private static List<StoredCall.Header> headers(CallFacts facts) {
        return facts.headers().stream()
                .map(header -> new StoredCall.Header(
                        StoredText.fit(header.name(), CallFacts.MAX_NAME),
                        StoredText.fit(header.value(), CallFacts.MAX_VALUE),
                        header.cut()))
                .toList();
    }

    private static List<StoredCall.Turn> turns(List<TurnDescriptor> taken) {
        return taken.stream()
                .map(turn -> new StoredCall.Turn(
                        turn.turnId(),
                        turn.role().wireName(),
                        turn.startedAtMs(),
                        turn.open() ? null : turn.endedAtMs(),
                        StoredText.fit(turn.policyProfile(), StoredText.NAME),
                        interruption(turn.interruption())))
                .toList();
    }

    private static StoredCall.Interruption interruption(Interruption how) {
        return how == null
                ? null
                : new StoredCall.Interruption(
                        how.type().wireName(),
                        how.source().wireName(),
                        how.detectedAtMs(),
                        how.latencyMs(),
                        StoredText.fit(how.reasonCode(), StoredText.NAME));
    }

    private static List<StoredCall.Action> actions(List<ActionOutcome> over) {
        return over.stream()
                .map(action -> new StoredCall.Action(
                        StoredText.fit(action.invocationId(), StoredText.NAME),
                        StoredText.fit(action.action(), StoredText.NAME),
                        action.wantedAtMs(),
                        action.endedAtMs(),
                        StoredText.fit(action.code(), StoredText.NAME)))
                .toList();
    }

    private static List<StoredCall.Alert> alerts(CallRecord call) {
        return call.alerts().entries().stream()
                .map(alert -> new StoredCall.Alert(
                        alert.kind().wireName(), call.wallMs(alert.atNs()), alert.value(), alert.limit()))
                .toList();
    }

    private static List<StoredCall.Utterance> history(CallRecord call) {
        List<History.Entry> kept = bounded(call.history().entries());
        int limit = limit(kept.size() * 2, StoredText.SPEECH);
        List<StoredCall.Utterance> utterances = new ArrayList<>(kept.size());
        for (History.Entry entry : kept) {
            utterances.add(new StoredCall.Utterance(
                    entry.role().name().toLowerCase(Locale.ROOT),
                    StoredText.fit(entry.text(), limit),
                    entry.interrupted(),
                    StoredText.fit(entry.intended(), limit),
                    entry.utteranceId(),
                    entry.interrupted() ? call.wallMs(entry.interruptedAtNs()) : null));
        }
        return utterances;
    }

    private static List<StoredCall.Event> events(List<TimelineEntry> happened) {
        List<TimelineEntry> kept = bounded(happened);
        int limit = limit(kept.size(), StoredText.LINE);
        return kept.stream()
                .map(e -> new StoredCall.Event(
                        e.atMs(), StoredText.fit(e.kind(), StoredText.NAME), StoredText.fit(e.text(), limit)))
                .toList();
    }

    private static <T> List<T> bounded(List<T> rows) {
        if (rows.size() <= MAX_ROWS) {
            return rows;
        }
        List<T> kept = new ArrayList<>(rows.subList(0, MAX_ROWS / 2));
        kept.addAll(rows.subList(rows.size() - MAX_ROWS / 2, rows.size()));
        return kept;
    }

    private static int limit(int texts, int longest) {
        return Math.min(longest, Math.max(SHORTEST_LIMIT, MAX_CHARACTERS / Math.max(1, texts)));
    }

    /** Writes {@code call} as JSON. */
    public byte[] write(StoredCall call) {
        try {
            return json.writeValueAsBytes(call);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a stored call has plain fields only", e);
        }
    }

    /** Reads what {@link #write} wrote, also an earlier version of it. */
    public StoredCall read(byte[] body) throws IOException {
        return json.readValue(body, StoredCall.class);
    }
}
