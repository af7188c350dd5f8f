package io.sidetone.core.call;

import io.sidetone.core.dial.DialPlan;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.playout.Buffering;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.AgentDirectory;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.MediaPort;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.SignallingPort;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.action.ActionProgress;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.secret.KeyVault;
import io.sidetone.core.setting.Altered;
import io.sidetone.core.setting.Flatten;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.core.usage.CallUsage;
import java.util.List;

/**
 * Everything a lane needs to run a call, given once with OPEN. Immutable.
 *
 * @param who who calls whom, and when
 * @param engines what hears, thinks and speaks for the call
 * @param line how the call is connected
 * @param terms how the call is held
 */
public record CallSetup(@Flatten Identity who, @Flatten Engines engines, @Flatten Line line, @Flatten Terms terms) {
    /**
     * Identity of a call: who calls whom, and when.
     *
     * @param callId 26-character ULID
     * @param externalId SIP Call-ID or the carrier's id
     * @param transport {@code sip-udp}, {@code sip-tcp}, …
     * @param agent name of the agent
     * @param from caller as the trunk gave it
     * @param to called address
     * @param facts what the network says of the call besides its addresses
     * @param seed for every random choice of the call
     * @param wallEpochMs wall time at {@code epochNs}
     * @param epochNs monotonic time of admission
     */
    public record Identity(
            String callId,
            String externalId,
            String transport,
            String agent,
            String from,
            String to,
            CallFacts facts,
            long seed,
            long wallEpochMs,
            long epochNs) {}

    /**
     * Engines that hear, think and speak for a call.
     *
     * @param recognizer speech to text
     * @param dialogue text to text
     * @param synthesizer text to speech
     * @param detector of speech, off the lane; {@link VoiceActivityEngine#none} where there is none
     * @param actions what the dialogue may do
     * @param agents whom the call can be handed over to
     */
    public record Engines(
            Recognizer recognizer,
            DialogueModel dialogue,
            Synthesizer synthesizer,
            VoiceActivityEngine detector,
            ActionInvoker actions,
            AgentDirectory agents) {
        private static final Engines NONE = new Engines(null, null, null, null, null, null);

        /** Returns these engines, with neither detector nor actions, and nobody to hand over to. */
        public static Engines of(Recognizer recognizer, DialogueModel dialogue, Synthesizer synthesizer) {
            return new Engines(
                    recognizer,
                    dialogue,
                    synthesizer,
                    VoiceActivityEngine.none(),
                    ActionInvoker.none(),
                    AgentDirectory.none());
        }
    }

    /**
     * Connection of a call.
     *
     * @param media where frames go
     * @param signalling who answers and hangs up
     * @param buffering how the far end keeps what it is sent
     * @param client observer of this call alone, besides the observers of all calls; null for none
     * @param holdMusic what the caller hears while he waits, again and again, at the rate of the media; empty for nothing
     */
    public record Line(
            MediaPort media,
            SignallingPort signalling,
            Buffering buffering,
            CallObserver client,
            List<PcmChunk> holdMusic) {
        /** Returns a line whose far end keeps nothing, without a client and without music. */
        public static Line of(MediaPort media, SignallingPort signalling) {
            return new Line(media, signalling, Buffering.NONE, null, List.of());
        }
    }

    /**
     * Terms on which a call is held.
     *
     * @param policy turn-taking policy at the start
     * @param alerts when the call deserves an operator's look
     * @param introduction spoken before the greeting because it is the caller's first visit (VIP-04), or empty
     * @param dialled what the call does by who answers it; null for a call that came in
     */
    public record Terms(TurnPolicy policy, AlertThresholds alerts, String introduction, DialPlan dialled) {
        /** As shipped, for a call that came in. */
        public static final Terms DEFAULT = new Terms(TurnPolicy.DEFAULT, AlertThresholds.DEFAULT, "", null);
    }

    /** Returns what engines may know of the call, whose secret keys are {@code keys}. */
    public CallContext context(Fence fence, CallUsage usage, KeyVault keys) {
        return new CallContext(
                who.callId(),
                who.agent(),
                who.from(),
                who.to(),
                who.seed(),
                fence,
                usage,
                who.facts(),
                who.wallEpochMs(),
                ActionProgress.NONE,
                terms.dialled() != null,
                keys);
    }

    /** Returns this set-up with other actions. */
    public CallSetup withActions(ActionInvoker actions) {
        return new CallSetup(who, Altered.with(engines, "actions", actions), line, terms);
    }

    /** Returns this set-up with a far end that keeps what it is sent, and a client that observes the call. */
    public CallSetup withClient(Buffering farEnd, CallObserver client) {
        return new CallSetup(who, engines, Altered.with(line, "buffering", farEnd, "client", client), terms);
    }

    /** Returns this set-up as that of a call of ours. */
    public CallSetup placed(DialPlan plan) {
        return new CallSetup(who, engines, line, Altered.with(terms, "dialled", plan));
    }

    /** Returns what can still be read when the call is over: names, times and the policy; all that worked for it is null. */
    CallSetup remains() {
        return new CallSetup(who, Engines.NONE, new Line(null, null, line.buffering(), null, List.of()), terms);
    }
}
