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
import io.sidetone.speech.deepgram.WireEncoding;
import io.sidetone.speech.elevenlabs.ElevenLabsSettings;
import io.sidetone.speech.elevenlabs.ElevenLabsSynthesizer;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.openai.voice.OpenAiSynthesizer;
import io.sidetone.speech.openai.voice.OpenAiVoiceSettings;
import io.sidetone.speech.voice.VoiceEncoding;
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
        ServiceOptions options = new ServiceOptions(engine);
        DeepgramSynthesizerSettings usual = DeepgramSynthesizerSettings.of(
                Recognizers.account(engine, options, DeepgramSynthesizerSettings.OWN_PARAMETERS));
        DeepgramSynthesizerSettings settings = new DeepgramSynthesizerSettings(
                usual.account(),
                spoken(
                        engine,
                        or(or(engine.service().voice(), aura(engine.service().model())), usual.model())),
                options.word("encoding", WireEncoding.class, usual.encoding()),
                engine.service().sampleRateHz(),
                options.whole("flushes-per-minute", usual.flushesPerMinute()),
                options.whole("clear-ms", usual.clearMs()));
        options.requireKnown();
        return new DeepgramSynthesizer(net, settings, meter, clock);
    }

    /** The older models take no instructions, only the text. */
    private static String instructions(EngineConfig engine, String given) {
        String language = engine.service().language();
        boolean byInstruction =
                Language.one(language) && !engine.service().model().startsWith("tts-1");
        return byInstruction ? (given.strip() + " Speak " + Language.name(language) + ".").strip() : given;
    }

    private Synthesizer openAi(EngineConfig engine) {
        ServiceOptions options = new ServiceOptions(engine);
        Extras extras = new Extras(engine);
        OpenAiVoiceSettings usual = OpenAiVoiceSettings.of(engine.name(), OpenAiVoiceSettings.URL, key(engine));
        OpenAiVoiceSettings settings = new OpenAiVoiceSettings(
                engine.name(),
                extras.query(
                        URI.create(ServiceAddress.web(engine, URI.create("https://api.openai.com/v1"), "/v1")
                                + "/audio/speech"),
                        Set.of()),
                key(engine),
                options.keyHeader(usual.keyHeader()),
                or(engine.service().model(), usual.model()),
                or(engine.service().voice(), usual.voice()),
                instructions(engine, options.text("instructions", usual.instructions())),
                options.decimal("speed", usual.speed()),
                options.whole("pcm-rate", usual.sampleRateHz()),
                options.whole("ahead", usual.ahead()),
                extras.body(OpenAiVoiceSettings.OWN_FIELDS),
                deadlines(engine),
                trust(engine));
        options.requireKnown();
        return new OpenAiSynthesizer(net, settings, meter, clock);
    }

    private Synthesizer cartesia(EngineConfig engine) {
        ServiceOptions options = new ServiceOptions(engine);
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
                options.text("version", usual.version()),
                or(engine.service().model(), usual.model()),
                engine.service().voice(),
                or(engine.service().language(), usual.language()),
                options.word("encoding", VoiceEncoding.class, usual.encoding()),
                engine.service().sampleRateHz(),
                options.word("contexts", CartesiaSettings.Contexts.class, usual.contexts()),
                options.whole("context-idle-ms", usual.contextIdleMs()),
                options.decimal("speed", usual.speed()),
                options.whole("ahead", usual.ahead()),
                extras.body(CartesiaSettings.OWN_FIELDS),
                deadlines(engine),
                trust(engine));
        options.requireKnown();
        return new CartesiaSynthesizer(net, settings, meter, clock);
    }

    private Synthesizer elevenLabs(EngineConfig engine) {
        ServiceOptions options = new ServiceOptions(engine);
        ElevenLabsSettings usual = ElevenLabsSettings.of(
                engine.name(),
                ElevenLabsSettings.URL,
                key(engine),
                engine.service().voice());
        ElevenLabsSettings.Tone tone = ElevenLabsSettings.Tone.DEFAULT;
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
                options.word("encoding", VoiceEncoding.class, usual.encoding()),
                engine.service().sampleRateHz(),
                new ElevenLabsSettings.Tone(
                        options.decimal("stability", tone.stability()),
                        options.decimal("similarity-boost", tone.similarityBoost()),
                        options.decimal("style", tone.style()),
                        options.flag("speaker-boost", tone.speakerBoost()),
                        options.decimal("speed", tone.speed())),
                options.whole("inactivity-s", usual.inactivityS()),
                options.whole("keep-alive-ms", usual.keepAliveMs()),
                options.whole("max-contexts", usual.maxContexts()),
                options.whole("ahead", usual.ahead()),
                deadlines(engine),
                trust(engine));
        options.requireKnown();
        return new ElevenLabsSynthesizer(net, settings, meter, clock);
    }
}
