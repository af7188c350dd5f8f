package io.sidetone.server.ops.traces;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionOutcome;
import io.sidetone.core.turn.TurnRole;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** One traced call. Its steps, in order, become rounds; a round becomes spans when it is over. Trace thread only. */
final class CallTrace {
    /** Time after the end of a round in which its late steps are still accepted. */
    private static final long STRAGGLERS_NS = 2_000_000_000L;

    private static final int MOST_ROUNDS = 16;

    private final CallSpans spans;
    private final Deque<Round> rounds = new ArrayDeque<>();
    private boolean over;

    CallTrace(CallRecord call, SpanMaker maker, boolean words) {
        this.spans = new CallSpans(call, maker, words);
    }

    /** Returns whether every round was reported. */
    boolean over() {
        return over;
    }

    void take(Step step) {
        if (step.ref() instanceof CallEvent event) {
            take(event, step.atNs());
        } else {
            engine(step);
        }
    }

    private void take(CallEvent event, long atNs) {
        if (event instanceof FloorTransition move) {
            moved(move);
        } else if (event instanceof TurnEvent turn) {
            turnEvent(turn);
        } else if (event instanceof CallObserver.InputEnded ended) {
            Round round = of(ended.token());
            if (round != null) {
                round.lastSpeechNs = ended.lastSpeechNs();
                round.endpointNs = ended.nowNs();
            }
        } else if (event instanceof CallObserver.Transcript words) {
            Round round = of(words.token());
            if (round != null) {
                round.said = words.text();
            }
        } else if (event instanceof CallObserver.Granted granted) {
            granted(granted.token(), atNs);
        } else if (event instanceof CallObserver.Dropped dropped) {
            dropped(dropped.token(), atNs);
        } else if (event instanceof CallObserver.Voiced voiced) {
            Round round = of(voiced.token());
            if (round != null && round.voicedNs == 0) {
                round.voicedNs = voiced.nowNs();
            }
        } else if (event instanceof CallObserver.ResponseDone done) {
            Round round = of(done.token());
            if (round != null) {
                round.heard = done.heard();
            }
        } else if (event instanceof CallObserver.Acting acting) {
            acting(acting, atNs);
        } else if (event instanceof CallObserver.Acted acted) {
            acted(acted.outcome(), atNs);
        } else if (event instanceof CallObserver.Ended) {
            end(atNs);
        }
    }

    /** Reports the rounds that ended long enough ago. */
    void sweep(long nowNs) {
        while (rounds.size() > 1 && rounds.peek().closed()) {
            spans.round(rounds.poll());
        }
        Round first = rounds.peek();
        if (first != null && first.closed() && nowNs - first.endNs > STRAGGLERS_NS) {
            spans.round(rounds.poll());
        }
    }

    private Round current() {
        Round last = rounds.peekLast();
        return last == null || last.closed() ? null : last;
    }

    private Round of(long token) {
        for (Iterator<Round> newest = rounds.descendingIterator(); newest.hasNext(); ) {
            Round round = newest.next();
            if (round.owns(token)) {
                return round;
            }
        }
        return null;
    }

    private Round begin(long nowNs) {
        close(nowNs);
        Round round = new Round(nowNs);
        rounds.addLast(round);
        while (rounds.size() > MOST_ROUNDS) {
            spans.round(rounds.poll());
        }
        return round;
    }

    private void close(long nowNs) {
        Round round = current();
        if (round != null) {
            round.close(nowNs);
        }
    }

    private void turnEvent(TurnEvent event) {
        if (event.type() == TurnEventType.TURN_STARTED && event.turn().role() == TurnRole.USER) {
            Round before = rounds.peekLast();
            Round round = begin(event.atNs());
            round.userToken = event.turn().token();
            if (before != null) {
                // The words that interrupted the agent were recognized before they became a turn.
                for (Iterator<EngineRequest> each = before.requests.iterator(); each.hasNext(); ) {
                    EngineRequest request = each.next();
                    if (request.recognizer() && request.token == round.userToken) {
                        each.remove();
                        round.requests.add(request);
                    }
                }
            }
        } else if (event.type() == TurnEventType.INTERRUPTION && event.turn() != null && current() != null) {
            current().interruption = event.turn().interruption();
            current().interruptedNs = event.atNs();
        }
    }

    private void moved(FloorTransition move) {
        Round round = current();
        if (round == null) {
            return;
        }
        if (move.from() == FloorState.LISTENING && round.listenedNs == 0) {
            round.listenedNs = move.nowNs();
            round.endCause = move.trigger() == FloorTrigger.INPUT_END
                    ? move.reason()
                    : move.trigger().wireName();
        }
        if (move.from() == FloorState.SPEAKING) {
            round.spokenNs = move.nowNs();
        }
        if (move.to() == FloorState.SPEAKING && round.speakNs == 0) {
            round.speakNs = move.nowNs();
        }
        if (move.to() == FloorState.IDLE
                || move.to() == FloorState.INTERRUPTED
                || !move.to().live()) {
            round.close(move.nowNs());
        }
    }

    private void granted(long token, long nowNs) {
        Round round = current();
        if (round == null || round.agentToken != 0) {
            round = begin(nowNs);
        }
        round.agentToken = token;
    }

    private void dropped(long token, long nowNs) {
        Round round = of(token);
        if (round != null) {
            round.dropped = true;
            if (round.userToken == 0) {
                round.close(nowNs);
            }
        }
    }

    private void acting(CallObserver.Acting acting, long nowNs) {
        Round round = of(acting.token());
        if (round != null && round.roomy()) {
            ActionCall call = acting.action();
            round.actions.add(new Round.ActionSpan(call.invocationId(), call.action(), acting.token(), nowNs));
        }
    }

    private void acted(ActionOutcome outcome, long nowNs) {
        for (Round round : rounds) {
            for (Round.ActionSpan action : round.actions) {
                if (action.id.equals(outcome.invocationId()) && action.endedNs == 0) {
                    action.endedNs = nowNs;
                    action.code = outcome.code();
                    return;
                }
            }
        }
    }

    private void engine(Step step) {
        if (step.kind() == Step.Kind.ENGINE_CANCELLED && step.request().role().equals("synthesizer")) {
            for (Round round : rounds) {
                for (EngineRequest request : round.requests) {
                    if (request.engine.equals(step.request()) && request.token <= step.token()) {
                        request.take(step);
                    }
                }
            }
            return;
        }
        EngineRequest request = find(step);
        if (request == null && step.kind() == Step.Kind.ENGINE_ASKED) {
            Round round = of(step.token());
            round = round == null ? rounds.peekLast() : round;
            if (round == null || !round.roomy()) {
                return;
            }
            request = new EngineRequest(step.request(), step.token(), step.atNs());
            round.requests.add(request);
        }
        if (request != null) {
            request.take(step);
        }
    }

    private EngineRequest find(Step step) {
        for (Iterator<Round> newest = rounds.descendingIterator(); newest.hasNext(); ) {
            for (EngineRequest request : newest.next().requests) {
                if (request.token == step.token() && request.engine.equals(step.request())) {
                    return request;
                }
            }
        }
        return null;
    }

    /** Ends the call. */
    void end(long nowNs) {
        close(nowNs);
        while (!rounds.isEmpty()) {
            spans.round(rounds.poll());
        }
        spans.end(nowNs);
        over = true;
    }
}
