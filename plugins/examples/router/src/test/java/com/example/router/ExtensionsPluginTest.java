package com.example.router;

import io.sidetone.contract.PluginContract;
import io.sidetone.contract.RouterContract;
import io.sidetone.contract.TestContext;
import io.sidetone.core.port.plugin.Plugin;
import io.sidetone.core.port.plugin.RouterPlugin;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** The plugin keeps the contracts of plugins and of its port. */
class ExtensionsPluginTest {
    @Nested
    class AsPlugin extends PluginContract<ExtensionsPlugin.Options, RouterPlugin.Engine> {
        @Override
        protected Plugin<ExtensionsPlugin.Options, RouterPlugin.Engine> contractPlugin() {
            return new ExtensionsPlugin();
        }

        @Override
        protected Class<?> contractService() {
            return RouterPlugin.class;
        }
    }

    private static RouterPlugin.Engine opened(List<String> extensions, List<String> closed) throws Exception {
        return new ExtensionsPlugin()
                .open(new ExtensionsPlugin.Options(extensions, closed, "extension"), new TestContext());
    }

    @Nested
    class WhenItKnowsTheExtension extends RouterContract {
        private RouterPlugin.Engine engine;

        @BeforeEach
        void open() throws Exception {
            engine = opened(List.of("100=shop"), List.of());
        }

        @AfterEach
        void close() {
            engine.close();
        }

        @Override
        protected RouterPlugin.Engine contractRouter() {
            return engine;
        }
    }

    @Nested
    class WhenTheExtensionIsClosed extends RouterContract {
        private RouterPlugin.Engine engine;

        @BeforeEach
        void open() throws Exception {
            engine = opened(List.of(), List.of("100"));
        }

        @AfterEach
        void close() {
            engine.close();
        }

        @Override
        protected RouterPlugin.Engine contractRouter() {
            return engine;
        }
    }
}
