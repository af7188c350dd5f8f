package com.example.router;

import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.plugin.PluginContext;
import io.sidetone.core.port.plugin.Ringing;
import io.sidetone.core.port.plugin.Route;
import io.sidetone.core.port.plugin.RouterPlugin;
import io.sidetone.core.port.plugin.UnusableOptionException;
import io.sidetone.core.setting.Key;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Has an agent take the calls of an extension, tells it which one, and refuses calls of extensions that are closed. */
public final class ExtensionsPlugin implements RouterPlugin<ExtensionsPlugin.Options> {
    /**
     * Options that the configuration may set.
     *
     * @param extensions who takes the calls of which extension
     * @param closed extensions that nobody takes calls of
     * @param variable the variable of the agents that becomes the extension
     */
    public record Options(
            @Key(unit = "EXTENSION=AGENT", why = "Who takes calls.", example = "\"100=desk, 200=shop\"")
                    List<String> extensions,
            @Key(unit = "EXTENSION", why = "Nobody takes these calls.", example = "\"300, 400\"") List<String> closed,
            @Key(why = "What agents call the extension; their variables declare it.") String variable) {}

    /** Created by {@link java.util.ServiceLoader}. */
    public ExtensionsPlugin() {}

    @Override
    public String name() {
        return "example-extensions";
    }

    @Override
    public String description() {
        return "routes by extension, 1.0";
    }

    @Override
    public Options options() {
        return new Options(List.of(), List.of(), "extension");
    }

    @Override
    public RouterPlugin.Engine open(Options options, PluginContext context) throws UnusableOptionException {
        Map<String, String> agents = new LinkedHashMap<>();
        for (String each : options.extensions()) {
            if (!each.matches("[^=]+=[^=]+")) {
                throw new UnusableOptionException(
                        "extensions", "'" + each + "' is no EXTENSION=AGENT; write for example 100=desk");
            }
            agents.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        return new Extensions(agents, Set.copyOf(options.closed()), options.variable());
    }

    private record Extensions(Map<String, String> agents, Set<String> closed, String variable)
            implements RouterPlugin.Engine {
        @Override
        public void route(Ringing call, Consumer<Route> answer) {
            String called = call.facts().called();
            if (closed.contains(called)) {
                answer.accept(new Route.Refuse(480, "Closed"));
            } else if (agents.containsKey(called)) {
                answer.accept(
                        Route.Take.AS_CONFIGURED.withAgent(agents.get(called)).withVariables(Map.of(variable, called)));
            } else {
                answer.accept(Route.Take.AS_CONFIGURED);
            }
        }

        @Override
        public EngineHealth health() {
            return EngineHealth.up(agents.size() + " extensions, " + closed.size() + " closed");
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
