package io.sidetone.config;

import io.sidetone.config.value.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What is kept of calls beyond their end.
 *
 * @param enabled whether calls are stored
 * @param dir folder of the embedded database
 * @param spoolDir folder of what was not delivered yet
 * @param spoolMaxBytes what the spool may hold
 * @param url JDBC URL of the database
 * @param user who connects to it, or empty
 * @param password of that user
 * @param keep how long calls stay in the database; zero: for ever
 */
public record StoreConfig(
        Enabled enabled,
        Path dir,
        Path spoolDir,
        long spoolMaxBytes,
        String url,
        String user,
        Optional<Secret> password,
        Duration keep) {
    /** Whether calls are stored. */
    public enum Enabled {
        /** Where the folder can be written; otherwise the server says so and runs without. */
        AUTO,
        /** Always: the server does not start without. */
        TRUE,
        /** Never. */
        FALSE
    }
}
