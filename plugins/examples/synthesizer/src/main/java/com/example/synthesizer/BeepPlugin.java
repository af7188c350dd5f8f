package com.example.synthesizer;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.plugin.PluginContext;
import io.sidetone.core.port.plugin.SynthesizerPlugin;
import io.sidetone.core.setting.Key;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Speaks tones: one clause, one tone. */
public final class BeepPlugin implements SynthesizerPlugin<BeepPlugin.Options> {
    /**
     * Options that the configuration may set.
     *
     * @param pitchHz of the tone
     * @param characterMs how long the tone is for each character
     */
    public record Options(
            @Key(unit = "Hz", why = "Pitch of the tone.", min = 100, max = 3_000) int pitchHz,
            @Key(unit = "ms", why = "Length of the tone for each character.", min = 10, max = 200) int characterMs) {}

    /** Created by {@link java.util.ServiceLoader}. */
    public BeepPlugin() {}

    @Override
    public String name() {
        return "example-beep";
    }

    @Override
    public String description() {
        return "speaks tones, 1.0";
    }

    @Override
    public Options options() {
        return new Options(440, 60);
    }

    @Override
    public SynthesizerPlugin.Engine open(Options options, PluginContext context) {
        return new Beep(options);
    }

    private record Beep(Options options) implements SynthesizerPlugin.Engine {
        @Override
        public SynthesisSession open(CallContext call, SynthesisEvents events) {
            events.ready();
            return new BeepSession(options, events);
        }

        @Override
        public Capabilities capabilities() {
            return Capabilities.CLAUSES;
        }

        @Override
        public EngineHealth health() {
            return EngineHealth.up(options.pitchHz() + " Hz");
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
