package io.sidetone.speech.realtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.channel.EventLoop;
import io.sidetone.audio.SampleRate;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.Probe;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * A realtime model as the three engines of a call. Recognizer, dialogue and synthesizer of one call share one
 * connection, which opens with the first of their sessions and closes with the last. An agent has all three of them or
 * none. Shared by all calls of an agent; thread-safe.
 */
public final class RealtimeModel implements Probe {
    private final EngineNet net;
    private final RealtimeSettings settings;
    private final SessionInstructions instructions;
    private final RealtimeMeters meters;
    private final LongSupplier nanoClock;
    private final LongSupplier wallClockMs;
    private final ConcurrentHashMap<String, RealtimeCall> calls = new ConcurrentHashMap<>();

    /**
     * Creates the engine of an agent.
     *
     * @param nanoClock monotonic, in ns
     * @param wallClockMs Unix time in ms: the service gives the end of a session in it
     */
    public RealtimeModel(
            EngineNet net,
            RealtimeSettings settings,
            SessionInstructions instructions,
            RealtimeMeters meters,
            LongSupplier nanoClock,
            LongSupplier wallClockMs) {
        this.net = net;
        this.settings = settings;
        this.instructions = instructions;
        this.meters = meters;
        this.nanoClock = nanoClock;
        this.wallClockMs = wallClockMs;
    }

    EngineNet net() {
        return net;
    }

    RealtimeSettings settings() {
        return settings;
    }

    SessionInstructions instructions() {
        return instructions;
    }

    RealtimeMeters meters() {
        return meters;
    }

    long nowNs() {
        return nanoClock.getAsLong();
    }

    long wallMs() {
        return wallClockMs.getAsLong();
    }

    /** Returns the recognizer. */
    public Recognizer recognizer() {
        Recognizer.Capabilities capabilities =
                new Recognizer.Capabilities(false, settings.turnDetection().byService(), true);
        return new Recognizer() {
            @Override
            public RecognizerSession open(CallContext call, RecognizerEvents events) {
                return join(call, shared -> {
                    CallerSpeech speech = new CallerSpeech(shared, events);
                    CallerFeed feed = new CallerFeed(
                            shared.loop(), speech, SampleRate.frameSamples(settings.format().sampleRateHz));
                    shared.execute(() -> shared.attach(speech, feed));
                    return new CallerSession(RealtimeModel.this, shared, feed, capabilities.givesEvidence());
                });
            }

            @Override
            public int sampleRateHz() {
                return settings.format().sampleRateHz;
            }

            @Override
            public Capabilities capabilities() {
                return capabilities;
            }

            @Override
            public EngineHealth health() {
                return RealtimeModel.this.health();
            }
        };
    }

    /** Returns the dialogue model. */
    public DialogueModel dialogue() {
        DialogueModel.Capabilities capabilities =
                new DialogueModel.Capabilities(settings.access().model(), true);
        return new DialogueModel() {
            @Override
            public DialogueSession open(CallContext call, DialogueEvents events) {
                return join(call, shared -> {
                    RealtimeDialogueSession session = new RealtimeDialogueSession(RealtimeModel.this, shared, events);
                    shared.execute(() -> shared.attach(session));
                    return session;
                });
            }

            @Override
            public Capabilities capabilities() {
                return capabilities;
            }

            @Override
            public EngineHealth health() {
                return RealtimeModel.this.health();
            }
        };
    }

    /** Returns the synthesizer. */
    public Synthesizer synthesizer() {
        return new Synthesizer() {
            @Override
            public SynthesisSession open(CallContext call, SynthesisEvents events) {
                return join(call, shared -> {
                    VoiceSession session = new VoiceSession(RealtimeModel.this, shared, events);
                    shared.execute(() -> shared.attach(session));
                    return session;
                });
            }

            @Override
            public Capabilities capabilities() {
                return Capabilities.CLAUSES;
            }

            @Override
            public EngineHealth health() {
                return RealtimeModel.this.health();
            }
        };
    }

    /** Always up: only a call shows whether the service answers. */
    public EngineHealth health() {
        return EngineHealth.up(settings.access().name() + ": "
                + settings.access().model() + ", voice " + settings.access().voice());
    }

    /** Returns the number of calls that are connected or connecting. */
    public int calls() {
        return calls.size();
    }

    private <T> T join(CallContext context, Function<RealtimeCall, T> session) {
        RealtimeCall shared = calls.compute(context.callId(), (id, known) -> {
            RealtimeCall call = known == null ? new RealtimeCall(this, context, net.next()) : known;
            call.joined++;
            return call;
        });
        return session.apply(shared);
    }

    /** Notes a closed session; a session of this call after the last one begins anew. */
    void leave(RealtimeCall call) {
        calls.computeIfPresent(
                call.context().callId(), (id, known) -> known != call || --call.joined > 0 ? known : null);
    }

    /** Forgets a call whose connection is finally lost: its next sessions begin anew. */
    void forget(RealtimeCall call) {
        calls.remove(call.context().callId(), call);
    }

    @Override
    public CompletableFuture<EngineHealth> probe() {
        CompletableFuture<EngineHealth> result = new CompletableFuture<>();
        EventLoop loop = net.next();
        loop.execute(() -> new RealtimeSocket(settings, loop, new Probing(result)).open(net));
        return result;
    }

    /** Opens a session and closes it: no audio, no tokens. */
    private final class Probing implements RealtimeSocket.Owner {
        private final CompletableFuture<EngineHealth> result;

        Probing(CompletableFuture<EngineHealth> result) {
            this.result = result;
        }

        private void found(boolean ok, String detail) {
            result.complete(new EngineHealth(ok, detail));
        }

        @Override
        public ObjectNode session() {
            return ClientEvents.session(
                    settings, instructions.instructions(), instructions.tools().get());
        }

        @Override
        public void ready(RealtimeSocket socket, long expiresAtS) {
            found(
                    true,
                    "agreed on a session with " + settings.access().model() + ", voice "
                            + settings.access().voice());
            socket.close();
        }

        @Override
        public boolean requested(String responseId) {
            return false;
        }

        @Override
        public void event(RealtimeSocket socket, ServerEvent event) {}

        @Override
        public void unexpected() {}

        @Override
        public void lost(RealtimeSocket socket, EngineFailure failure) {
            found(false, failure == null ? "closed" : failure.message());
        }
    }
}
