package io.sidetone.core.conversation;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.fence.Token;
import io.sidetone.core.fence.Tokens;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.turn.ClientInput;
import io.sidetone.core.turn.MockedRequest;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnMode;
import java.util.Locale;

/**
 * The deterministic turns of the Vela document (VEL-05, VEL-06): the floor really changes hands, the texts are those of the
 * document, no engine takes part. Lane thread only.
 */
final class MockedTurn {
    private static final String USER = "[mocked user] What is the current mocked vertical slice?";
    private static final String[] REPLY = {
        "[mocked assistant] ", "This is a deterministic mocked response from the gateway vertical slice."
    };
    private static final String PARTIAL = "[mocked partial] Placeholder push-to-talk transcript in progress";
    private static final String FINAL = "[mocked final] Placeholder push-to-talk transcript completed ";

    private static final MockedRequest[] MOCKED = MockedRequest.values();

    /** Between two events of the answer, so that it can be cancelled between any two. */
    private static final long STEP_NS = 60 * TurnContext.MS;

    /** Phases, by what is awaited. */
    private enum Phase {
        /** A request. */
        NONE,
        /** More placeholder input, or its end. */
        INPUT,
        /** Its next event's time. */
        ANSWER
    }

    private final FloorMachine floor;
    private final TurnEngine turn;
    private final Tokens tokens;
    private final Effects effects;
    private final Utterance utterance;
    private final CallTermination termination;
    private final AgentTurns agent;
    private Phase phase = Phase.NONE;
    private int chunks;
    private int said;
    private long token;
    private long dueNs;
    private long inputNs;

    MockedTurn(TurnContext context, TurnParts parts, CallTermination termination, AgentTurns agent) {
        this.floor = context.floor();
        this.turn = context.turn();
        this.tokens = context.tokens();
        this.effects = context.effects();
        this.utterance = parts.utterance();
        this.termination = termination;
        this.agent = agent;
    }

    /** Returns whether such a turn has the floor. */
    boolean active() {
        return phase != Phase.NONE;
    }

    /** The token of the answer that is being given, or none. */
    long answering() {
        return phase == Phase.ANSWER ? token : Token.NONE;
    }

    /**
     * Takes an event: what is asked of the session itself comes before a turn that only pretends, and ends the turn. The end of an input is
     * that of placeholder input, or a second request for the turn that goes on (VEL-04). Returns whether the event is used up.
     */
    boolean takes(LaneEvent event) {
        if (event.type() == LaneEventType.MOCKED_TURN) {
            request(MOCKED[(int) event.a()], event.nowNs());
            return true;
        }
        if (!active()) {
            return false;
        }
        switch (event.type()) {
            case CLIENT_INPUT -> {
                if (event.a() == ClientInput.END.ordinal()) {
                    request(MockedRequest.COMMIT, event.nowNs());
                    return true;
                }
                cancel(event);
            }
            case YIELD_REQUEST, GRANT_REQUEST, SAY_REQUEST, RESPONSE_CANCEL, TEXT_INPUT -> cancel(event);
            default -> {}
        }
        return false;
    }

    private void cancel(LaneEvent event) {
        cancel(event.nowNs(), event.type().name().toLowerCase(Locale.ROOT));
    }

    private void request(MockedRequest what, long nowNs) {
        if (phase == Phase.ANSWER) {
            refuse(
                    "mocked_turn_in_flight",
                    "a mocked turn is under way; wait for session.state idle, or send response.cancel");
        } else if (floor.held() || phase == Phase.NONE && !floor.in(FloorState.IDLE)) {
            refuse(
                    "session_busy",
                    "a mocked turn begins in an idle session, and this one is "
                            + (floor.held() ? "on hold" : floor.views().vela())
                            + "; wait for session.state idle, or send response.cancel");
        } else {
            accept(what, nowNs);
        }
    }

    private void refuse(String code, String message) {
        effects.publish(new CallObserver.Problem(code, message, true));
    }

    private void accept(MockedRequest what, long nowNs) {
        inputNs = nowNs;
        if (phase == Phase.NONE) {
            chunks = 0;
            agent.dropPendingSpeech();
            utterance.standsAlone();
            utterance.grant();
            token = utterance.token();
            phase = Phase.INPUT;
            floor.transition(FloorTrigger.INPUT_START, nowNs, "mocked");
            turn.mode(TurnMode.CLOSED, nowNs);
        }
        switch (what) {
            case APPEND -> {
                chunks++;
                String text = chunks == 1 ? PARTIAL + "." : PARTIAL + " (" + chunks + " chunks).";
                effects.publish(new CallObserver.Partial(token, text));
            }
            case COMMIT ->
                answer(
                        FINAL + (chunks == 0 ? "without appended audio." : "from " + chunks + " appended chunk(s)."),
                        nowNs);
            case TRIGGER -> answer(USER, nowNs);
            default -> throw new IllegalStateException("request " + what + " has no effect defined");
        }
    }

    private void answer(String transcript, long nowNs) {
        effects.publish(new CallObserver.Transcript(token, transcript));
        floor.transition(FloorTrigger.INPUT_END, nowNs, "mocked");
        floor.transition(FloorTrigger.FINAL_TRANSCRIPT, nowNs, "mocked");
        turn.mode(TurnMode.CLOSED, nowNs);
        phase = Phase.ANSWER;
        token = tokens.grant();
        said = 0;
        dueNs = nowNs + STEP_NS;
    }

    /** The floor went another way, for whatever reason: the turn is over. */
    void moved(FloorState to) {
        boolean on =
                switch (phase) {
                    case NONE -> true;
                    case INPUT ->
                        to == FloorState.LISTENING || to == FloorState.FINALIZING || to == FloorState.THINKING;
                    case ANSWER -> to == FloorState.THINKING || to == FloorState.SPEAKING;
                };
        if (!on) {
            end();
        }
    }

    /** The call ends. */
    void end() {
        phase = Phase.NONE;
    }

    /** Lets time pass: one event per step. */
    void tick(long nowNs) {
        if (phase == Phase.INPUT && nowNs - inputNs >= turn.policy().maxTurnMs() * TurnContext.MS) {
            cancel(nowNs, "longest turn");
        }
        if (phase != Phase.ANSWER || nowNs - dueNs < 0) {
            return;
        }
        dueNs = nowNs + STEP_NS;
        if (floor.in(FloorState.THINKING)) {
            floor.transition(FloorTrigger.RESPONSE_AUDIO, nowNs, "mocked");
            turn.mode(TurnMode.CLOSED, nowNs);
        } else if (said < REPLY.length) {
            String piece = REPLY[said++];
            effects.publish(new CallObserver.ResponseText(token, piece));
        } else {
            effects.publish(new CallObserver.ResponseDone(token, false, REPLY[0] + REPLY[1]));
            end();
            floor.transition(FloorTrigger.AUDIO_COMPLETE, nowNs, "mocked");
            termination.idle(nowNs);
        }
    }

    /** Nothing more comes of it; the floor is free. */
    void cancel(long nowNs, String why) {
        if (phase == Phase.NONE) {
            return;
        }
        end();
        effects.kill(tokens.grant());
        utterance.forget();
        boolean speaking = floor.in(FloorState.SPEAKING);
        floor.transition(FloorTrigger.RESPONSE_CANCEL, nowNs, why);
        if (speaking) {
            effects.publish(new CallObserver.ResponseDone(token, true, ""));
            floor.transition(FloorTrigger.CLEANED_TO_IDLE, nowNs, "cleaned up");
        }
        termination.idle(nowNs);
    }
}
