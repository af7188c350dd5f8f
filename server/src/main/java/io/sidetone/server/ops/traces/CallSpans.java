package io.sidetone.server.ops.traces;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.turn.event.AnswerStage;
import io.sidetone.core.turn.event.AnswerTimes;
import io.sidetone.core.turn.event.Interruption;
import io.sidetone.core.usage.Measure;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The spans of one call: the call, its turns under it, the stages under each turn. Times of the lanes' clock become
 * wall time. Spans contain spoken words only when the configuration asks for them, and never a caller's number. Trace
 * thread only.
 */
final class CallSpans {
    private static final long NS_PER_MS = 1_000_000L;

    private final CallRecord call;
    private final SpanMaker maker;
    private final boolean words;
    private final Span root;
    private int number;
    private long lastNs;

    CallSpans(CallRecord call, SpanMaker maker, boolean words) {
        this.call = call;
        this.maker = maker;
        this.words = words;
        this.lastNs = call.setup().who().epochNs();
        Attributes known = Attributes.builder()
                .put("sidetone.call.id", call.setup().who().callId())
                .put("sidetone.agent", call.setup().who().agent())
                .put("sidetone.transport", call.setup().who().transport())
                .build();
        this.root = maker.begin(
                "call", SpanKind.SERVER, null, wallNs(call.setup().who().epochNs()), known);
    }

    private long wallNs(long laneNs) {
        return call.setup().who().wallEpochMs() * NS_PER_MS
                + laneNs
                - call.setup().who().epochNs();
    }

    /** Ends the call. */
    void end(long nowNs) {
        if (call.endCause() != null) {
            root.setAttribute("sidetone.call.end", call.endCause().name().toLowerCase(Locale.ROOT));
        }
        root.setAttribute("sidetone.call.turns", call.statistics().turns());
        root.setAttribute("sidetone.call.barge_ins", call.statistics().bargeIns());
        for (Measure measure : Measure.values()) {
            root.setAttribute(
                    "sidetone.usage." + measure.name().toLowerCase(Locale.ROOT),
                    call.usage().total(measure));
        }
        root.end(wallNs(Math.max(nowNs, lastNs)), TimeUnit.NANOSECONDS);
    }

    /** Reports a turn that is over and whose events are complete. */
    void round(Round round) {
        long endNs = round.lastNs();
        lastNs = Math.max(lastNs, endNs);
        AttributesBuilder known = Attributes.builder()
                .put("sidetone.call.id", call.setup().who().callId())
                .put("sidetone.agent", call.setup().who().agent())
                .put("sidetone.turn.number", ++number)
                .put("sidetone.turn.token", round.agentToken != 0 ? round.agentToken : round.userToken)
                .put("sidetone.turn.interrupted", round.interruption != null)
                .put("sidetone.turn.dropped", round.dropped);
        if (!round.endCause.isEmpty()) {
            known.put("sidetone.turn.end_cause", round.endCause);
        }
        if (round.voicedNs != 0 && round.lastSpeechNs != 0) {
            known.put("sidetone.turn.response_ms", (round.voicedNs - round.lastSpeechNs) / NS_PER_MS);
        }
        answer(known, round.agentToken);
        if (words) {
            known.put("sidetone.turn.said", round.said);
            known.put("sidetone.turn.heard", round.heard);
        }
        Span turn = maker.begin("turn", SpanKind.INTERNAL, root, wallNs(round.firstNs()), known.build());
        caller(turn, round);
        for (EngineRequest request : round.requests) {
            request(turn, round, request, endNs);
        }
        for (Round.ActionSpan action : round.actions) {
            if (dialogue(round, action.token) == null) {
                action(turn, action, endNs);
            }
        }
        agent(turn, round);
        turn.end(wallNs(endNs), TimeUnit.NANOSECONDS);
    }

    /** Adds where the time of the turn's answer went. */
    private void answer(AttributesBuilder known, long token) {
        for (AnswerTimes answer : call.answers().entries()) {
            if (token != 0 && answer.token() == token) {
                known.put("sidetone.answer.ended_by", answer.endedBy());
                known.put("sidetone.answer.slowest", AnswerStage.slowest(answer).wireName());
                for (AnswerStage stage : AnswerStage.values()) {
                    known.put("sidetone.answer." + stage.wireName() + "_ms", stage.addedMs(answer));
                }
            }
        }
    }

