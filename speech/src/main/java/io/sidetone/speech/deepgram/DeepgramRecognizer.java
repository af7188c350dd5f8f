package io.sidetone.speech.deepgram;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.meter.FinalWait;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.Probe;
import io.sidetone.speech.net.SocketRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** Recognition by Deepgram Nova (listen v1): one connection per session, opened with it. */
public final class DeepgramRecognizer implements Recognizer, Probe {
    static final String PATH = "/v1/listen";

    private final EngineNet net;
    private final DeepgramRecognizerSettings settings;
    private final EngineMeter meter;
    private final FinalWait wait;
    private final LongSupplier nanoClock;

    /** Creates the engine; opens no connection yet. */
    public DeepgramRecognizer(
            EngineNet net, DeepgramRecognizerSettings settings, EngineMeter meter, LongSupplier nanoClock) {
        this.net = net;
        this.settings = settings;
        this.meter = meter;
        this.wait = new FinalWait(settings.finalP99Ms(), settings.finalizeMs());
        this.nanoClock = nanoClock;
    }

    @Override
    public RecognizerSession open(CallContext call, RecognizerEvents events) {
        return new DeepgramRecognizerSession(
                        net, request(), settings, call, events, meter.forCall(call), wait, nanoClock)
                .open();
    }

    private SocketRequest request() {
        return settings.query().request(settings.access(), PATH);
    }

    @Override
    public int sampleRateHz() {
        return settings.access().sampleRateHz();
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.TRANSCRIPTS;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up(
                settings.access().model() + ", " + settings.access().language());
    }

    /** Opens a stream, sends a moment of silence, ends the stream, and waits for its summary. */
    @Override
    public CompletableFuture<EngineHealth> probe() {
        int rateHz = settings.access().sampleRateHz();
        byte[] silence = new byte[rateHz / 10 * settings.encoding().bytesPerSample()];
        settings.encoding().encode(new short[rateHz / 10], 0, rateHz / 10, silence, 0);
        DeepgramProbe.Question question = new DeepgramProbe.Question(
                socket -> {
                    socket.binary(silence, silence.length);
                    socket.text(DeepgramRecognizerSession.CLOSE_STREAM);
                },
                "Metadata",
                "took a stream of " + settings.access().model(),
                DeepgramRecognizerSession.CLOSE_STREAM);
        return DeepgramProbe.run(net, request(), meter, nanoClock, question);
    }
}
