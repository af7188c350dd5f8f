package com.example.recognizer;

import io.sidetone.contract.PluginContract;
import io.sidetone.contract.RecognizerContract;
import io.sidetone.contract.TestContext;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.plugin.Plugin;
import io.sidetone.core.port.plugin.RecognizerPlugin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** The plugin keeps the contracts of plugins and of its port. */
class LoudnessPluginTest {
    @Nested
    class AsPlugin extends PluginContract<LoudnessPlugin.Options, RecognizerPlugin.Engine> {
        @Override
        protected Plugin<LoudnessPlugin.Options, RecognizerPlugin.Engine> contractPlugin() {
            return new LoudnessPlugin();
        }

        @Override
        protected Class<?> contractService() {
            return RecognizerPlugin.class;
        }
    }

    @Nested
    class AsRecognizer extends RecognizerContract {
        private RecognizerPlugin.Engine engine;

        @BeforeEach
        void open() throws Exception {
            LoudnessPlugin plugin = new LoudnessPlugin();
            engine = plugin.open(plugin.options(), new TestContext());
        }

        @AfterEach
        void close() {
            engine.close();
        }

        @Override
        protected Recognizer contractRecognizer() {
            return engine;
        }
    }
}
