package io.sidetone.server.agents.services;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.speech.chat.ChatProvider;
import io.sidetone.speech.openai.voice.OpenAiVoiceSettings;
import io.sidetone.speech.realtime.RealtimeSettings;
import io.sidetone.speech.transcription.TranscriptionSettings;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A model that an agent uses, of a service that announces when models end.
 *
 * @param name of the engine, with its role
 * @param engine engine that uses it
 * @param service provider whose interface the engine speaks
 * @param model name of the model
 * @param key configuration key of the model
 * @param models address of the service's list of models; null when the list has no end dates
 */
record ModelInUse(String name, EngineConfig engine, ChatProvider service, String model, String key, URI models) {
    private static final String MODEL = "model";

    /** Returns the models of {@code config}, each once. */
    static List<ModelInUse> of(SidetoneConfig config) {
        Set<ModelInUse> used = new LinkedHashSet<>();
        for (AgentConfig agent : config.agents()) {
            EngineConfig first = config.engines().get(agent.dialogues().get(0));
            if (first.type() == EngineConfig.Type.OPENAI_REALTIME) {
                used.addAll(realtime(first));
                continue;
            }
            agent.recognizers().forEach(name -> openAi(config, name, "recognizer", TranscriptionSettings.MODEL, used));
            agent.dialogues().forEach(name -> {
                openAi(config, name, "dialogue", ChatProvider.OPENAI.model(), used);
                gemini(config.engines().get(name), used);
            });
            agent.synthesizers().forEach(name -> openAi(config, name, "synthesizer", OpenAiVoiceSettings.MODEL, used));
        }
        return List.copyOf(used);
    }

    /** Returns whether the service itself is configured: another operator's server may keep a model name for longer. */
    boolean own() {
        return engine.service().url().isEmpty();
    }

    private static void openAi(SidetoneConfig config, String name, String role, String usual, Set<ModelInUse> used) {
        EngineConfig engine = config.engines().get(name);
        if (engine.type() == EngineConfig.Type.OPENAI) {
            URI models = EngineAccess.of(engine).webAddress(ChatProvider.OPENAI.url(), "/v1");
            used.add(of(engine, role, ChatProvider.OPENAI, usual, models));
        }
    }

    private static void gemini(EngineConfig engine, Set<ModelInUse> used) {
        if (engine.type() == EngineConfig.Type.GEMINI) {
            used.add(of(engine, "dialogue", ChatProvider.GEMINI, ChatProvider.GEMINI.model(), null));
        }
    }

    private static ModelInUse of(EngineConfig engine, String role, ChatProvider service, String usual, URI models) {
        String model =
                engine.service().model().isEmpty() ? usual : engine.service().model();
        String key = "engines." + engine.name() + "." + MODEL;
        return new ModelInUse(engine.name() + " (" + role + ")", engine, service, model, key, models);
    }

    private static List<ModelInUse> realtime(EngineConfig engine) {
        URI socket =
                EngineAccess.of(engine).webAddress(ChatProvider.OPENAI.url().resolve("/v1/realtime"), "/v1/realtime");
        URI models = URI.create(socket.toString().replaceFirst("/realtime/?$", ""));
        String name = engine.name() + " (realtime)";
        String key = "engines." + engine.name() + ".";
        RealtimeSettings settings = ServiceEngines.realtimeSettings(engine);
        List<ModelInUse> used = new ArrayList<>();
        used.add(new ModelInUse(
                name, engine, ChatProvider.OPENAI, settings.access().model(), key + MODEL, models));
        if (!settings.transcriptionModel().isEmpty()) {
            used.add(new ModelInUse(
                    name,
                    engine,
                    ChatProvider.OPENAI,
                    settings.transcriptionModel(),
                    key + "options.transcription-model",
                    models));
        }
        return used;
    }
}
