package io.sidetone.config;

import io.sidetone.config.value.Secret;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the journals of calls go.
 *
 * @param dir their folder
 * @param maxBytes what they may take together
 * @param key encrypts them
 */
public record JournalConfig(Path dir, long maxBytes, Optional<Secret> key) {}
