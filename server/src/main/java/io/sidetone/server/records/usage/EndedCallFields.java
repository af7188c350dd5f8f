package io.sidetone.server.records.usage;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.transport.http.Json;
import io.sidetone.transport.http.call.CallDocument;
import io.sidetone.transport.http.call.CallDocuments;
import io.sidetone.transport.turn.TurnJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A call that is over, as the event {@code call-ended} says it. Any thread. */
final class EndedCallFields {
    private EndedCallFields() {}

    /** Returns the diagnostics of the event; {@code recording} and {@code afterCall} may be null. */
    static Map<String, Object> of(
            CallRecord call, Prices prices, CallDocument.Recording recording, CallDocument.AfterCall afterCall) {
        Map<String, Object> fields = new LinkedHashMap<>();
        Map<String, Object> parties = CallEvents.start(call.setup());
        long startedMs = call.setup().who().wallEpochMs();
        parties.put("startedAt", TurnJson.iso(startedMs));
        parties.put("endedAt", TurnJson.iso(startedMs + call.ageMs(0)));
        parties.put("seconds", call.ageMs(0) / 1000.0);
        fields.put(TurnEvent.CALL, parties);
        fields.putAll(CallEvents.usage(call, prices));
        fields.put(
                "transcript",
                CallDocuments.history(call).stream()
                        .map(said -> Json.fields(said.withoutInterruption()))
                        .toList());
        fields.put("turns", turns(call));
        fields.put("actions", actions(call));
        if (recording != null) {
            fields.put("recording", Json.fields(recording));
        }
        if (afterCall != null) {
            fields.put("afterCall", Json.fields(afterCall));
        }
        return fields;
    }

    private static List<Map<String, Object>> turns(CallRecord call) {
        List<Map<String, Object>> lines = new ArrayList<>();
        for (TurnDescriptor turn : call.turns().entries()) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("turnId", turn.turnId());
            line.put("role", turn.role().wireName());
            line.put("startedAt", TurnJson.iso(turn.startedAtMs()));
            if (!turn.open()) {
                line.put("endedAt", TurnJson.iso(turn.endedAtMs()));
            }
            if (turn.interruption() != null) {
                line.put("interruption", turn.interruption().type().wireName());
            }
            lines.add(line);
        }
        return lines;
    }

    private static List<Map<String, Object>> actions(CallRecord call) {
        List<Map<String, Object>> lines = new ArrayList<>();
        for (ActionOutcome action : call.actions().entries()) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("invocationId", action.invocationId());
            line.put("action", action.action());
            line.put("startedAt", TurnJson.iso(action.wantedAtMs()));
            line.put("endedAt", TurnJson.iso(action.endedAtMs()));
            line.put("code", action.code());
            lines.add(line);
        }
        return lines;
    }
}
