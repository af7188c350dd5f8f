package io.sidetone.config;

import io.sidetone.config.schema.Values;
import java.nio.file.Path;
import java.util.List;

/**
 * A configuration and where it came from.
 *
 * @param config the typed configuration
 * @param source the file, or {@code the configuration in the JAR}
 * @param values every key with its concluded value
 * @param referred files that {@code ${file:PATH}} names
 */
public record LoadedConfig(SidetoneConfig config, String source, Values values, List<Path> referred) {}
