package io.sidetone.config;

import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.value.Secret;
import io.sidetone.core.setting.Key;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings of what is kept of calls beyond their end.
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
@Section("Records of calls: who, when, what was said and heard, what happened, why it ended. Never audio.")
public record StoreConfig(
        @Key(
                        unit = "auto, true or false",
                        why = "auto: calls are stored where store.spool-dir can be written, else the server says so and"
                                + " runs without. true: it does not start without (exit 78). false: nothing is kept.",
                        byDefault = "auto")
                Enabled enabled,
        @Key(
                        unit = "folder",
                        why = "Where spool and embedded database live; this process alone may use it. A path starts"
                                + " from the folder of this file.",
                        derived = "$STATE_DIRECTORY, which systemd sets, else the folder data next to this file",
                        example = "/var/lib/sidetone")
                Path dir,
        @Key(
                        unit = "folder",
                        why = "Where records wait for the database; each is forced to the disk before it counts. Not a"
                                + " network file system.",
                        derived = "the folder spool in store.dir",
                        example = "/var/lib/sidetone/spool")
                Path spoolDir,
        @Key(
                        why = "What the spool may hold while the database is away; a call takes some 10 KiB. At 80 %"
                                + " /readyz answers 503.",
                        min = 1 << 20,
                        max = 1L << 40,
                        byDefault = "256MiB")
                long spoolMaxBytes,
        @FileType(ValueType.URL)
                @Key(
                        unit = "JDBC URL",
                        why = "The database. Production and several processes: PostgreSQL. Tables are made and upgraded"
                                + " at the start.",
                        derived = "an H2 file called calls in store.dir",
                        example = "jdbc:postgresql://db.example.net/sidetone")
                String url,
        @Key(unit = "name", why = "Who connects to the database.", example = "sidetone") String user,
        @FileType(ValueType.PASSWORD)
                @Key(why = "The password of store.user.", example = "${file:/etc/sidetone/database-password}")
                Optional<Secret> password,
        @Key(
                        why = "Calls that began longer ago are removed from the database; 0s keeps them for ever. 2160h"
                                + " are 90 days: records hold numbers and what people said.",
                        min = 0,
                        max = 10 * 366 * 86_400_000.0,
                        byDefault = "2160h")
                Duration keep) {
    /** Choice of whether calls are stored. */
    public enum Enabled {
        /** Storage where the folder can be written; otherwise the server says so and runs without. */
        AUTO,
        /** Always: the server does not start without. */
        TRUE,
        /** Never. */
        FALSE
    }
}
