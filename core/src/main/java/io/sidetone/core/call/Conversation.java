package io.sidetone.core.call;

import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.Occasion;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnListener;
import io.sidetone.core.turn.TurnPolicy;

/**
 * The conversation of one call: the caller's turns, the agent's turns, and the interruptions between them. Lane thread
 * only.
 */
final class Conversation {
    private final TurnState s;
    private final Interruptions interruptions;
    private final AgentTurns agent;
    private final CallerTurns caller;

    Conversation(Call call, FloorMachine floor, TurnEngine turn, Hearing hearing, Speaking speaking, Tokens tokens) {
        this.s = new TurnState(call, floor, turn, hearing, speaking, tokens);
        this.interruptions = new Interruptions(s);
        this.agent = new AgentTurns(s);
        this.caller = new CallerTurns(s, agent, interruptions);
    }

    void session(DialogueSession opened) {
        s.dialogue = opened;
    }

    /** Who is told of turns; by default nobody. */
    void listener(TurnListener listener) {
        s.listener = listener;
    }

    /** The floor changed hands. */
    void moved(FloorTransition move) {
        s.moved(move);
    }

    /** Another policy applies from the next frame on (ITE-AC-006). */
    void policy(TurnPolicy next, long nowNs) {
        s.turn.policy(next);
        s.call.note("policy", next.profile());
        s.listener.policyUpdated(next, nowNs);
    }

    AgentTurns agent() {
        return agent;
    }

    Actions actions() {
        return s.actions;
    }

    CallerTurns caller() {
        return caller;
    }

    /** The call is up: the agent speaks first. */
    void greet(long nowNs) {
        s.idleSinceNs = nowNs;
        agent.announce(Occasion.GREETING, nowNs);
    }

    /** Takes the evidence of one frame. */
    void frame(float score, long nowNs) {
        caller.act(s.turn.onFrame(score, nowNs), nowNs);
    }

    /** Lets time pass. */
    void tick(long nowNs) {
        caller.act(s.turn.onTick(nowNs), nowNs);
        caller.tick(nowNs);
        agent.tick(nowNs);
    }

    /** Fills one frame of the agent's voice; returns 0 when it is silent. */
    int fill(short[] out, long nowNs) {
        if (!s.floor.in(FloorState.SPEAKING)) {
            return 0;
        }
        int samples = s.speaking.fill(out, nowNs);
        if (samples > 0 || s.floor.yielding()) {
            agent.progress(nowNs);
        }
        interruptions.frameSent(nowNs);
        s.captions.frame(nowNs);
        return samples;
    }

    /** When the yield was decided that the frame just filled carries out, or 0. */
    long takeYieldNs() {
        return interruptions.takeYieldNs();
    }

    /** After a frame was handed over: the turn may be complete. */
    void completeIfPlayed(long nowNs) {
        agent.completeIfPlayed(nowNs);
    }

    /** Entering hold drops what the caller was saying; leaving it starts silence timers afresh. */
    void held(boolean on, long nowNs) {
        if (on && s.floor.yielding()) {
            interruptions.takeUp(nowNs);
        } else if (on) {
            caller.drop(nowNs, "hold");
        }
        s.hearing.forget();
        s.idleSinceNs = nowNs;
        agent.progress(nowNs);
    }

    /** The call ends: nothing that was asked for is wanted any more. */
    void end(long nowNs) {
        s.hearing.cancelUtterance(s.userToken);
        s.userToken = Token.NONE;
        agent.end(nowNs);
    }

    CallStatistics statistics(CallStatistics frames) {
        return new CallStatistics(
                agent.turns(),
                interruptions.yields(),
                interruptions.commits(),
                interruptions.falseAlarms(),
                caller.noMatches(),
                frames.framesIn(),
                frames.framesConcealed(),
                frames.framesOut(),
                frames.framesSkipped(),
                agent.lastResponseMs(),
                agent.worstResponseMs(),
                agent.responseMsP95());
    }
}
