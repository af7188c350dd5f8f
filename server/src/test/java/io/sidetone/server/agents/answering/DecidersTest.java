package io.sidetone.server.agents.answering;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.plugin.PluginEngine;
import io.sidetone.core.port.plugin.Ringing;
import io.sidetone.core.port.plugin.Route;
import io.sidetone.core.port.plugin.RouterPlugin;
import io.sidetone.server.agents.plugin.Plugins;
import io.sidetone.server.agents.reload.SharedParts;
import io.sidetone.server.agents.services.PluginEngines;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Routers and web servers of trunks and agents: who is asked about which call. */
class DecidersTest {
    private static final String CONFIG =
            """
            plugins: %s
            engines: {m: {type: mock}}
            agents:
              desk: {recognizer: m, dialogue: m, synthesizer: m, on-call: {plugin: acme}}
              shop: {match: {called: [shop]}, recognizer: m, dialogue: m, synthesizer: m,
                     on-call: {url: "http://127.0.0.1:9/x"}}
              mute: {match: {called: [mute]}, recognizer: m, dialogue: m, synthesizer: m}
            sip:
              trunks:
                - {name: plain, from: [192.0.2.1]}
                - {name: routed, from: [192.0.2.2], on-call: {plugin: acme, options: {region: north}}}
            """;

    @TempDir
    private Path folder;

    private final SharedParts shared = new SharedParts();
    private final Plugins plugins = Plugins.load(Optional.empty());
    private final PluginEngines plugged = new PluginEngines(plugins, shared);
    private Deciders parties;

    private record Named(String name) implements RouterPlugin.Engine {
        @Override
        public void route(Ringing call, Consumer<Route> answer) {
            answer.accept(Route.Take.AS_CONFIGURED);
        }

        @Override
        public EngineHealth health() {
            return name.startsWith("sip") ? EngineHealth.down("no data; wait") : EngineHealth.up("here");
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

    /** Routers stand where the plugins of the configuration would be opened. */
    @BeforeEach
    void open() throws Exception {
        SidetoneConfig config = new ConfigLoader(ConfigEnvironment.system())
                .parse(CONFIG.formatted(folder), "test", Path.of(""), Optional.empty())
                .config();
        for (PluginEngines.Use use : PluginEngines.used(config)) {
            shared.<PluginEngine, RuntimeException, RuntimeException>use(
                    use, () -> new Named(use.entry().path()));
            plugged.open(use);
        }
        parties = new Deciders(config, plugged);
    }

    @AfterEach
    void close() {
        plugged.close();
        plugins.close();
    }

    private Object router(String trunk, String agent) {
        return parties.about(trunk, agent).router().orElse(null);
    }

    @Test
    void shouldAskWhomTheTrunkNamesElseWhomTheAgentNames() {
        assertThat(router("routed", "desk")).isEqualTo(new Named("sip.trunks[1].on-call"));
        assertThat(router("routed", "shop")).isEqualTo(new Named("sip.trunks[1].on-call"));
        assertThat(router("routed", null)).isEqualTo(new Named("sip.trunks[1].on-call"));
        assertThat(router("plain", "desk")).isEqualTo(new Named("agents.desk.on-call"));
        assertThat(router(null, "desk")).isEqualTo(new Named("agents.desk.on-call"));
    }

    @Test
    void shouldAskAWebServerOrNobodyWhereNoRouterIsNamed() {
        assertThat(router("plain", "shop")).isNull();
        assertThat(parties.about("plain", "shop").how().url()).isPresent();
        assertThat(parties.about("plain", "mute")).isEqualTo(Decider.NOBODY);
        assertThat(parties.about(null, null).how().asks()).isFalse();
    }

    @Test
    void shouldSayWhichRouterIsOfNoUse() {
        assertThat(plugged.problems()).containsExactly("router sip.trunks[1].on-call: no data; wait");
    }
}
