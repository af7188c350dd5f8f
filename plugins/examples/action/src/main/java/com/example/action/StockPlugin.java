package com.example.action;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.plugin.ActionPlugin;
import io.sidetone.core.port.plugin.PluginContext;
import io.sidetone.core.port.plugin.UnusableOptionException;
import io.sidetone.core.setting.Key;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Tells how many pieces of an article are in stock. */
public final class StockPlugin implements ActionPlugin<StockPlugin.Options> {
    /**
     * Options that the configuration may set.
     *
     * @param shelf articles and pieces
     */
    public record Options(
            @Key(unit = "ARTICLE=PIECES", why = "What is in stock.", example = "\"tea=7, milk=0\"")
                    List<String> shelf) {}

    /** Created by {@link java.util.ServiceLoader}. */
    public StockPlugin() {}

    @Override
    public String name() {
        return "example-stock";
    }

    @Override
    public String description() {
        return "counts articles, 1.0";
    }

    @Override
    public Options options() {
        return new Options(List.of());
    }

    @Override
    public ActionPlugin.Engine open(Options options, PluginContext context) throws UnusableOptionException {
        Map<String, Integer> pieces = new LinkedHashMap<>();
        for (String each : options.shelf()) {
            if (!each.matches("[^=]+=[0-9]{1,6}")) {
                throw new UnusableOptionException(
                        "shelf", "'" + each + "' is no ARTICLE=PIECES; write for example tea=7");
            }
            pieces.put(each.substring(0, each.indexOf('=')), Integer.valueOf(each.substring(each.indexOf('=') + 1)));
        }
        return new Stock(pieces);
    }

    private record Stock(Map<String, Integer> pieces) implements ActionPlugin.Engine {
        @Override
        public String description() {
            return "Tells how many pieces of an article are in stock. Use it before you promise anything.";
        }

        @Override
        public Map<String, Object> parameters() {
            return Map.of(
                    "type", "object",
                    "properties", Map.of("article", Map.of("type", "string")),
                    "required", List.of("article"));
        }

        @Override
        public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
            Integer found = pieces.get(String.valueOf(call.parameters().get("article")));
            answer.accept(
                    found == null
                            ? ActionResult.failure(
                                    call.invocationId(), ActionResult.ELEMENT_NOT_FOUND, "there is no such article")
                            : ActionResult.ok(call.invocationId(), Map.of("pieces", found)));
        }

        @Override
        public void cancel(CallContext context, String invocationId) {
            // It answers at once.
        }

        @Override
        public EngineHealth health() {
            return EngineHealth.up(pieces.size() + " articles");
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