    private void caller(Span turn, Round round) {
        if (round.userToken != 0 && round.listenedNs != 0) {
            stage(turn, "listen", round.startNs, round.listenedNs, Attributes.empty());
        }
        if (round.endpointNs != 0) {
            stage(turn, "endpoint", round.lastSpeechNs, round.endpointNs, Attributes.empty());
        }
    }

    private void request(Span turn, Round round, EngineRequest request, long endNs) {
        AttributesBuilder known = Attributes.builder().put("sidetone.engine", request.engine.engine());
        if (!request.dialogue()) {
            known.put("sidetone.audio_ms", request.audioMs);
        }
        if (request.characters > 0) {
            known.put("sidetone.clauses", request.parts);
            known.put("sidetone.characters", request.characters);
        }
        if (request.askedNs < round.endpointNs) {
            known.put("sidetone.ahead", true);
        }
        if (request.cancelled) {
            known.put("sidetone.cancelled", true);
        }
        long lastNs = request.lastNs;
        for (Round.ActionSpan action : round.actions) {
            lastNs = dialogue(round, action.token) == request ? Math.max(lastNs, action.endedNs) : lastNs;
        }
        String name = request.engine.role().equals("synthesizer") ? "synthesis" : request.engine.role();
        Span span = maker.begin(name, SpanKind.CLIENT, turn, wallNs(request.askedNs), known.build());
        event(span, request.recognizer() ? "audio ended" : "", request.audioEndedNs);
        event(span, first(request), request.firstNs);
        if (!request.failure.isEmpty()) {
            span.setStatus(StatusCode.ERROR, request.failure);
        }
        for (Round.ActionSpan action : round.actions) {
            if (dialogue(round, action.token) == request) {
                action(span, action, endNs);
            }
        }
        span.end(wallNs(lastNs), TimeUnit.NANOSECONDS);
    }

    private static String first(EngineRequest request) {
        if (request.recognizer()) {
            return "first partial";
        }
        return request.dialogue() ? "first token" : "first audio";
    }

    private void event(Span span, String name, long atNs) {
        if (!name.isEmpty() && atNs != 0) {
            span.addEvent(name, wallNs(atNs), TimeUnit.NANOSECONDS);
        }
    }

    /** Returns the last engine that was asked for the turn's words: this engine asked for the actions. */
    private static EngineRequest dialogue(Round round, long token) {
        EngineRequest last = null;
        for (EngineRequest request : round.requests) {
            last = request.dialogue() && request.token == token ? request : last;
        }
        return last;
    }

    private void action(Span parent, Round.ActionSpan action, long endNs) {
        Attributes known = Attributes.builder()
                .put("sidetone.action", action.name)
                .put("sidetone.action.code", action.code)
                .build();
        stage(parent, "action", action.beganNs, action.endedNs == 0 ? endNs : action.endedNs, known);
    }

    private void agent(Span turn, Round round) {
        if (round.speakNs != 0) {
            Span playout = maker.begin("playout", SpanKind.INTERNAL, turn, wallNs(round.speakNs), Attributes.empty());
            event(playout, "first packet", round.voicedNs);
            playout.end(wallNs(Math.max(round.spokenNs, round.speakNs)), TimeUnit.NANOSECONDS);
        }
        Interruption how = round.interruption;
        if (how != null) {
            Attributes known = Attributes.builder()
                    .put("sidetone.interruption.type", how.type().wireName())
                    .put("sidetone.interruption.source", how.source().wireName())
                    .put("sidetone.interruption.reason", how.reasonCode() == null ? "" : how.reasonCode())
                    .put("sidetone.interruption.latency_ms", how.latencyMs())
                    .build();
            stage(turn, "interruption", round.interruptedNs - how.latencyMs() * NS_PER_MS, round.interruptedNs, known);
        }
    }

    private void stage(Span parent, String name, long fromNs, long toNs, Attributes known) {
        maker.begin(name, SpanKind.INTERNAL, parent, wallNs(fromNs), known)
                .end(wallNs(Math.max(fromNs, toNs)), TimeUnit.NANOSECONDS);
    }
}
