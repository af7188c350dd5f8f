package io.sidetone.config;

import io.sidetone.config.schema.Values;

/**
 * A configuration and where it came from.
 *
 * @param config the typed configuration
 * @param source the file, or {@code the configuration in the JAR}
 * @param values every key with its concluded value
 */
public record LoadedConfig(SidetoneConfig config, String source, Values values) {}
