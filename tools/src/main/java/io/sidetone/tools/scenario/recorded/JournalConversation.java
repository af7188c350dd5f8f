package io.sidetone.tools.scenario.recorded;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.journal.CallRecorder;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.PortCall;
import io.sidetone.core.journal.record.RecordKind;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.secret.SecretPlaceholders;
import io.sidetone.tools.scenario.run.CallLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the conversation in the records of a journal: what observers of the call were told. */
final class JournalConversation {
    private static final String OBSERVER = "CallObserver";
    private static final String SIGNALLING = "SignallingPort";

    private List<?> types = List.of();
    private Map<?, ?> setup;
    private final List<RecordedCall.Input> inputs = new ArrayList<>();
    private long nowNs;
    private final CallLog log = new CallLog(() -> nowNs);
    private final StringBuilder keys = new StringBuilder();
    private long listeningNs = -1;

    /**
     * Reads the call of {@code reader} up to its end, or to its damage.
     *
     * @throws IOException when the journal cannot be read at all
     */
    static RecordedCall read(JournalFileReader reader) throws IOException {
        JournalConversation conversation = new JournalConversation();
        for (JournalRecord record = reader.next(); record != null; record = reader.next()) {
            conversation.take(record);
        }
        if (conversation.setup == null) {
            throw new IOException(
                    "it does not begin with a call" + (reader.damage() == null ? "" : ": " + reader.damage()));
        }
        return conversation.call();
    }

    private void take(JournalRecord record) {
        nowNs = record.nowNs;
        if (record.kind == RecordKind.SETUP && record.ref instanceof Map<?, ?> all) {
            types = (List<?>) all.get(CallRecorder.EVENT_TYPES);
            setup = (Map<?, ?>) all.get(CallRecorder.SETUP);
        } else if (record.kind == RecordKind.INPUT && record.what >= 0 && record.what < types.size()) {
            input(String.valueOf(types.get(record.what)), record);
        } else if (record.kind == RecordKind.PORT && record.ref instanceof PortCall call) {
            if (call.port().equals(OBSERVER)) {
                observed(call.method(), call.arguments());
            } else if (call.port().equals(SIGNALLING) && call.method().equals("end")) {
                ended(call.arguments().get(0));
            }
        }
    }

    private void input(String type, JournalRecord record) {
        if (type.equals(LaneEventType.DIGIT.name())) {
            if (keys.isEmpty()) {
                listeningNs = record.nowNs;
            }
            // Nobody knows a secret key any more; another of its kind takes the same way through the flow.
            keys.append(SecretPlaceholders.is((char) record.a) ? '0' : (char) record.a);
        } else if (type.equals(LaneEventType.HANG_UP.name())) {
            ended(record.ref);
        } else if (type.equals(LaneEventType.ACTION_RESULT.name()) && record.ref instanceof ActionResult result) {
            log.brought(result.invocationId(), result.values());
        }
    }

    private void ended(Object cause) {
        if (log.endCause() == null && cause instanceof EndCause known) {
            log.ended(known, nowNs);
        }
    }

    /** The first argument is the call; the others are those of the observer. */
    private void observed(String method, List<Object> arguments) {
        switch (method) {
            case "moved" -> moved(arguments.get(1));
            case "transcript" -> transcript((String) arguments.get(2));
            case "voiced" -> log.on(null, new CallObserver.Voiced(token(arguments), nowNs));
            case "responseText" ->
                log.on(null, new CallObserver.ResponseText(token(arguments), (String) arguments.get(2)));
            case "responseDone" ->
                log.on(
                        null,
                        new CallObserver.ResponseDone(
                                token(arguments), Boolean.TRUE.equals(arguments.get(2)), (String) arguments.get(3)));
            case "acting" ->
                log.on(null, new CallObserver.Acting(token(arguments), known((ActionCall) arguments.get(2))));
            case "acted" -> log.on(null, new CallObserver.Acted((ActionOutcome) arguments.get(1)));
            default -> {
                // Nothing that a scenario says.
            }
        }
    }

    private static long token(List<Object> arguments) {
        return (Long) arguments.get(1);
    }

    private void moved(Object transition) {
        if (transition instanceof FloorTransition move && move.to() == FloorState.LISTENING && keys.isEmpty()) {
            listeningNs = nowNs;
        }
    }

    private void transcript(String text) {
        boolean keyed = !keys.isEmpty();
        if (!text.isBlank()) {
            inputs.add(new RecordedCall.Input(
                    keyed, keyed ? keys.toString() : text, listeningNs < 0 ? nowNs : listeningNs, nowNs));
        }
        keys.setLength(0);
        listeningNs = -1;
    }

    private RecordedCall call() {
        CallFacts facts = setup.get("facts") instanceof CallFacts known ? known : CallFacts.NONE;
        return new RecordedCall(
                text("agent"),
                facts.callerOr(text("from")),
                facts.called().isEmpty() ? text("to") : facts.called(),
                facts,
                inputs,
                log);
    }

    private String text(String name) {
        return setup.get(name) instanceof String text ? text : "";
    }

    /** Nobody knows what a secret was: a parameter that had one is not compared. */
    private static ActionCall known(ActionCall call) {
        Map<String, Object> known =
                new LinkedHashMap<>(SecretPlaceholders.shown(call).parameters());
        known.values().removeIf(value -> String.valueOf(value).contains(SecretPlaceholders.MASK));
        return call.with(known);
    }
}
