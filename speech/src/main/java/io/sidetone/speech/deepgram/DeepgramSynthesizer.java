package io.sidetone.speech.deepgram;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.Probe;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.net.SocketRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** Synthesis by Deepgram Aura (speak v1): one connection per session, opened with it. */
public final class DeepgramSynthesizer implements Synthesizer, Probe {
    static final String PATH = "/v1/speak";

    private final EngineNet net;
    private final DeepgramSynthesizerSettings settings;
    private final EngineMeter meter;
    private final LongSupplier nanoClock;

    /** Creates the engine; opens no connection yet. */
    public DeepgramSynthesizer(
            EngineNet net, DeepgramSynthesizerSettings settings, EngineMeter meter, LongSupplier nanoClock) {
        this.net = net;
        this.settings = settings;
        this.meter = meter;
        this.nanoClock = nanoClock;
    }

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents events) {
        DeepgramSynthesisSession session =
                new DeepgramSynthesisSession(net, request(), settings, call, events, meter.forCall(call), nanoClock);
        session.open();
        return session;
    }

    private SocketRequest request() {
        return settings.query().request(settings.access(), PATH);
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.CLAUSES;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up(
                settings.access().voice() + ", " + settings.access().sampleRateHz() + " Hz");
    }

    /** Asks for one spoken word and waits for its first audio. */
    @Override
    public CompletableFuture<EngineHealth> probe() {
        ServiceAccess access = settings.access();
        DeepgramProbe.Question question = new DeepgramProbe.Question(
                socket -> {
                    socket.text(SpeakStream.speakMessage("Hello."));
                    socket.text(SpeakStream.FLUSH);
                },
                "",
                "spoke with " + access.voice() + " at " + access.sampleRateHz() + " Hz",
                DeepgramSynthesisSession.CLOSE);
        return DeepgramProbe.run(net, request(), meter, nanoClock, question);
    }
}
