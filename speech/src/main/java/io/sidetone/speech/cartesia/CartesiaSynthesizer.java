package io.sidetone.speech.cartesia;

import io.sidetone.core.port.CallContext;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.voice.ServiceVoice;
import io.sidetone.speech.voice.VoiceDriver;
import io.sidetone.speech.voice.VoiceSession;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Cartesia's voices. Each call has one connection, which opens with the call. Thread-safe. */
public final class CartesiaSynthesizer extends ServiceVoice {
    private final CartesiaSettings settings;
    private final AtomicLong contexts = new AtomicLong();

    /** Creates the engine; opens no connection yet. */
    public CartesiaSynthesizer(EngineNet net, CartesiaSettings settings, EngineMeter meter, LongSupplier nanoClock) {
        super(net, settings.access(), settings.ahead(), meter, nanoClock);
        this.settings = settings;
    }

    @Override
    protected VoiceDriver driver(EngineNet net, VoiceSession session, CallContext call) {
        // A cancelled id must never be used again by any session of the call.
        return new CartesiaVoice(net, settings, session, () -> call.callId() + "-" + contexts.incrementAndGet());
    }

    @Override
    public Capabilities capabilities() {
        return settings.contexts() == CartesiaSettings.Contexts.TURN ? Capabilities.CONTINUES : Capabilities.CLAUSES;
    }
}
