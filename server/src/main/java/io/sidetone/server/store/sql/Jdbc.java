package io.sidetone.server.store.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.sidetone.core.disk.OwnerOnly;
import io.sidetone.server.store.record.StoredCall;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;

/** Any database that speaks JDBC and the SQL that H2 and PostgreSQL have in common. */
public final class Jdbc implements CallDatabase {
    private static final long CONNECT_LIMIT_MS = 5_000;
    private static final int FETCH = 10_000;

    private final DatabaseSettings settings;
    private final CallTables tables = new CallTables();
    private HikariDataSource pool;

    /** Connects when it is first needed. */
    public Jdbc(DatabaseSettings settings) {
        this.settings = settings;
    }

    private HikariDataSource pool() {
        if (pool == null) {
            HikariConfig config = new HikariConfig();
            config.setPoolName("call-store");
            config.setJdbcUrl(settings.url());
            config.setUsername(settings.user());
            config.setPassword(settings.password());
            // Delivery is one thread; the second connection is for the upgrade of the tables, which holds a lock.
            config.setMaximumPoolSize(2);
            config.setMinimumIdle(1);
            config.setConnectionTimeout(CONNECT_LIMIT_MS);
            config.setValidationTimeout(CONNECT_LIMIT_MS / 2);
            config.setInitializationFailTimeout(-1);
            if (settings.embedded()) {
                if (!settings.url().toUpperCase(Locale.ROOT).contains("TRACE_LEVEL_FILE")) {
                    // Its trace file would hold words of callers, with the mode of the umask; errors come as
                    // exceptions.
                    config.addDataSourceProperty("TRACE_LEVEL_FILE", "0");
                }
            } else {
                config.addDataSourceProperty("connectTimeout", "5");
                config.addDataSourceProperty("socketTimeout", "30");
                config.addDataSourceProperty("tcpKeepAlive", "true");
                config.addDataSourceProperty("ApplicationName", "sidetone");
            }
            pool = new HikariDataSource(config);
        }
        return pool;
    }

    @Override
    public void prepare() throws SQLException {
        try {
            makePrivate();
            // Fails here, with the driver's own words, when the database is not there.
            pool().getConnection().close();
            migrate();
            if (!tables.missing(pool()).isEmpty()) {
                tables.forgetHistory(pool());
                migrate();
            }
        } catch (FlywayException e) {
            throw new SQLException("the tables could not be made or upgraded: " + e.getMessage(), e);
        }
    }

    /** The history is put right when it tells of a failed migration or of another text than today's. */
    private void migrate() {
        Flyway migrations = Flyway.configure()
                .dataSource(pool())
                .locations("classpath:db/migration")
                .table(CallTables.HISTORY)
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .load();
        try {
            migrations.migrate();
        } catch (FlywayValidateException e) {
            migrations.repair();
            migrations.migrate();
        }
    }

    /** The embedded database opens an empty file like a missing one, and keeps its mode. */
    private void makePrivate() throws SQLException {
        Optional<Path> file = settings.file();
        if (file.isPresent()) {
            try {
                OwnerOnly.touch(file.get());
            } catch (IOException e) {
                throw new SQLException("the file " + file.get() + " cannot be made: " + e, "90031", e);
            }
        }
    }

    @Override
    public void store(List<StoredCall> calls) throws SQLException {
        try (Connection connection = pool().getConnection()) {
            connection.setAutoCommit(false);
            try (CallRows rows = new CallRows(connection)) {
                for (StoredCall call : calls) {
                    rows.store(call);
                }
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                rollBack(connection, e);
                throw e;
            }
            if (settings.embedded()) {
                connection.setAutoCommit(true);
                try (Statement statement = connection.createStatement()) {
                    // A commit of the embedded file may still be in memory; the spool is trimmed after this.
                    statement.execute("CHECKPOINT SYNC");
                }
            }
        }
    }

    private static void rollBack(Connection connection, Exception why) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            why.addSuppressed(e);
        }
    }

    @Override
    public void visitors(Instant since, Consumer<String> key) throws SQLException {
        try (Connection connection = pool().getConnection()) {
            // PostgreSQL reads a cursor in portions inside a transaction only.
            connection.setAutoCommit(false);
            try (PreparedStatement query =
                    connection.prepareStatement("SELECT identity FROM visitors WHERE first_at >= ?")) {
                query.setFetchSize(FETCH);
                query.setObject(1, since.atOffset(ZoneOffset.UTC));
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        key.accept(rows.getString(1));
                    }
                }
            }
            connection.commit();
        }
    }

    @Override
    public int forget(Instant limit, int max) throws SQLException {
        try (Connection connection = pool().getConnection();
                PreparedStatement delete = connection.prepareStatement("DELETE FROM calls WHERE call_id IN"
                        + " (SELECT call_id FROM calls WHERE started_at < ? ORDER BY started_at LIMIT ?)")) {
            delete.setObject(1, limit.atOffset(ZoneOffset.UTC));
            delete.setInt(2, max);
            return delete.executeUpdate();
        }
    }

    /** A file that could not be written once stays broken in this process until all its connections are closed. */
    @Override
    public void recover() {
        if (settings.embedded()) {
            close();
        }
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.close();
            pool = null;
        }
    }
}
