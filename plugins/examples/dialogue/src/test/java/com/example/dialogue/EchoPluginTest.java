package com.example.dialogue;

import io.sidetone.contract.DialogueContract;
import io.sidetone.contract.PluginContract;
import io.sidetone.contract.TestContext;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.plugin.DialoguePlugin;
import io.sidetone.core.port.plugin.Plugin;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** The plugin keeps the contracts of plugins and of its port. */
class EchoPluginTest {
    @Nested
    class AsPlugin extends PluginContract<EchoPlugin.Options, DialoguePlugin.Engine> {
        @Override
        protected Plugin<EchoPlugin.Options, DialoguePlugin.Engine> contractPlugin() {
            return new EchoPlugin();
        }

        @Override
        protected Class<?> contractService() {
            return DialoguePlugin.class;
        }
    }

    @Nested
    class AsDialogue extends DialogueContract {
        private DialoguePlugin.Engine engine;

        @BeforeEach
        void open() throws Exception {
            EchoPlugin plugin = new EchoPlugin();
            engine = plugin.open(plugin.options(), new TestContext());
        }

        @AfterEach
        void close() {
            engine.close();
        }

        @Override
        protected DialogueModel contractDialogue() {
            return engine.of(new DialoguePlugin.Agent("desk", "", "Hello.", CallTexts.NONE, List::of));
        }
    }
}
