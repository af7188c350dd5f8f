package io.sidetone.server.services;

import static io.sidetone.server.services.ServiceEngines.deadlines;
import static io.sidetone.server.services.ServiceEngines.key;
import static io.sidetone.server.services.ServiceEngines.or;
import static io.sidetone.server.services.ServiceEngines.trust;

import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.port.Recognizer;
import io.sidetone.speech.deepgram.DeepgramAccount;
import io.sidetone.speech.deepgram.DeepgramRecognizer;
import io.sidetone.speech.deepgram.DeepgramRecognizerSettings;
import io.sidetone.speech.deepgram.FluxRecognizer;
import io.sidetone.speech.deepgram.FluxSettings;
import io.sidetone.speech.deepgram.WireEncoding;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.transcription.TranscriptionRecognizer;
import io.sidetone.speech.transcription.TranscriptionSettings;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/** Creates recognizers that are services. */
final class Recognizers {
    private static final int TELEPHONE_HZ = 8_000;

    private final EngineNet net;
    private final LongSupplier clock;
    private final EngineMeter meter;
    private final FluxRecognizer.ForcedEnds forcedEnds;

    Recognizers(EngineNet net, LongSupplier clock, EngineMeter meter, FluxRecognizer.ForcedEnds forcedEnds) {
        this.net = net;
        this.clock = clock;
        this.meter = meter;
        this.forcedEnds = forcedEnds;
    }

    Recognizer of(EngineConfig engine) {
        return switch (engine.type()) {
            case DEEPGRAM -> engine.service().model().startsWith("flux-") ? flux(engine) : nova(engine);
            case OPENAI -> transcription(engine);
            default -> throw new IllegalArgumentException(engine.type().wireName() + " is no recognizer");
        };
    }

    /** Address and credential of Deepgram; {@code own} are the parameters that the engine sets itself. */
    static DeepgramAccount account(EngineConfig engine, ServiceOptions options, Set<String> own) {
        return new DeepgramAccount(
                engine.name(),
                new Extras(engine).query(ServiceAddress.socket(engine, DeepgramAccount.URL, ""), own),
                key(engine),
                deadlines(engine),
                trust(engine),
                options.flag("mip-opt-out", false));
    }

    /** The line's own µ-law when the call uses it. */
    private static WireEncoding encoding(ServiceOptions options, int sampleRateHz) {
        return options.word(
                "encoding",
                WireEncoding.class,
                sampleRateHz == TELEPHONE_HZ ? WireEncoding.MULAW : WireEncoding.LINEAR16);
    }

    private Recognizer nova(EngineConfig engine) {
        ServiceOptions options = new ServiceOptions(engine);
        DeepgramRecognizerSettings usual =
                DeepgramRecognizerSettings.of(account(engine, options, DeepgramRecognizerSettings.OWN_PARAMETERS));
        int rateHz = engine.service().sampleRateHz();
        DeepgramRecognizerSettings settings = new DeepgramRecognizerSettings(
                usual.account(),
                or(engine.service().model(), usual.model()),
                or(engine.service().language(), usual.language()),
                encoding(options, rateHz),
                rateHz,
                options.whole("message-ms", usual.messageMs()),
                options.whole("endpointing-ms", usual.endpointingMs()),
                options.whole("utterance-end-ms", usual.utteranceEndMs()),
                options.flag("smart-format", usual.smartFormat()),
                options.flag("numerals", usual.numerals()),
                options.words("keyterms"),
                options.whole("keep-alive-ms", usual.keepAliveMs()),
                options.whole("finalize-ms", usual.finalizeMs()),
                options.whole("final-p99-ms", usual.finalP99Ms()));
        options.requireKnown();
        return new DeepgramRecognizer(net, settings, meter, clock);
    }

    private Recognizer flux(EngineConfig engine) {
        ServiceOptions options = new ServiceOptions(engine);
        FluxSettings usual = FluxSettings.of(account(engine, options, FluxSettings.OWN_PARAMETERS));
        int rateHz = engine.service().sampleRateHz();
        FluxSettings settings = new FluxSettings(
                usual.account(),
                engine.service().model(),
                hints(engine, options),
                encoding(options, rateHz),
                rateHz,
                options.whole("message-ms", usual.messageMs()),
                options.decimal("eot-threshold", usual.eotThreshold()),
                options.decimal("eager-eot-threshold", usual.eagerEotThreshold()),
                options.whole("eot-timeout-ms", usual.eotTimeoutMs()),
                options.flag("force-end", usual.forceEnd()),
                options.words("keyterms"),
                options.whole("idle-ms", usual.idleMs()),
                options.whole("finalize-ms", usual.finalizeMs()),
                options.whole("final-p99-ms", usual.finalP99Ms()));
        options.requireKnown();
        return new FluxRecognizer(net, settings, forcedEnds, meter, clock);
    }

    /** Language hints of a request to Flux: its English model takes none. */
    private static List<String> hints(EngineConfig engine, ServiceOptions options) {
        List<String> hints = options.words("language-hints");
        String language = engine.service().language();
        if (engine.service().model().endsWith("-multi")) {
            return hints.isEmpty() && Language.one(language) ? List.of(language) : hints;
        }
        if (Language.one(language) && !Language.of(language).equals("en")) {
            throw new IllegalArgumentException("engines." + engine.name() + ".language: '" + language + "' is not what "
                    + engine.service().model() + " hears; use the model flux-general-multi, or leave it out");
        }
        return hints;
    }

    private Recognizer transcription(EngineConfig engine) {
        ServiceOptions options = new ServiceOptions(engine);
        TranscriptionSettings usual = TranscriptionSettings.of(engine.name(), key(engine));
        TranscriptionSettings settings = new TranscriptionSettings(
                engine.name(),
                new Extras(engine).query(ServiceAddress.web(engine, TranscriptionSettings.URL, "/v1"), Set.of()),
                key(engine),
                options.keyHeader(usual.keyHeader()),
                or(engine.service().model(), usual.model()),
                or(engine.service().language(), usual.language()),
                options.text("prompt", usual.prompt()),
                options.flag("stream", usual.stream()),
                engine.service().sampleRateHz(),
                options.whole("max-utterance-ms", usual.maxUtteranceMs()),
                (int) engine.service().answer().toMillis(),
                new Extras(engine).body(TranscriptionSettings.OWN_FIELDS),
                deadlines(engine),
                trust(engine));
        options.requireKnown();
        return new TranscriptionRecognizer(net, settings, meter, clock);
    }
}
