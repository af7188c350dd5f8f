package io.sidetone.server.services;

import static io.sidetone.server.services.ServiceEngines.deadlines;
import static io.sidetone.server.services.ServiceEngines.key;
import static io.sidetone.server.services.ServiceEngines.or;
import static io.sidetone.server.services.ServiceEngines.trust;

import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.speech.cartesia.CartesiaSettings;
import io.sidetone.speech.cartesia.CartesiaSynthesizer;
import io.sidetone.speech.deepgram.DeepgramSynthesizer;
import io.sidetone.speech.deepgram.DeepgramSynthesizerSettings;
import io.sidetone.speech.elevenlabs.ElevenLabsSettings;
import io.sidetone.speech.elevenlabs.ElevenLabsSynthesizer;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.openai.voice.OpenAiSynthesizer;
import io.sidetone.speech.openai.voice.OpenAiVoiceSettings;
import java.net.URI;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Creates voices that are services. */
final class Voices {
    private static final Pattern ENDS_WITH_LANGUAGE = Pattern.compile("^aura.*-([a-z]{2})$");

    private final EngineNet net;
    private final LongSupplier clock;
    private final EngineMeter meter;

    Voices(EngineNet net, LongSupplier clock, EngineMeter meter) {
        this.net = net;
        this.clock = clock;
        this.meter = meter;
    }

    Synthesizer of(EngineConfig engine) {
        return switch (engine.type()) {
            case DEEPGRAM -> aura(engine);
            case OPENAI -> openAi(engine);
            case CARTESIA -> cartesia(engine);
            case ELEVENLABS -> elevenLabs(engine);
            default -> throw new IllegalArgumentException(engine.type().wireName() + " is no synthesizer");
        };
    }

    /** An engine that is a recognizer as well names the recognizer's model. */
    private static String aura(String model) {
        return model.startsWith("aura") ? model : "";
    }

    /** Each Aura voice speaks one language: the one that its name ends with. */
    private static String spoken(EngineConfig engine, String voice) {
        String language = engine.service().language();
        Matcher named = ENDS_WITH_LANGUAGE.matcher(voice);
        if (Language.one(language) && named.find() && !named.group(1).equals(Language.of(language))) {
            throw new IllegalArgumentException("engines." + engine.name() + ".voice: " + voice + " speaks "
                    + Language.name(named.group(1)) + ", and language is '" + language
                    + "'; name a voice that ends with -" + Language.of(language));
        }
        return voice;
    }

    private Synthesizer aura(EngineConfig engine) {
        DeepgramSynthesizerSettings usual =
                DeepgramSynthesizerSettings.of(Recognizers.account(engine, DeepgramSynthesizerSettings.OWN_PARAMETERS));
        DeepgramSynthesizerSettings settings = new DeepgramSynthesizerSettings(
                usual.account(),
                spoken(
                        engine,
                        or(or(engine.service().voice(), aura(engine.service().model())), usual.model())),
                usual.encoding(),
                engine.service().sampleRateHz(),
                usual.flushesPerMinute(),
                usual.clearMs());
        return new DeepgramSynthesizer(net, ServiceOptions.of(engine, settings), meter, clock);
    }

    /** The older models take no instructions, only the text. */
    private static String instructions(EngineConfig engine, String given) {
        String language = engine.service().language();
        boolean byInstruction =
                Language.one(language) && !engine.service().model().startsWith("tts-1");
        return byInstruction ? (given.strip() + " Speak " + Language.name(language) + ".").strip() : given;
    }

    private Synthesizer openAi(EngineConfig engine) {
        Extras extras = new Extras(engine);
        OpenAiVoiceSettings usual = OpenAiVoiceSettings.of(engine.name(), OpenAiVoiceSettings.URL, key(engine));
        OpenAiVoiceSettings settings = ServiceOptions.of(
                engine,
                new OpenAiVoiceSettings(
                        engine.name(),
                        extras.query(
                                URI.create(ServiceAddress.web(engine, URI.create("https://api.openai.com/v1"), "/v1")
                                        + "/audio/speech"),
                                Set.of()),
                        key(engine),
                        usual.keyHeader(),
                        or(engine.service().model(), usual.model()),
                        or(engine.service().voice(), usual.voice()),
                        usual.instructions(),
                        usual.speed(),
                        usual.sampleRateHz(),
                        usual.ahead(),
                        extras.body(OpenAiVoiceSettings.OWN_FIELDS),
                        deadlines(engine),
                        trust(engine)));
        return new OpenAiSynthesizer(
                net, settings.instructed(instructions(engine, settings.instructions())), meter, clock);
    }

    private Synthesizer cartesia(EngineConfig engine) {
        Extras extras = new Extras(engine);
        CartesiaSettings usual = CartesiaSettings.of(
                engine.name(),
                CartesiaSettings.URL,
                key(engine),
                engine.service().voice());
        CartesiaSettings settings = new CartesiaSettings(
                engine.name(),
                extras.query(
                        ServiceAddress.socket(engine, CartesiaSettings.URL, "/tts/websocket"),
                        CartesiaSettings.OWN_PARAMETERS),
                key(engine),
                usual.version(),
                or(engine.service().model(), usual.model()),
                engine.service().voice(),
                or(engine.service().language(), usual.language()),
                usual.encoding(),
                engine.service().sampleRateHz(),
                usual.contexts(),
                usual.contextIdleMs(),
                usual.speed(),
                usual.ahead(),
                extras.body(CartesiaSettings.OWN_FIELDS),
                deadlines(engine),
                trust(engine));
        return new CartesiaSynthesizer(net, ServiceOptions.of(engine, settings), meter, clock);
    }

    private Synthesizer elevenLabs(EngineConfig engine) {
        ElevenLabsSettings usual = ElevenLabsSettings.of(
                engine.name(),
                ElevenLabsSettings.URL,
                key(engine),
                engine.service().voice());
        ElevenLabsSettings settings = new ElevenLabsSettings(
                engine.name(),
                new Extras(engine)
                        .query(
                                ServiceAddress.socket(engine, ElevenLabsSettings.URL, ""),
                                ElevenLabsSettings.OWN_PARAMETERS),
                key(engine),
                or(engine.service().model(), usual.model()),
                engine.service().voice(),
                engine.service().language(),
                usual.encoding(),
                engine.service().sampleRateHz(),
                usual.tone(),
                usual.inactivityS(),
                usual.keepAliveMs(),
                usual.maxContexts(),
                usual.ahead(),
                deadlines(engine),
                trust(engine));
        return new ElevenLabsSynthesizer(net, ServiceOptions.of(engine, settings), meter, clock);
    }
}
