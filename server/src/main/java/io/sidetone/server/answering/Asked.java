package io.sidetone.server.answering;

import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.core.port.plugin.RouterPlugin;
import java.util.Optional;

/**
 * Who is asked about a call.
 *
 * @param how as configured
 * @param router where a plugin is asked
 */
public record Asked(OnCallConfig how, Optional<RouterPlugin.Engine> router) {
    /** Nobody is asked. */
    public static final Asked NOBODY = new Asked(OnCallConfig.NOBODY, Optional.empty());
}
