package com.example.dialogue;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.plugin.DialoguePlugin;
import io.sidetone.core.port.plugin.PluginContext;
import io.sidetone.core.port.plugin.UnusableOptionException;
import io.sidetone.core.setting.Key;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Repeats what the caller says. */
public final class EchoPlugin implements DialoguePlugin<EchoPlugin.Options> {
    private static final String WORDS = "%s";

    /**
     * Options that the configuration may set.
     *
     * @param reply what is said; {@code %s} is replaced by the caller's words
     */
    public record Options(@Key(why = "What is said; %s stands for the caller's words.") String reply) {}

    /** Created by {@link java.util.ServiceLoader}. */
    public EchoPlugin() {}

    @Override
    public String name() {
        return "example-echo";
    }

    @Override
    public String description() {
        return "repeats what the caller says, 1.0";
    }

    @Override
    public Options options() {
        return new Options("You said %s.");
    }

    @Override
    public DialoguePlugin.Engine open(Options options, PluginContext context) throws UnusableOptionException {
        if (!options.reply().contains(WORDS)) {
            throw new UnusableOptionException(
                    "reply",
                    "'" + options.reply() + "' says nothing of the caller's words;" + " write %s where they belong");
        }
        return new Echo(options.reply());
    }

    private record Echo(String reply) implements DialoguePlugin.Engine {
        @Override
        public DialogueModel of(DialoguePlugin.Agent agent) {
            return new EchoModel(this, agent);
        }

        @Override
        public EngineHealth health() {
            return EngineHealth.up("says " + reply);
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

    private record EchoModel(Echo echo, DialoguePlugin.Agent agent) implements DialogueModel {
        private static final Capabilities CAPABILITIES = new Capabilities("example-echo", false);

        @Override
        public DialogueSession open(CallContext call, DialogueEvents events) {
            events.ready();
            return new EchoSession(echo.reply(), agent.greeting(call), events);
        }

        @Override
        public Capabilities capabilities() {
            return CAPABILITIES;
        }

        @Override
        public EngineHealth health() {
            return echo.health();
        }
    }
}
