package io.sidetone.vosk;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.Platform;
import io.sidetone.contract.PluginContract;
import io.sidetone.contract.RecognizerContract;
import io.sidetone.contract.TestContext;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.plugin.Plugin;
import io.sidetone.core.port.plugin.PluginContext;
import io.sidetone.core.port.plugin.RecognizerPlugin;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The plugin, with the real library, keeps the contracts of plugins and of recognizers. */
class VoskContractTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void needTheLibrary() {
        assumeTrue(
                Platform.RESOURCE_PREFIX.equals("linux-x86-64"),
                "Vosk brings no library for " + Platform.RESOURCE_PREFIX + " that was ever tried here");
        ToneModel.write(folder, 16_000);
    }

    private PluginContext context() {
        return new TestContext("stt", folder.toString(), "");
    }

    @Nested
    class AsPlugin extends PluginContract<VoskOptions, RecognizerPlugin.Engine> {
        @Override
        protected Plugin<VoskOptions, RecognizerPlugin.Engine> contractPlugin() {
            return new VoskPlugin();
        }

        @Override
        protected Class<?> contractService() {
            return RecognizerPlugin.class;
        }

        @Override
        protected PluginContext contractContext() {
            return context();
        }
    }

    @Nested
    class AsRecognizer extends RecognizerContract {
        private RecognizerPlugin.Engine engine;

        @BeforeEach
        void open() throws Exception {
            VoskPlugin plugin = new VoskPlugin();
            engine = plugin.open(plugin.options(), context());
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
