package io.sidetone.core.conversation;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.playout.SpeechOutput;
import java.util.function.LongConsumer;

/**
 * The agent's voice as the conversation has it, one frame of 20 ms at a time: what is in the next frame, and what follows when it was
 * handed over. Lane thread only; allocates nothing per frame.
 */
public final class AgentFrames {
    private final FloorMachine floor;
    private final SpeechOutput speaking;
    private final Effects effects;
    private final AgentWords words;
    private final AnswerClock answers;
    private final AgentTurns agent;
    private final Interruptions interruptions;
    private final LongConsumer afterFrame;
    private long voicedToken;

    /**
     * Creates the frames of one conversation.
     *
     * @param afterFrame takes the time when a frame was handed over: a turn that was played to its end is complete
     */
    AgentFrames(
            TurnContext context,
            TurnParts parts,
            AgentTurns agent,
            Interruptions interruptions,
            LongConsumer afterFrame) {
        this.floor = context.floor();
        this.speaking = context.speaking();
        this.effects = context.effects();
        this.words = parts.words();
        this.answers = parts.answers();
        this.agent = agent;
        this.interruptions = interruptions;
        this.afterFrame = afterFrame;
    }

    /** Returns whether the next 20 ms of the agent's voice can be sent now. */
    public boolean audible() {
        return floor.in(FloorState.SPEAKING)
                && speaking.active()
                && speaking.playout().ready();
    }

    /**
     * Fills the agent's part of {@code frame}: sound at the rate of the media, its turn, its position and a yield that it carries out.
     * Without sound, the frame has no samples and no turn.
     */
    public void next(EgressFrame frame, long nowNs) {
        frame.turnPositionMs = speaking.playout().positionMs();
        frame.samples = floor.in(FloorState.SPEAKING) ? voice(frame.pcm, nowNs) : 0;
        frame.silence = frame.samples == 0;
        frame.token = frame.silence ? Token.UNFENCED : speaking.token();
        frame.yieldNs = interruptions.takeYieldNs();
    }

    private int voice(short[] pcm, long nowNs) {
        int samples = speaking.fill(pcm, nowNs);
        if (samples > 0 || floor.yielding()) {
            agent.progress(nowNs);
        }
        interruptions.frameSent(nowNs);
        words.frame(nowNs);
        return samples;
    }

    /** Passes 20 ms in which the agent sends nothing, on a line that keeps frames. */
    public void pass(long nowNs) {
        if (floor.in(FloorState.SPEAKING)) {
            if (floor.yielding()) {
                agent.progress(nowNs);
            }
            interruptions.frameSent(nowNs);
            interruptions.takeYieldNs();
            words.frame(nowNs);
        }
        afterFrame.accept(nowNs);
    }

    /** A frame of turn {@code token}, or {@link Token#UNFENCED}, was handed over and is played when it arrives. */
    public void played(long token, long nowNs) {
        kept(token, nowNs);
        afterFrame.accept(nowNs);
    }

    /** A frame of turn {@code token}, or {@link Token#UNFENCED}, was handed over to a far end that keeps it for its time. */
    public void kept(long token, long nowNs) {
        if (token != Token.UNFENCED && token != voicedToken) {
            voicedToken = token;
            effects.publish(new CallObserver.Voiced(token, nowNs));
        }
        if (answers.awaits(token) && speaking.playout().answerPlayed()) {
            effects.answered(answers.sent(nowNs));
        }
    }
}
