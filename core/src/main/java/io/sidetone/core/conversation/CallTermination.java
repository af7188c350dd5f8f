package io.sidetone.core.conversation;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.playout.FarEnd;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnPolicy;
import java.util.function.BooleanSupplier;

/**
 * Way in which the agent ends a call: it says goodbye, and hangs up when that was heard. It does so when it is asked to, when the
 * caller stays silent, and shortly before the longest call is reached. Who speaks meanwhile stays on the line. Lane thread
 * only.
 */
final class CallTermination {
    private static final int HANG_UP_DELAY_MS = 300;

    private final long epochNs;
    private final FloorMachine floor;
    private final TurnEngine turn;
    private final SpeechOutput speaking;
    private final FarEnd farEnd;
    private final Effects effects;
    private final Listening listening;
    private final BooleanSupplier reopening;
    private final AgentTurns agent;
    private long idleSinceNs;
    private boolean requested;
    private long leaveAtNs;
    private EndCause cause = EndCause.AGENT_HUNG_UP;
    private int unanswered;
    private boolean timeUpSaid;

    CallTermination(TurnContext context, TurnParts parts, AgentTurns agent) {
        this.epochNs = context.epochNs();
        this.floor = context.floor();
        this.turn = context.turn();
        this.speaking = context.speaking();
        this.farEnd = context.farEnd();
        this.effects = context.effects();
        this.listening = parts.listening();
        this.reopening = context.reopening();
        this.agent = agent;
    }

    /** Notes that what is being said is the last of it: the dialogue asked to hang up. */
    void requested() {
        requested = true;
    }

    /** Returns whether the agent hangs up when it has finished speaking. */
    boolean isRequested() {
        return requested;
    }

    /** Returns whether the last word was said and the line is about to be closed. */
    boolean leaving() {
        return leaveAtNs != 0;
    }

    /** The agent says goodbye by T04 and hangs up. */
    void goodbye(PromptReason occasion, EndCause why, long nowNs) {
        agent.announce(occasion, nowNs);
        requested = true;
        cause = why;
    }

    /** The caller has more to say: a goodbye that was on its way is taken back. */
    void stay() {
        requested = false;
        leaveAtNs = 0;
        cause = EndCause.AGENT_HUNG_UP;
    }

    /** The caller took the floor: prompts count from the beginning. */
    void callerSpoke() {
        unanswered = 0;
    }

    /** The agent has finished speaking. */
    void spoken(long nowNs) {
        if (requested && leaveAtNs == 0) {
            leaveAtNs = nowNs + Math.max(HANG_UP_DELAY_MS, farEnd.delayMs()) * TurnContext.MS;
        }
    }

    /** Hangs up when the last word has been heard. */
    void leaveIfDue(long nowNs) {
        if (nowNs - leaveAtNs >= 0) {
            leaveAtNs = 0;
            effects.end(cause, nowNs);
        }
    }

    /** The floor is free: silence counts from now on. */
    void idle(long nowNs) {
        idleSinceNs = nowNs;
    }

    /** Asks a caller who has said nothing for too long, or says goodbye. Only while the floor is free. */
    void promptIfSilent(long nowNs) {
        int noInputMs = turn.policy().noInputMs();
        boolean waits = noInputMs > 0 && farEnd.answered() && !listening.asleep();
        if (waits && nowNs - idleSinceNs >= noInputMs * TurnContext.MS) {
            idleSinceNs = nowNs;
            prompt(nowNs);
        }
    }

    private void prompt(long nowNs) {
        int prompts = turn.policy().number(PolicyNumber.NO_INPUT_PROMPTS);
        // Who cannot be heard or answered for the moment is not sent away for being silent.
        if (prompts > 0 && !reopening.getAsBoolean() && unanswered++ >= prompts) {
            goodbye(PromptReason.GOODBYE, EndCause.AGENT_HUNG_UP, nowNs);
        } else {
            agent.announce(PromptReason.NO_INPUT, nowNs);
        }
    }

    /**
     * Returns whether to warn the caller now that the time is up: once, when the floor is free, and when half of the notice
     * has passed in any case.
     */
    boolean timeIsUp(long nowNs) {
        TurnPolicy policy = turn.policy();
        int noticeMs = policy.bounds().maxCallNoticeMs();
        if (noticeMs == 0 || timeUpSaid || requested || !farEnd.answered()) {
            return false;
        }
        long leftNs = policy.bounds().maxCallMs() * TurnContext.MS - (nowNs - epochNs);
        boolean free = floor.in(FloorState.IDLE) && !speaking.active();
        return leftNs <= (free ? noticeMs : noticeMs / 2) * TurnContext.MS;
    }

    /** Says that the time is up, and goodbye. Only in IDLE. */
    void sayTimeIsUp(long nowNs) {
        timeUpSaid = true;
        goodbye(PromptReason.TIME_UP, EndCause.MAX_CALL_LENGTH, nowNs);
    }
}
