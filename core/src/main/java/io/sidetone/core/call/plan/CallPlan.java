package io.sidetone.core.call.plan;

import io.sidetone.core.call.CallSetup;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.playout.Buffering;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.AgentDirectory;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.MediaPort;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.SignallingPort;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/**
 * Plan of who takes a call, and with what.
 *
 * @param agent name of the agent
 * @param engines speech to text, text to text and text to speech, by the rate of the call
 * @param detector of speech, off the lane; {@link VoiceActivityEngine#none} where there is none
 * @param actions what the dialogue may do
 * @param policy turn-taking at the start
 * @param alerts when a call deserves an operator's look
 * @param answerAfterMs how long the call rings before it is answered
 * @param introduction caller to what he hears before the greeting, empty for whom the agent knows; never blocks
 * @param opening takes the id of each call that is set up by this plan, before it is opened; never blocks
 * @param others rate of a call in Hz to whom it can be handed over; never blocks
 * @param holdMusic rate of a call in Hz to what its caller hears while he waits; empty for nothing; never blocks
 */
public record CallPlan(
        String agent,
        EnginesByRate engines,
        VoiceActivityEngine detector,
        ActionInvoker actions,
        TurnPolicy policy,
        AlertThresholds alerts,
        int answerAfterMs,
        UnaryOperator<String> introduction,
        Consumer<String> opening,
        IntFunction<AgentDirectory> others,
        IntFunction<List<PcmChunk>> holdMusic) {
    /** A plan with neither detector nor introduction, whose engines serve calls of every rate. */
    public CallPlan(
            String agent,
            Recognizer recognizer,
            DialogueModel dialogue,
            Synthesizer synthesizer,
            ActionInvoker actions,
            TurnPolicy policy,
            AlertThresholds alerts,
            int answerAfterMs) {
        this(
                agent,
                EnginesByRate.always(new EngineSet(recognizer, dialogue, synthesizer)),
                VoiceActivityEngine.none(),
                actions,
                policy,
                alerts,
                answerAfterMs,
                caller -> "",
                callId -> {},
                rateHz -> AgentDirectory.none(),
                rateHz -> List.of());
    }

    /** Returns this plan with another policy at the start. */
    public CallPlan withPolicy(TurnPolicy other) {
        return with(actions, other, introduction, opening);
    }

    /** Returns this plan with other actions. */
    public CallPlan withActions(ActionInvoker other) {
        return with(other, policy, introduction, opening);
    }

    /** Returns this plan with another introduction. */
    public CallPlan withIntroduction(UnaryOperator<String> other) {
        return with(actions, policy, other, opening);
    }

    /** Returns this plan with another that takes the ids of its calls. */
    public CallPlan onOpening(Consumer<String> other) {
        return with(actions, policy, introduction, other);
    }

    private CallPlan with(
            ActionInvoker may, TurnPolicy turns, UnaryOperator<String> sentence, Consumer<String> listener) {
        return new CallPlan(
                agent, engines, detector, may, turns, alerts, answerAfterMs, sentence, listener, others, holdMusic);
    }

    /**
     * Identity of the call.
     *
     * @param callId our id of it
     * @param externalId the peer's id of it
     * @param transport what brings it
     * @param from caller
     * @param to called address
     * @param facts what the network says of it besides
     */
    public record Identity(
            String callId, String externalId, String transport, String from, String to, CallFacts facts) {
        /** Returns the same call, of which {@code known} is said. */
        public Identity withFacts(CallFacts known) {
            return new Identity(callId, externalId, transport, from, to, known);
        }
    }

    /**
     * Returns the set-up of a call by this plan.
     *
     * @param seed for every random choice of the call
     * @param wallMs wall time at {@code nowNs}
     */
    public CallSetup setup(
            Identity call, MediaPort media, SignallingPort signalling, long seed, long wallMs, long nowNs) {
        opening.accept(call.callId());
        EngineSet chosen = engines.at(media.sampleRateHz());
        return new CallSetup(
                new CallSetup.Identity(
                        call.callId(),
                        call.externalId(),
                        call.transport(),
                        agent,
                        call.from(),
                        call.to(),
                        call.facts(),
                        seed,
                        wallMs,
                        nowNs),
                new CallSetup.Engines(
                        chosen.recognizer(),
                        chosen.dialogue(),
                        chosen.synthesizer(),
                        detector,
                        actions,
                        others.apply(media.sampleRateHz())),
                new CallSetup.Line(media, signalling, Buffering.NONE, null, holdMusic.apply(media.sampleRateHz())),
                new CallSetup.Terms(
                        policy, alerts, introduction.apply(call.facts().callerOr(call.from())), null));
    }
}
