package com.example.action;

import io.sidetone.contract.ActionContract;
import io.sidetone.contract.PluginContract;
import io.sidetone.contract.TestContext;
import io.sidetone.core.port.plugin.ActionPlugin;
import io.sidetone.core.port.plugin.Plugin;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** The plugin keeps the contracts of plugins and of its port. */
class StockPluginTest {
    @Nested
    class AsPlugin extends PluginContract<StockPlugin.Options, ActionPlugin.Engine> {
        @Override
        protected Plugin<StockPlugin.Options, ActionPlugin.Engine> contractPlugin() {
            return new StockPlugin();
        }

        @Override
        protected Class<?> contractService() {
            return ActionPlugin.class;
        }
    }

    @Nested
    class AsAction extends ActionContract {
        private ActionPlugin.Engine engine;

        @BeforeEach
        void open() throws Exception {
            StockPlugin plugin = new StockPlugin();
            engine = plugin.open(new StockPlugin.Options(List.of("tea=7")), new TestContext());
        }

        @AfterEach
        void close() {
            engine.close();
        }

        @Override
        protected ActionPlugin.Engine contractAction() {
            return engine;
        }

        @Override
        protected Map<String, Object> contractParameters() {
            return Map.of("article", "tea");
        }
    }
}
