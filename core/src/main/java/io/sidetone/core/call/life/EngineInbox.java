package io.sidetone.core.call.life;

import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.fence.Token;
import io.sidetone.core.hearing.SpeechEvidence;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LanePublisher;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.ActionWords;
import io.sidetone.core.port.vad.VoiceActivityEvents;
import io.sidetone.core.turn.InterruptibleBy;
import io.sidetone.core.turn.SpeechSource;
import java.util.List;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns what engines answer, on whatever thread, into events of the call's lane. The clock is read here, once each. */
final class EngineInbox {
    private static final Logger LOG = LoggerFactory.getLogger(EngineInbox.class);

    private final LanePublisher lane;
    private final NanoClock clock;

    EngineInbox(LanePublisher lane, NanoClock clock) {
        this.lane = lane;
        this.clock = clock;
    }

    private void publish(LaneEventType type, long token, long a, Object ref) {
        lane.publish(type, token, a, 0, ref, clock.nanoTime());
    }

    private void ready(EngineKind kind, int session) {
        lane.publish(LaneEventType.ENGINE_READY, Token.NONE, kind.ordinal(), session, null, clock.nanoTime());
    }

    private void failed(EngineKind kind, int session, long token, EngineFailure failure) {
        lane.publish(LaneEventType.ENGINE_FAILED, token, kind.ordinal(), session, failure, clock.nanoTime());
    }

    private void closed(EngineKind kind, int session) {
        lane.publish(LaneEventType.RELEASED, Token.NONE, 1 + kind.ordinal(), session, kind.name(), clock.nanoTime());
    }

    private void heard(SpeechSource source, long streamPosMs, float score) {
        lane.offerEvidence(streamPosMs, SpeechEvidence.pack(source, score), clock.nanoTime());
    }

    /** Publishes what an invoker answers to {@code asked}, or to a check of it; any thread. */
    void actionResult(long token, ActionCall asked, int kind, ActionResult answer) {
        boolean fits = answer != null && asked.invocationId().equals(answer.invocationId());
        publish(
                LaneEventType.ACTION_RESULT,
                token,
                kind,
                fits
                        ? answer
                        : ActionResult.failure(asked.invocationId(), ActionResult.FAILED, "answered without a result"));
    }

    /** Publishes what a running action has to say; any thread. */
    void actionSays(String invocationId, String words) {
        publish(LaneEventType.ACTION_SAYS, Token.NONE, 0, new ActionWords(invocationId, words));
    }

    /** The terms ride along with the event: the lane itself looks nothing up (law 4). */
    private static ActionCall onTerms(ActionInvoker actions, ActionCall action) {
        try {
            return actions.onTerms(action);
        } catch (RuntimeException fault) {
            LOG.warn("the terms of action {} cannot be read", action.action(), fault);
            return action;
        }
    }

    /** Publishes how far something is that the telephone side was asked for. */
    void progress(ControlRequest request, int status, boolean last) {
        lane.publish(LaneEventType.SIGNALLING_PROGRESS, Token.NONE, status, last ? 1 : 0, request, clock.nanoTime());
    }

    /** Returns how session number {@code session} of the recognizer answers. */
    RecognizerEvents recognizer(int session) {
        return new RecognizerEvents() {
            @Override
            public void ready() {
                EngineInbox.this.ready(EngineKind.RECOGNIZER, session);
            }

            @Override
            public void partial(long token, String text) {
                publish(LaneEventType.TRANSCRIPT_PARTIAL, token, 0, text);
            }

            @Override
            public void judged(long token, String text, SentenceEnd end) {
                publish(LaneEventType.TRANSCRIPT_PARTIAL, token, end.ordinal(), text);
            }

            @Override
            public void covers(long token, int behindMs) {
                publish(LaneEventType.TRANSCRIPT_COVERS, token, behindMs, null);
            }

            @Override
            public void finalTranscript(long token, String text) {
                publish(LaneEventType.TRANSCRIPT_FINAL, token, 0, text);
            }

            @Override
            public void evidence(long streamPosMs, float score) {
                heard(SpeechSource.RECOGNIZER, streamPosMs, score);
            }

            @Override
            public void speechStarted() {
                publish(LaneEventType.SPEECH_CERTAIN, Token.NONE, 0, null);
            }

            @Override
            public void failed(long token, EngineFailure failure) {
                EngineInbox.this.failed(EngineKind.RECOGNIZER, session, token, failure);
            }

            @Override
            public void closed() {
                EngineInbox.this.closed(EngineKind.RECOGNIZER, session);
            }
        };
    }

