package io.sidetone.core.journal;

import io.sidetone.core.journal.file.JournalKey;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Settings of which calls are journaled, and where to.
 *
 * @param agents whether calls of the agent of that name are; asked on lanes for each new call
 * @param folder where the files go
 * @param maxBytes what all files together may take; the oldest go first
 * @param key encrypts the files
 */
public record JournalSettings(Predicate<String> agents, Path folder, long maxBytes, Optional<JournalKey> key) {}
