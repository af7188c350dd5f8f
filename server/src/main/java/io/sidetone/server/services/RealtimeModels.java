package io.sidetone.server.services;

import static io.sidetone.server.services.ServiceEngines.deadlines;
import static io.sidetone.server.services.ServiceEngines.key;
import static io.sidetone.server.services.ServiceEngines.or;
import static io.sidetone.server.services.ServiceEngines.trust;

import io.sidetone.config.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.core.port.Occasion;
import io.sidetone.core.port.action.ActionInvoker;
import io.sidetone.speech.realtime.RealtimeLimits;
import io.sidetone.speech.realtime.RealtimePersona;
import io.sidetone.speech.realtime.RealtimeSettings;
import io.sidetone.speech.realtime.TurnDetection;
import io.sidetone.speech.realtime.WireFormat;
import java.util.Map;

/** Realtime models that are services. */
final class RealtimeModels {
    private static final String CONVENTIONS =
            "This is a telephone call. Answer in one to three short spoken sentences.";

    private RealtimeModels() {}

    static RealtimeSettings settings(EngineConfig engine) {
        boolean azure = engine.type() == EngineConfig.Type.AZURE_REALTIME;
        ServiceOptions options = new ServiceOptions(engine);
        RealtimeSettings usual = RealtimeSettings.openAi(engine.name(), key(engine));
        TurnDetection detection = TurnDetection.SERVER;
        RealtimeLimits limits = RealtimeLimits.DEFAULT;
        RealtimeSettings settings = new RealtimeSettings(
                engine.name(),
                ServiceAddress.socket(
                        engine, RealtimeSettings.OPENAI_URL, azure ? "/openai/v1/realtime" : "/v1/realtime"),
                key(engine),
                options.flag("api-key-header", azure),
                or(engine.service().model(), usual.model()),
                or(engine.service().voice(), usual.voice()),
                options.decimal("speed", usual.speed()),
                options.word(
                        "format",
                        WireFormat.class,
                        engine.service().sampleRateHz() == 8_000 ? WireFormat.PCMU : WireFormat.PCM),
                new TurnDetection(
                        options.word("turn-detection", TurnDetection.Kind.class, detection.kind()),
                        options.decimal("threshold", detection.threshold()),
                        options.whole("prefix-padding-ms", detection.prefixPaddingMs()),
                        options.whole("silence-ms", detection.silenceMs()),
                        options.text("eagerness", detection.eagerness())),
                options.text("transcription-model", usual.transcriptionModel()),
                engine.service().language(),
                options.text("noise-reduction", usual.noiseReduction()),
                options.whole("max-output-tokens", usual.maxOutputTokens()),
                options.flag("eager", usual.eager()),
                usual.placeholder(),
                new RealtimeLimits(
                        options.whole("batch-ms", limits.batchMs()),
                        options.whole("transcript-ms", limits.transcriptMs()),
                        limits.setupMs(),
                        (int) engine.service().answer().toMillis(),
                        limits.sessionMs(),
                        limits.renewBeforeMs(),
                        limits.heldAudioMs()),
                deadlines(engine),
                trust(engine));
        options.requireKnown();
        return settings;
    }

    static RealtimePersona persona(AgentConfig agent, ActionInvoker actions) {
        Map<Occasion, String> sentences =
                agent.greeting().map(text -> Map.of(Occasion.GREETING, text)).orElse(Map.of());
        return new RealtimePersona((agent.prompt() + "\n" + CONVENTIONS).strip(), sentences, actions::definitions);
    }
}
