package io.sidetone.config.schema;

import static io.sidetone.config.schema.ValueType.DURATION;
import static io.sidetone.config.schema.ValueType.PASSWORD;
import static io.sidetone.config.schema.ValueType.SECTION;
import static io.sidetone.config.schema.ValueType.SIZE;
import static io.sidetone.config.schema.ValueType.TEXT;
import static io.sidetone.config.schema.ValueType.URL;
import static io.sidetone.config.schema.ValueType.WORD;

import java.util.List;

/** The keys of {@code store}. */
final class StoreKeys {
    private static final double TEN_YEARS_MS = 10 * 366 * 86_400_000.0;

    private StoreKeys() {}

    static void addTo(List<ConfigKey> keys) {
        keys.add(ConfigKey.of(
                "store",
                SECTION,
                "-",
                "Records of calls: who, when, what was said and heard, what happened, why it ended. Never audio."));
        keys.add(ConfigKey.of(
                        "store.enabled",
                        WORD,
                        "auto, true or false",
                        "auto: calls are stored where store.spool-dir can be written, else the server says so and runs"
                                + " without. true: it does not start without (exit 78). false: nothing is kept.")
                .oneOf("auto", "true", "false")
                .byDefault("auto"));
        keys.add(ConfigKey.of(
                        "store.dir",
                        TEXT,
                        "folder",
                        "Where spool and embedded database live; this process alone may use it. A path starts from the folder"
                                + " of this file.")
                .derived("$STATE_DIRECTORY, which systemd sets, else the folder data next to this file")
                .example("/var/lib/sidetone"));
        keys.add(ConfigKey.of(
                        "store.spool-dir",
                        TEXT,
                        "folder",
                        "Where records wait for the database; each is forced to the disk before it counts. Not a network file"
                                + " system.")
                .derived("the folder spool in store.dir")
                .example("/var/lib/sidetone/spool"));
        keys.add(ConfigKey.of(
                        "store.spool-max-bytes",
                        SIZE,
                        "size",
                        "What the spool may hold while the database is away; a call takes some 10 KiB. At 80 % /readyz answers"
                                + " 503.")
                .range(1 << 20, 1L << 40)
                .byDefault("256MiB"));
        keys.add(ConfigKey.of(
                        "store.url",
                        URL,
                        "JDBC URL",
                        "The database. Production and several processes: PostgreSQL. Tables are made and upgraded at the start.")
                .derived("an H2 file called calls in store.dir")
                .example("jdbc:postgresql://db.example.net/sidetone"));
        keys.add(ConfigKey.of("store.user", TEXT, "name", "Who connects to the database.")
                .example("sidetone"));
        keys.add(ConfigKey.of("store.password", PASSWORD, "secret", "The password of store.user.")
                .example("${file:/etc/sidetone/database-password}"));
        keys.add(ConfigKey.of(
                        "store.keep",
                        DURATION,
                        "duration",
                        "Calls that began longer ago are removed from the database; 0s keeps them for ever. 2160h are 90 days:"
                                + " records hold numbers and what people said.")
                .range(0, TEN_YEARS_MS)
                .byDefault("2160h"));
    }
}
