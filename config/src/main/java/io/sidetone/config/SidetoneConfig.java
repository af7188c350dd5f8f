package io.sidetone.config;

import io.sidetone.config.action.ActionConfig;
import io.sidetone.config.action.McpConfig;
import io.sidetone.config.agent.AgentConfig;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.engine.FailoverConfig;
import io.sidetone.config.stream.StreamsConfig;
import io.sidetone.config.subscriber.SubscriberConfig;
import io.sidetone.config.telemetry.CaptureConfig;
import io.sidetone.config.telemetry.HepConfig;
import io.sidetone.config.telemetry.TracesConfig;
import io.sidetone.core.setting.Altered;
import io.sidetone.core.turn.TurnPolicy;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The whole configuration, checked: every reference resolves and every value lies in its range.
 *
 * @param sip signalling
 * @param rtp media
 * @param http health, metrics and the API
 * @param engines by name
 * @param embedded what engines of that type share
 * @param agents in order of preference
 * @param actions what web servers carry out, by name
 * @param mcp servers whose tools are actions, by name
 * @param policies by name; the profiles are always among them
 * @param limits admission and bounds
 * @param lanes threads
 * @param journal where the journals of calls go
 * @param store what is kept of calls
 * @param plugins folder of plugins
 * @param silero the network that hears all calls
 * @param streams calls whose media come as a stream
 * @param ws what /ws offers
 * @param failover how long an engine is waited for where another could take over
 * @param outbound calls that are placed
 * @param subscribers web servers that receive turn events
 * @param traces where spans of calls go
 * @param capture where packets of single calls go
 * @param hep where copies of signalling go
 */
public record SidetoneConfig(
        SipConfig sip,
        RtpConfig rtp,
        HttpConfig http,
        Map<String, EngineConfig> engines,
        EmbeddedConfig embedded,
        List<AgentConfig> agents,
        Map<String, ActionConfig> actions,
        Map<String, McpConfig> mcp,
        Map<String, TurnPolicy> policies,
        LimitsConfig limits,
        LanesConfig lanes,
        JournalConfig journal,
        StoreConfig store,
        Optional<Path> plugins,
        SileroConfig silero,
        StreamsConfig streams,
        WsConfig ws,
        FailoverConfig failover,
        OutboundConfig outbound,
        List<SubscriberConfig> subscribers,
        TracesConfig traces,
        CaptureConfig capture,
        HepConfig hep) {
    /** Copies the collections. */
    public SidetoneConfig {
        engines = Collections.unmodifiableMap(new LinkedHashMap<>(engines));
        agents = List.copyOf(agents);
        actions = Collections.unmodifiableMap(new LinkedHashMap<>(actions));
        mcp = Collections.unmodifiableMap(new LinkedHashMap<>(mcp));
        subscribers = List.copyOf(subscribers);
        policies = Collections.unmodifiableMap(new LinkedHashMap<>(policies));
    }

    /** Returns the agent called {@code name}. */
    public Optional<AgentConfig> agent(String name) {
        return agents.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** Returns the policy {@code name}, which must be one of {@link #policies}. */
    public TurnPolicy policy(String name) {
        TurnPolicy policy = policies.get(name);
        if (policy == null) {
            throw new IllegalArgumentException("policy " + name + " is not one of " + policies.keySet());
        }
        return policy;
    }

    /**
     * Returns the agent that takes a call: the first whose conditions hold, else the one without conditions.
     *
     * @param called user part of the called address
     * @param path of the connection that brings the call, empty for SIP
     * @param header value of a header by name, or null
     */
    public Optional<AgentConfig> agentFor(String called, String path, Function<String, String> header) {
        return agents.stream()
                .filter(agent -> !agent.match().everyCall() && agent.match().fits(called, path, header))
                .findFirst()
                .or(() -> agents.stream()
                        .filter(agent -> agent.match().everyCall())
                        .findFirst());
    }

    /** Returns this configuration with every agent on one engine of {@code type}, which is added if it is missing. */
    public SidetoneConfig withEngines(EngineConfig.Type type) {
        Map<String, EngineConfig> all = new LinkedHashMap<>(engines);
        EngineConfig engine = all.values().stream()
                .filter(each -> each.type() == type)
                .findFirst()
                .orElse(new EngineConfig("command-line", type));
        all.put(engine.name(), engine);
        List<AgentConfig> moved =
                agents.stream().map(agent -> agent.withEngine(engine.name())).toList();
        return Altered.with(this, "engines", all, "agents", moved);
    }
}
