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
    static DeepgramAccount account(EngineConfig engine, Set<String> own) {
        return new DeepgramAccount(
                engine.name(),
                new Extras(engine).query(ServiceAddress.socket(engine, DeepgramAccount.URL, ""), own),
                key(engine),
                deadlines(engine),
                trust(engine));
    }

    /** The line's own µ-law when the call uses it. */
    private static WireEncoding encoding(int sampleRateHz) {
        return sampleRateHz == TELEPHONE_HZ ? WireEncoding.MULAW : WireEncoding.LINEAR16;
    }

    private Recognizer nova(EngineConfig engine) {
        int rateHz = engine.service().sampleRateHz();
        DeepgramRecognizerSettings usual = DeepgramRecognizerSettings.of(
                account(engine, DeepgramRecognizerSettings.OWN_PARAMETERS),
                or(engine.service().model(), DeepgramRecognizerSettings.MODEL),
                or(engine.service().language(), DeepgramRecognizerSettings.LANGUAGE),
                encoding(rateHz),
                rateHz);
        return new DeepgramRecognizer(net, ServiceOptions.of(engine, usual), meter, clock);
    }

    private Recognizer flux(EngineConfig engine) {
        int rateHz = engine.service().sampleRateHz();
        FluxSettings settings = ServiceOptions.of(
                engine,
                FluxSettings.of(
                        account(engine, FluxSettings.OWN_PARAMETERS),
                        engine.service().model(),
                        encoding(rateHz),
                        rateHz));
        return new FluxRecognizer(
                net, settings.hinted(hints(engine, settings.languageHints())), forcedEnds, meter, clock);
    }

    /** Language hints of a request to Flux: its English model takes none. */
    private static List<String> hints(EngineConfig engine, List<String> hints) {
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
        TranscriptionSettings usual = TranscriptionSettings.of(engine.name(), key(engine));
        TranscriptionSettings settings = new TranscriptionSettings(
                engine.name(),
                new Extras(engine).query(ServiceAddress.web(engine, TranscriptionSettings.URL, "/v1"), Set.of()),
                key(engine),
                usual.keyHeader(),
                or(engine.service().model(), usual.model()),
                or(engine.service().language(), usual.language()),
                usual.prompt(),
                usual.stream(),
                engine.service().sampleRateHz(),
                usual.maxUtteranceMs(),
                (int) engine.service().answer().toMillis(),
                new Extras(engine).body(TranscriptionSettings.OWN_FIELDS),
                deadlines(engine),
                trust(engine));
        return new TranscriptionRecognizer(net, ServiceOptions.of(engine, settings), meter, clock);
    }
}
