package io.sidetone.core.journal;

import io.sidetone.core.journal.file.JournalKey;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * Which calls are journaled, and where to.
 *
 * @param agents names of the agents whose calls are
 * @param folder where the files go
 * @param maxBytes what all files together may take; the oldest go first
 * @param key encrypts the files
 */
public record JournalSettings(Set<String> agents, Path folder, long maxBytes, Optional<JournalKey> key) {}
