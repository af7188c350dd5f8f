package io.sidetone.speech.openai.voice;

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
import java.util.function.LongSupplier;

/**
 * OpenAI's voices. The calls of an event loop share connections; each call opens one ahead. No word times. Thread-safe.
 */
public final class OpenAiSynthesizer implements Synthesizer, Probe {
    private final EngineNet net;
    private final OpenAiVoiceSettings settings;
    private final EngineMeter meter;
    private final LongSupplier nanoClock;

    /** Creates the engine; opens no connection yet. */
    public OpenAiSynthesizer(EngineNet net, OpenAiVoiceSettings settings, EngineMeter meter, LongSupplier nanoClock) {
        this.net = net;
        this.settings = settings;
        this.meter = meter;
        this.nanoClock = nanoClock;
    }

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents events) {
        EventLoop loop = net.next();
        return VoiceSession.open(
                loop,
                call,
                events,
                VoiceProfile.of(settings.access(), settings.ahead()),
                meter.forCall(call),
                nanoClock,
                session -> new OpenAiVoice(net, settings, session));
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.CLAUSES;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up(
                settings.access().model() + ", voice " + settings.access().voice());
    }

    @Override
    public CompletableFuture<ProbeResult> probe() {
        return VoiceProbe.run(this, net.next(), settings.access().deadlines(), nanoClock);
    }
}
