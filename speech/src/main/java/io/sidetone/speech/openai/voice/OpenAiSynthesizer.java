package io.sidetone.speech.openai.voice;

import io.sidetone.core.port.CallContext;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.voice.ServiceVoice;
import io.sidetone.speech.voice.VoiceDriver;
import io.sidetone.speech.voice.VoiceSession;
import java.util.function.LongSupplier;

/**
 * OpenAI's voices. The calls of an event loop share connections; each call opens one ahead. No word times. Thread-safe.
 */
public final class OpenAiSynthesizer extends ServiceVoice {
    private final OpenAiVoiceSettings settings;

    /** Creates the engine; opens no connection yet. */
    public OpenAiSynthesizer(EngineNet net, OpenAiVoiceSettings settings, EngineMeter meter, LongSupplier nanoClock) {
        super(net, settings.access(), settings.ahead(), meter, nanoClock);
        this.settings = settings;
    }

    @Override
    protected VoiceDriver driver(EngineNet net, VoiceSession session, CallContext call) {
        return new OpenAiVoice(net, settings, session);
    }
}