    /** Returns how session number {@code session} of the off-lane detector answers. */
    VoiceActivityEvents detector(int session) {
        return new VoiceActivityEvents() {
            @Override
            public void ready() {
                EngineInbox.this.ready(EngineKind.DETECTOR, session);
            }

            @Override
            public void evidence(long streamPosMs, float score) {
                heard(SpeechSource.SILERO, streamPosMs, score);
            }

            @Override
            public void failed(EngineFailure failure) {
                EngineInbox.this.failed(EngineKind.DETECTOR, session, Token.NONE, failure);
            }

            @Override
            public void closed() {
                EngineInbox.this.closed(EngineKind.DETECTOR, session);
            }
        };
    }

    /** Returns how session number {@code session} of the dialogue answers; {@code actions} know the terms of what it asks for. */
    DialogueEvents dialogue(int session, ActionInvoker actions) {
        return new DialogueEvents() {
            @Override
            public void ready() {
                EngineInbox.this.ready(EngineKind.DIALOGUE, session);
            }

            @Override
            public void text(long token, String piece) {
                publish(LaneEventType.MODEL_TEXT, token, 0, piece);
            }

            @Override
            public void filler(long token, String words) {
                publish(LaneEventType.MODEL_FILLER, token, 0, words);
            }

            @Override
            public void hasMore() {
                publish(LaneEventType.MODEL_HAS_MORE, Token.NONE, session, null);
            }

            @Override
            public void sound(long token, List<PcmChunk> sound) {
                publish(LaneEventType.MODEL_SOUND, token, 0, sound);
            }

            @Override
            public void interruptible(long token, InterruptibleBy by) {
                publish(LaneEventType.MODEL_INTERRUPTIBLE, token, by.ordinal(), null);
            }

            @Override
            public void action(long token, ActionCall action) {
                publish(LaneEventType.MODEL_ACTION, token, 0, onTerms(actions, action));
            }

            @Override
            public void done(long token, ListenHint hint) {
                publish(LaneEventType.MODEL_DONE, token, 0, hint);
            }

            @Override
            public void failed(long token, EngineFailure failure) {
                if (token == Token.NONE) {
                    EngineInbox.this.failed(EngineKind.DIALOGUE, session, token, failure);
                } else {
                    publish(LaneEventType.MODEL_FAILED, token, 0, failure);
                }
            }

            @Override
            public void closed() {
                EngineInbox.this.closed(EngineKind.DIALOGUE, session);
            }
        };
    }

    SynthesisEvents synthesis(int session) {
        return new SynthesisEvents() {
            @Override
            public void ready() {
                EngineInbox.this.ready(EngineKind.SYNTHESIZER, session);
            }

            @Override
            public void audio(long token, int clause, PcmChunk chunk) {
                publish(LaneEventType.SYNTHESIS_AUDIO, token, clause, chunk);
            }

            @Override
            public void done(long token, int clause) {
                publish(LaneEventType.SYNTHESIS_DONE, token, clause, null);
            }

            @Override
            public void failed(long token, int clause, EngineFailure failure) {
                if (token == Token.NONE) {
                    EngineInbox.this.failed(EngineKind.SYNTHESIZER, session, token, failure);
                } else {
                    publish(LaneEventType.SYNTHESIS_FAILED, token, clause, failure);
                }
            }

            @Override
            public void closed() {
                EngineInbox.this.closed(EngineKind.SYNTHESIZER, session);
            }
        };
    }
}
