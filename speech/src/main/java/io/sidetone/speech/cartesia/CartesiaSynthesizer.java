package io.sidetone.speech.cartesia;

import io.netty.channel.EventLoop;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.probe.Probe;
import io.sidetone.speech.probe.ProbeResult;
import io.sidetone.speech.voice.VoiceProbe;
import io.sidetone.speech.voice.VoiceProfile;
import io.sidetone.speech.voice.VoiceSession;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Cartesia's voices. Each call has one connection, which opens with the call. Thread-safe. */
public final class CartesiaSynthesizer implements Synthesizer, Probe {
    private final EngineNet net;
    private final CartesiaSettings settings;
    private final EngineMeter meter;
    private final LongSupplier nanoClock;
    private final AtomicLong contexts = new AtomicLong();

    /** Creates the engine; opens no connection yet. */
    public CartesiaSynthesizer(EngineNet net, CartesiaSettings settings, EngineMeter meter, LongSupplier nanoClock) {
        this.net = net;
        this.settings = settings;
        this.meter = meter;
        this.nanoClock = nanoClock;
    }

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents events) {
        return VoiceSession.open(
                net.next(),
                call,
                events,
                VoiceProfile.of(settings.access(), settings.ahead()),
                meter.forCall(call),
                nanoClock,
                // A cancelled id must never be used again by any session of the call.
                session -> new CartesiaVoice(
                        net, settings, session, () -> call.callId() + "-" + contexts.incrementAndGet()));
    }

    @Override
    public Capabilities capabilities() {
        return settings.contexts() == CartesiaSettings.Contexts.TURN ? Capabilities.CONTINUES : Capabilities.CLAUSES;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up(
                settings.access().model() + ", voice " + settings.access().voice());
    }

    @Override
    public CompletableFuture<ProbeResult> probe() {
        EventLoop loop = net.next();
        return VoiceProbe.run(this, loop, settings.access().deadlines(), nanoClock);
    }
}
