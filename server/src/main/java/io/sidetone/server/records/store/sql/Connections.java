package io.sidetone.server.records.store.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.Locale;

/** Connections of the call store. */
final class Connections {
    private static final long CONNECT_LIMIT_MS = 5_000;

    private Connections() {}

    /** Returns connections to {@code settings}' database, which need not be there yet; the caller closes them. */
    static HikariDataSource open(DatabaseSettings settings) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("call-store");
        config.setJdbcUrl(settings.url());
        config.setUsername(settings.user());
        config.setPassword(settings.password());
        // Delivery is one thread, whose second connection is for the upgrade of the tables, which holds a lock.
        config.setMaximumPoolSize(2 + CallArchive.READERS);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(CONNECT_LIMIT_MS);
        config.setValidationTimeout(CONNECT_LIMIT_MS / 2);
        config.setInitializationFailTimeout(-1);
        if (settings.embedded()) {
            // Its trace file would hold words of callers, with the mode of the umask; errors come as exceptions.
            preset(config, "TRACE_LEVEL_FILE", "0");
            // Parts of its file are rewritten in the background when less than this percentage of them is in use.
            // With the usual 90, nearly all of it is rewritten again and again.
            preset(config, "AUTO_COMPACT_FILL_RATE", "50");
        } else {
            config.addDataSourceProperty("connectTimeout", "5");
            config.addDataSourceProperty("socketTimeout", "30");
            config.addDataSourceProperty("tcpKeepAlive", "true");
            config.addDataSourceProperty("ApplicationName", "sidetone");
        }
        return new HikariDataSource(config);
    }

    /** Sets what the URL does not. */
    private static void preset(HikariConfig config, String setting, String value) {
        if (!config.getJdbcUrl().toUpperCase(Locale.ROOT).contains(setting)) {
            config.addDataSourceProperty(setting, value);
        }
    }
}
