package io.sidetone.server.records.store;

import io.sidetone.server.records.store.sql.DatabaseSettings;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Settings of the store.
 *
 * @param spoolFolder where the spool lives
 * @param spoolMaxBytes what it may hold
 * @param database where calls go
 * @param keep how long calls are kept in the database; zero: for ever
 * @param maxCalls calls at the same time: sizes the queue between lanes and spool
 */
public record StoreSettings(
        Path spoolFolder, long spoolMaxBytes, DatabaseSettings database, Duration keep, int maxCalls) {}
