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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Recognition by Deepgram Flux (listen v2): one connection per session, opened with it. */
public final class FluxRecognizer implements Recognizer, Probe {
    static final String PATH = "/v2/listen";

    private final EngineNet net;
    private final FluxSettings settings;
    private final EngineMeter meter;
    private final FinalWait wait;
    private final ForcedEnds forcedEnds;
    private final LongSupplier nanoClock;

    /**
     * Support of a service for {@code ForceEndTurn}; assumed until the service refuses it. One per engine of the
     * configuration, shared by its calls; thread-safe.
     */
    public static final class ForcedEnds {
        private static final Logger LOG = LoggerFactory.getLogger(ForcedEnds.class);

        private final AtomicBoolean known = new AtomicBoolean(true);

        boolean known() {
            return known.get();
        }

        void unknown(String service) {
            if (known.compareAndSet(true, false)) {
                LOG.warn(
                        "Engine {} does not know ForceEndTurn and ended the connection; it will not be sent again. Set"
                                + " engines.{}.options.force-end to false, or have the service enable it",
                        service,
                        service);
            }
        }
    }

    /**
     * Creates the engine; opens no connection yet.
     *
     * @param forcedEnds what is already known of the service
     */
    public FluxRecognizer(
            EngineNet net, FluxSettings settings, ForcedEnds forcedEnds, EngineMeter meter, LongSupplier nanoClock) {
        this.net = net;
        this.settings = settings;
        this.forcedEnds = forcedEnds;
        this.meter = meter;
        this.wait = new FinalWait(settings.finalP99Ms(), settings.finalizeMs());
        this.nanoClock = nanoClock;
    }

    @Override
    public RecognizerSession open(CallContext call, RecognizerEvents events) {
        return new FluxSession(net, request(), settings, forcedEnds, call, events, meter.forCall(call), wait, nanoClock)
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
        return EngineHealth.up(settings.access().model());
    }

    /** Opens a stream and waits for the service's greeting. */
    @Override
    public CompletableFuture<EngineHealth> probe() {
        // The service sends the first message.
        String words = "opened a stream of " + settings.access().model();
        DeepgramProbe.Question question =
                new DeepgramProbe.Question(socket -> {}, "Connected", words, FluxSession.CLOSE_STREAM);
        return DeepgramProbe.run(net, request(), meter, nanoClock, question);
    }
}
