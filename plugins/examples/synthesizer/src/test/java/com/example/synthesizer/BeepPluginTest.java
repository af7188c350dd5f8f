package com.example.synthesizer;

import io.sidetone.contract.PluginContract;
import io.sidetone.contract.SynthesizerContract;
import io.sidetone.contract.TestContext;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.plugin.Plugin;
import io.sidetone.core.port.plugin.SynthesizerPlugin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** The plugin keeps the contracts of plugins and of its port. */
class BeepPluginTest {
    @Nested
    class AsPlugin extends PluginContract<BeepPlugin.Options, SynthesizerPlugin.Engine> {
        @Override
        protected Plugin<BeepPlugin.Options, SynthesizerPlugin.Engine> contractPlugin() {
            return new BeepPlugin();
        }

        @Override
        protected Class<?> contractService() {
            return SynthesizerPlugin.class;
        }
    }

    @Nested
    class AsSynthesizer extends SynthesizerContract {
        private SynthesizerPlugin.Engine engine;

        @BeforeEach
        void open() throws Exception {
            BeepPlugin plugin = new BeepPlugin();
            engine = plugin.open(plugin.options(), new TestContext());
        }

        @AfterEach
        void close() {
            engine.close();
        }

        @Override
        protected Synthesizer contractVoice() {
            return engine;
        }
    }
}
