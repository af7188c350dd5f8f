package io.sidetone.speech.elevenlabs;

import io.sidetone.core.port.CallContext;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.voice.ServiceVoice;
import io.sidetone.speech.voice.VoiceDriver;
import io.sidetone.speech.voice.VoiceSession;
import java.util.function.LongSupplier;

/** ElevenLabs' voices. Each call has one connection, which opens with the call. Thread-safe. */
public final class ElevenLabsSynthesizer extends ServiceVoice {
    private final ElevenLabsSettings settings;

    /** Creates the engine; opens no connection yet. */
    public ElevenLabsSynthesizer(
            EngineNet net, ElevenLabsSettings settings, EngineMeter meter, LongSupplier nanoClock) {
        super(net, settings.access(), settings.ahead(), meter, nanoClock);
        this.settings = settings;
    }

    @Override
    protected VoiceDriver driver(EngineNet net, VoiceSession session, CallContext call) {
        return new ElevenLabsVoice(net, settings, session);
    }
}
