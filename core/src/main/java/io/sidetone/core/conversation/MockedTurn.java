package io.sidetone.core.conversation;

import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.turn.MockedRequest;
import io.sidetone.core.turn.TurnMode;

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

    /** Between two events of the answer, so that it can be cancelled between any two. */
    private static final long STEP_NS = 60 * TurnState.MS;

    /** What it awaits. */
    private enum Phase {
        /** A request. */
        NONE,
        /** More placeholder input, or its end. */
        INPUT,
        /** Its next event's time. */
        ANSWER
    }

    private final TurnState s;
    private final AgentTurns agent;
    private Phase phase = Phase.NONE;
    private int chunks;
    private int said;
    private long token;
    private long dueNs;
    private long inputNs;

    MockedTurn(TurnState state, AgentTurns agent) {
        this.s = state;
        this.agent = agent;
    }

    /** Whether such a turn has the floor. */
    boolean active() {
        return phase != Phase.NONE;
    }

    void request(MockedRequest what, long nowNs) {
        if (phase == Phase.ANSWER) {
            refuse(
                    "mocked_turn_in_flight",
                    "a mocked turn is under way; wait for session.state idle, or send response.cancel");
        } else if (s.floor.held() || phase == Phase.NONE && !s.floor.in(FloorState.IDLE)) {
            refuse(
                    "session_busy",
                    "a mocked turn begins in an idle session, and this one is "
                            + (s.floor.held() ? "on hold" : s.floor.views().vela())
                            + "; wait for session.state idle, or send response.cancel");
        } else {
            accept(what, nowNs);
        }
    }

    private void refuse(String code, String message) {
        s.effects.publish((observer, call) -> observer.problem(call, code, message, true));
    }

    private void accept(MockedRequest what, long nowNs) {
        inputNs = nowNs;
        if (phase == Phase.NONE) {
            chunks = 0;
            agent.dropPendingSpeech();
            s.notContinued();
            s.grantUser();
            token = s.userToken;
            phase = Phase.INPUT;
            s.floor.transition(FloorTrigger.INPUT_START, nowNs, "mocked");
            s.turn.mode(TurnMode.CLOSED, nowNs);
        }
        switch (what) {
            case APPEND -> {
                chunks++;
                String text = chunks == 1 ? PARTIAL + "." : PARTIAL + " (" + chunks + " chunks).";
                s.effects.publish((observer, call) -> observer.partial(call, token, text));
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
        s.effects.publish((observer, call) -> observer.transcript(call, token, transcript));
        s.floor.transition(FloorTrigger.INPUT_END, nowNs, "mocked");
        s.floor.transition(FloorTrigger.FINAL_TRANSCRIPT, nowNs, "mocked");
        s.turn.mode(TurnMode.CLOSED, nowNs);
        phase = Phase.ANSWER;
        token = s.tokens.grant();
        s.mockedToken = token;
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
        s.mockedToken = Token.NONE;
    }

    /** Lets time pass: one event per step. */
    void tick(long nowNs) {
        if (phase == Phase.INPUT && nowNs - inputNs >= s.turn.policy().maxTurnMs() * TurnState.MS) {
            cancel(nowNs, "longest turn");
        }
        if (phase != Phase.ANSWER || nowNs - dueNs < 0) {
            return;
        }
        dueNs = nowNs + STEP_NS;
        if (s.floor.in(FloorState.THINKING)) {
            s.floor.transition(FloorTrigger.RESPONSE_AUDIO, nowNs, "mocked");
            s.turn.mode(TurnMode.CLOSED, nowNs);
        } else if (said < REPLY.length) {
            String piece = REPLY[said++];
            s.effects.publish((observer, call) -> observer.responseText(call, token, piece));
        } else {
            s.effects.publish((observer, call) -> observer.responseDone(call, token, false, REPLY[0] + REPLY[1]));
            end();
            s.floor.transition(FloorTrigger.AUDIO_COMPLETE, nowNs, "mocked");
            s.idleSinceNs = nowNs;
        }
    }

    /** Nothing more comes of it; the floor is nobody's. */
    void cancel(long nowNs, String why) {
        if (phase == Phase.NONE) {
            return;
        }
        end();
        s.kill(s.tokens.grant());
        s.userToken = Token.NONE;
        boolean speaking = s.floor.in(FloorState.SPEAKING);
        s.floor.transition(FloorTrigger.RESPONSE_CANCEL, nowNs, why);
        if (speaking) {
            s.effects.publish((observer, call) -> observer.responseDone(call, token, true, ""));
            s.floor.transition(FloorTrigger.CLEANED_TO_IDLE, nowNs, "cleaned up");
        }
        s.idleSinceNs = nowNs;
    }
}
