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
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.core.usage.CallUsage;
import java.util.List;

/**
 * Everything a lane needs to run a call, given once with OPEN. Immutable.
 *
 * @param callId 26-character ULID
 * @param externalId SIP Call-ID or the carrier's id
 * @param transport {@code sip-udp}, {@code sip-tcp}, …
 * @param agent name of the agent
 * @param from caller as the trunk gave it
 * @param to called address
 * @param recognizer speech to text
 * @param dialogue text to text
 * @param synthesizer text to speech
 * @param detector of speech, off the lane; {@link VoiceActivityEngine#none} where there is none
 * @param actions what the dialogue may do
 * @param policy turn-taking policy at the start
 * @param alerts when the call deserves an operator's look
 * @param media where frames go
 * @param signalling who answers and hangs up
 * @param seed for every random choice of the call
 * @param wallEpochMs wall time at {@code epochNs}
 * @param epochNs monotonic time of admission
 * @param introduction spoken before the greeting because it is the caller's first visit (VIP-04), or empty
 * @param buffering how the far end keeps what it is sent
 * @param client observer of this call alone, besides the observers of all calls; null for none
 * @param dialled what the call does by who answers it; null for a call that came in
 * @param facts what the network says of the call besides its addresses
 * @param agents whom the call can be handed over to
 * @param holdMusic what the caller hears while he waits, again and again, at the rate of the media; empty for nothing
 */
public record CallSetup(
        String callId,
        String externalId,
        String transport,
        String agent,
        String from,
        String to,
        Recognizer recognizer,
        DialogueModel dialogue,
        Synthesizer synthesizer,
        VoiceActivityEngine detector,
        ActionInvoker actions,
        TurnPolicy policy,
        AlertThresholds alerts,
        MediaPort media,
        SignallingPort signalling,
        long seed,
        long wallEpochMs,
        long epochNs,
        String introduction,
        Buffering buffering,
        CallObserver client,
        DialPlan dialled,
        CallFacts facts,
        AgentDirectory agents,
        List<PcmChunk> holdMusic) {
    /** Returns what engines may know of the call, whose secret keys are {@code keys}. */
    public CallContext context(Fence fence, CallUsage usage, KeyVault keys) {
        return new CallContext(
                callId,
                agent,
                from,
                to,
                seed,
                fence,
                usage,
                facts,
                wallEpochMs,
                ActionProgress.NONE,
                dialled != null,
                keys);
    }

    /** Returns this set-up with other actions. */
    public CallSetup withActions(ActionInvoker invoker) {
        return with(detector, invoker, buffering, client, dialled, facts);
    }

    /** Returns this set-up with a far end that keeps what it is sent, and a client that observes the call. */
    public CallSetup withClient(Buffering farEnd, CallObserver client) {
        return with(detector, actions, farEnd, client, dialled, facts);
    }

    /** Returns this set-up as that of a call of ours. */
    public CallSetup placed(DialPlan plan) {
        return with(detector, actions, buffering, client, plan, facts);
    }

    /** Returns what can still be read when the call is over: names, times and the policy; all that worked for it is null. */
    CallSetup remains() {
        return new CallSetup(
                callId,
                externalId,
                transport,
                agent,
                from,
                to,
                null,
                null,
                null,
                null,
                null,
                policy,
                alerts,
                null,
                null,
                seed,
                wallEpochMs,
                epochNs,
                introduction,
                buffering,
                null,
                dialled,
                facts,
                null,
                List.of());
    }

    private CallSetup with(
            VoiceActivityEngine engine,
            ActionInvoker invoker,
            Buffering farEnd,
            CallObserver client,
            DialPlan plan,
            CallFacts known) {
        return new CallSetup(
                callId,
                externalId,
                transport,
                agent,
                from,
                to,
                recognizer,
                dialogue,
                synthesizer,
                engine,
                invoker,
                policy,
                alerts,
                media,
                signalling,
                seed,
                wallEpochMs,
                epochNs,
                introduction,
                farEnd,
                client,
                plan,
                known,
                agents,
                holdMusic);
    }
}
