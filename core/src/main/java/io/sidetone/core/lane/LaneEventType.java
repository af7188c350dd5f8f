package io.sidetone.core.lane;

/** Events that a ring slot carries. The four fields {@code a}, {@code b}, {@code token} and {@code ref} mean what is said here. */
public enum LaneEventType {
    /** A tick for the whole lane: {@code a} = tick number (5 ms each), {@code b} = its deadline in ns. */
    TICK,
    /**
     * 20 ms of the caller: pcm; {@code a} = position in the caller's stream in samples, {@code b} = rate in Hz, {@code token} =
     * frames of this call that the ring has refused so far.
     */
    AUDIO,
    /** A call was admitted: {@code ref} = {@link io.sidetone.core.call.CallSetup}. */
    OPEN,
    /**
     * The call is up (ACK, or the first valid RTP packet): the greeting may start; {@code a} = 1 where the caller speaks first
     * and no caller is greeted.
     */
    ANSWERED,
    /** A digit: {@code a} = the character, {@code b} = duration in ms. */
    DIGIT,
    /**
     * The peer put the call on hold ({@code a} = 1) or resumed it ({@code a} = 0); {@code b} = 1 where it is held because
     * its connection is gone and may come back.
     */
    HOLD,
    /** Proof of life without audio: RTCP, comfort noise. */
    MEDIA_ALIVE,
    /** Distance of the caller's ear: {@code a} = delay in ms between our socket and being heard. */
    FAR_DELAY,
    /**
     * The call ends: {@code ref} = {@link io.sidetone.core.control.EndCause}, or a ControlRequest of an operator with headers
     * of the goodbye; {@code a} = SIP status or 0.
     */
    HANG_UP,
    /**
     * One producer has released the call: {@code ref} = its name, {@code a} = 1 + ordinal of {@link
     * io.sidetone.core.port.EngineKind}, or 0 for media and signalling, {@code b} = which session of the engine.
     */
    RELEASED,
    /** An engine session is open: {@code a} = ordinal of {@link io.sidetone.core.port.EngineKind}, {@code b} = which. */
    ENGINE_READY,
    /** An engine session could not be opened or died: {@code a}, {@code b} as above, {@code ref} = EngineFailure. */
    ENGINE_FAILED,
    /** Words so far: {@code token}, {@code ref} = text, {@code a} = 1 where they are taken for the whole utterance. */
    TRANSCRIPT_PARTIAL,
    /**
     * The words so far were made with all the sound of the utterance but the last of it: {@code token}, {@code a} = how much
     * is missing, in ms before the event's time.
     */
    TRANSCRIPT_COVERS,
    /** The final words of an utterance, possibly empty: {@code token}, {@code ref} = text. */
    TRANSCRIPT_FINAL,
    /** A piece of the response: {@code token}, {@code ref} = text. */
    MODEL_TEXT,
    /** Words that cover the wait for the response: {@code token}, {@code ref} = text. */
    MODEL_FILLER,
    /** The model wants an action: {@code token}, {@code ref} = ActionCall. */
    MODEL_ACTION,
    /** The response is complete: {@code token}, {@code ref} = ListenHint or null. */
    MODEL_DONE,
    /** The model failed: {@code token}, {@code ref} = EngineFailure. */
    MODEL_FAILED,
    /** An action ended: {@code token}, {@code ref} = ActionResult. */
    ACTION_RESULT,
    /** Synthesized audio: {@code token}, {@code a} = clause, {@code ref} = PcmChunk. */
    SYNTHESIS_AUDIO,
    /** A clause is complete: {@code token}, {@code a} = clause. */
    SYNTHESIS_DONE,
    /** A clause could not be spoken: {@code token}, {@code a} = clause, {@code ref} = EngineFailure. */
    SYNTHESIS_FAILED,
    /** The agent is asked to stop: {@code ref} = reason, {@code a} = 0 by a person, at once; 1 by a rule, with grace. */
    YIELD_REQUEST,
    /** A client hands the floor to the agent: {@code ref} = TurnHints or null. */
    GRANT_REQUEST,
    /** A client wants a sentence spoken: {@code ref} = text, {@code a} = 1 to interrupt. */
    SAY_REQUEST,
    /**
     * A client cancels whatever the agent does, and with {@code a} = 0 what the caller is saying too: {@code ref} = reason
     * code or null.
     */
    RESPONSE_CANCEL,
    /** A new turn policy for the running call: {@code ref} = TurnPolicy. */
    POLICY,
    /** Text that the caller typed: {@code ref} = text. */
    TEXT_INPUT,
    /** The call is to be handed on: {@code ref} = {@link io.sidetone.core.control.ControlRequest} or the target URI. */
    TRANSFER_REQUEST,
    /** Digits to be sent to the caller: {@code ref} = ControlRequest or the digits. */
    DIGITS_REQUEST,
    /** We put the call on hold ({@code a} = 1) or take it back ({@code a} = 0): {@code ref} = ControlRequest or null. */
    HOLD_REQUEST,
    /** Progress of a request: {@code a} = SIP status, {@code b} = 1 for the last word, {@code ref} = ControlRequest. */
    SIGNALLING_PROGRESS,
    /** Report of a client on its caller's input: {@code a} = ordinal of ClientInput, {@code ref} = trigger or reason. */
    CLIENT_INPUT,
    /** The far end has played turn {@code token} up to {@code a} ms; of a turn that is over, no further. */
    PLAYED,
    /** State that the caller sees now, in words for the model (VIP 5.3.2): {@code ref} = text. */
    NARRATED_STATE,
    /** A turn without engines (VEL-05, VEL-06): {@code a} = ordinal of MockedRequest. */
    MOCKED_TURN,
    /** Choice of whether the agent answers what is said by itself ({@code a} = 1), or only when the floor is granted ({@code a} = 0). */
    AUTO_RESPONSE,
    /** Instructions on how a client wants the agent to be: {@code ref} = {@link io.sidetone.core.port.action.Instructions}. */
    BRIEFING,
    /** Notice that what was said is another than the call heard: {@code ref} = {@link io.sidetone.core.dialogue.HistoryEdit}. */
    HISTORY,
    /**
     * Evidence of what an off-lane source hears: {@code a} = position in the caller's stream in ms, {@code b} = source and score
     * as {@link io.sidetone.core.hearing.SpeechEvidence#pack} makes it.
     */
    SPEECH_EVIDENCE,
    /** The recognizer is certain that the caller has begun to speak. */
    SPEECH_CERTAIN,
    /** Progress of a call of ours: {@code a} = status of the latest provisional response, 100 to 199; 0 when it is sent. */
    DIAL_PROGRESS,
    /** Somebody else is on the other side from now on, by a transfer there: {@code ref} = who, as a URI. */
    PEER_CHANGED,
    /**
     * The agent leaves, and the party of another call hears and is heard from now on: {@code ref} = id of that call; this
     * process carries the sound between them.
     */
    BRIDGED,
    /** 20 ms of the party at the other end of the bridge: pcm; {@code a} and {@code b} as of AUDIO. */
    BRIDGED_AUDIO,
    /** Notice that what is said from now on may be kept ({@code a} = 1), or may not ({@code a} = 0). */
    RECORDING,
    /** A running action has something to say: {@code ref} = {@link io.sidetone.core.port.action.ActionWords}. */
    ACTION_SAYS,
    /** The dialogue has something to say although nobody asked: {@code a} = which session. */
    MODEL_HAS_MORE,
    /** Input that takes the floor from the response: {@code a} = ordinal of {@link io.sidetone.core.turn.InterruptibleBy}. */
    MODEL_INTERRUPTIBLE,
    /** A sound that is played as a part of the response: {@code ref} = list of PcmChunk. */
    MODEL_SOUND,
    /** Something on the line is not as it should be, and people who look at the call want to know: {@code ref} = text. */
    LINE_NOTE;

    /** Returns whether it may wait for others, 2 ms: it comes many times a second, and what it leads to is done at a tick. */
    boolean waits() {
        return this == PLAYED || this == MEDIA_ALIVE || this == SYNTHESIS_AUDIO;
    }

    /**
     * Returns whether the agent may have to fall silent over it: people press keys and give commands rarely, and hear when it takes long.
     */
    boolean stops() {
        return switch (this) {
            case DIGIT,
                    HANG_UP,
                    HOLD,
                    HOLD_REQUEST,
                    YIELD_REQUEST,
                    RESPONSE_CANCEL,
                    CLIENT_INPUT,
                    TEXT_INPUT,
                    SPEECH_CERTAIN -> true;
            default -> false;
        };
    }
}
