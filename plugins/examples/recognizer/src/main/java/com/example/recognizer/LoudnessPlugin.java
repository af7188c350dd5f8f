package com.example.recognizer;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.plugin.PluginContext;
import io.sidetone.core.port.plugin.RecognizerPlugin;
import io.sidetone.core.setting.Key;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Hears one word in every utterance that is loud enough, and nothing in others. */
public final class LoudnessPlugin implements RecognizerPlugin<LoudnessPlugin.Options> {
    /**
     * Options that the configuration may set, with the defaults of {@link #options}.
     *
     * @param word that is heard
     * @param loudDb level above which an utterance is loud, in dB below the loudest sound
     */
    public record Options(
            @Key(why = "The word that is heard.") String word,
            @Key(unit = "dB", why = "How loud an utterance must be.", min = -90, max = 0) int loudDb) {}

    /** Created by {@link java.util.ServiceLoader}. */
    public LoudnessPlugin() {}

    @Override
    public String name() {
        return "example-loudness";
    }

    @Override
    public String description() {
        return "hears whether somebody speaks, 1.0";
    }

    @Override
    public Options options() {
        return new Options("hello", -45);
    }

    @Override
    public RecognizerPlugin.Engine open(Options options, PluginContext context) {
        return new Loudness(options);
    }

    private record Loudness(Options options) implements RecognizerPlugin.Engine {
        private static final int RATE_HZ = 16_000;

        @Override
        public RecognizerSession open(CallContext call, RecognizerEvents events) {
            events.ready();
            return new LoudnessSession(options, events);
        }

        @Override
        public int sampleRateHz() {
            return RATE_HZ;
        }

        @Override
        public Capabilities capabilities() {
            return Capabilities.TRANSCRIPTS;
        }

        @Override
        public EngineHealth health() {
            return EngineHealth.up("hears " + options.word());
        }

        @Override
        public CompletionStage<EngineHealth> check() {
            return CompletableFuture.completedFuture(health());
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
