package io.sidetone.server.agents.answering;

import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.core.port.plugin.RouterPlugin;
import java.util.Optional;

/**
 * Party that is asked about a call.
 *
 * @param how as configured
 * @param router where a plugin is asked
 */
public record Decider(OnCallConfig how, Optional<RouterPlugin.Engine> router) {
    /** Nobody is asked. */
    public static final Decider NOBODY = new Decider(OnCallConfig.NOBODY, Optional.empty());
}
