package io.sidetone.speech.voice;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.Probe;
import io.sidetone.speech.net.ServiceAccess;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** The base of voices that are services: each call has a session, and each session a driver. Thread-safe. */
public abstract class ServiceVoice implements Synthesizer, Probe {
    private final EngineNet net;
    private final ServiceAccess access;
    private final int ahead;
    private final EngineMeter meter;
    private final LongSupplier nanoClock;

    /**
     * Creates the engine; opens no connection yet.
     *
     * @param ahead clauses requested at a time
     */
    protected ServiceVoice(EngineNet net, ServiceAccess access, int ahead, EngineMeter meter, LongSupplier nanoClock) {
        this.net = net;
        this.access = access;
        this.ahead = ahead;
        this.meter = meter;
        this.nanoClock = nanoClock;
    }

    /** Returns the driver of {@code session}. */
    protected abstract VoiceDriver driver(EngineNet net, VoiceSession session, CallContext call);

    @Override
    public final SynthesisSession open(CallContext call, SynthesisEvents events) {
        return VoiceSession.open(
                net.next(),
                call,
                events,
                VoiceProfile.of(access, ahead),
                meter.forCall(call),
                nanoClock,
                session -> driver(net, session, call));
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.CLAUSES;
    }

    @Override
    public final EngineHealth health() {
        return EngineHealth.up(access.model() + ", voice " + access.voice());
    }

    @Override
    public final CompletableFuture<EngineHealth> probe() {
        return VoiceProbe.run(this, net.next(), access.deadlines());
    }
}
