package io.sidetone.speech.deepgram;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.meter.FinalWait;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.SocketRequest;
import io.sidetone.speech.probe.Probe;
import io.sidetone.speech.probe.ProbeResult;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** Recognition by Deepgram Flux (listen v2): one connection per call, opened with the session. */
public final class FluxRecognizer implements Recognizer, Probe {
    static final String PATH = "/v2/listen";

    private final EngineNet net;
    private final FluxSettings settings;
    private final EngineMeter meter;
    private final FinalWait wait;
    private final LongSupplier nanoClock;

    /** Creates the engine; nothing is dialled yet. */
    public FluxRecognizer(EngineNet net, FluxSettings settings, EngineMeter meter, LongSupplier nanoClock) {
        this.net = net;
        this.settings = settings;
        this.meter = meter;
        this.wait = new FinalWait(settings.finalP99Ms(), settings.finalizeMs());
        this.nanoClock = nanoClock;
    }

    @Override
    public RecognizerSession open(CallContext call, RecognizerEvents events) {
        return new FluxSession(net, request(), settings, call, events, meter.forCall(call), wait, nanoClock).open();
    }

    private SocketRequest request() {
        return settings.account().request(PATH, settings.query());
    }

    @Override
    public int sampleRateHz() {
        return settings.sampleRateHz();
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up(settings.model());
    }

    /** Opens a stream and waits for the service's greeting. */
    @Override
    public CompletableFuture<ProbeResult> probe() {
        return DeepgramProbe.run(net, request(), meter, nanoClock, new DeepgramProbe.Question() {
            @Override
            public void ask(DeepgramLink link) {
                // It speaks first.
            }

            @Override
            public String farewell() {
                return FluxSession.CLOSE_STREAM;
            }

            @Override
            public String answer(String type) {
                return type.equals("Connected") ? "opened a stream of " + settings.model() : null;
            }
        });
    }
}
