package io.sidetone.server.agents.reload;

import io.sidetone.config.LoadedConfig;
import io.sidetone.config.problem.ConfigException;

/** Source of a configuration. */
@FunctionalInterface
public interface ConfigSource {
    /**
     * Loads it as it is now.
     *
     * @throws ConfigException with every problem
     */
    LoadedConfig load() throws ConfigException;
}
