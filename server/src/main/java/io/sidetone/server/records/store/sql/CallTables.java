package io.sidetone.server.records.store.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;

/** The tables: the migrations that make them, and what is done when they are gone while the history says they were made. */
final class CallTables {
    /** Table in which the migrations note what they have done. */
    static final String HISTORY = "sidetone_schema_history";

    /** Every table of the call store, in lower case. */
    static final Set<String> MADE = Set.of(
            "calls",
            "call_turns",
            "call_events",
            "call_metrics",
            "visitors",
            "call_floor_turns",
            "call_actions",
            "call_alerts",
            "call_headers",
            "call_documents",
            "call_words");

    /** Returns whether {@link #migrate} would change anything in {@code database}. */
    static boolean outdated(DataSource database) {
        return migrations(database).info().pending().length > 0;
    }

    /**
     * Makes or upgrades the tables. The history is put right when it tells of a failed migration or of another text than
     * today's.
     */
    static void migrate(DataSource database) {
        Flyway migrations = migrations(database);
        try {
            migrations.migrate();
        } catch (FlywayValidateException e) {
            migrations.repair();
            migrations.migrate();
        }
    }

    private static Flyway migrations(DataSource database) {
        return Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/migration")
                .placeholders(Map.of("binary", bytewise(database)))
                .table(HISTORY)
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .load();
    }

    /** Order of characters by their numbers: H2 has no other, PostgreSQL has to be asked for it. */
    private static String bytewise(DataSource database) {
        try (Connection connection = database.getConnection()) {
            String product = connection.getMetaData().getDatabaseProductName();
            return product.equals("PostgreSQL") ? " COLLATE \"C\"" : "";
        } catch (SQLException away) {
            throw new FlywayException(away.getMessage(), away);
        }
    }

    /** Returns the tables that should be there and are not. */
    Set<String> missing(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection()) {
            return missing(connection);
        }
    }

    private static Set<String> missing(Connection connection) throws SQLException {
        Set<String> missing = new TreeSet<>(MADE);
        try (ResultSet tables = connection.getMetaData().getTables(null, connection.getSchema(), "%", null)) {
            while (tables.next()) {
                missing.remove(tables.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
            }
        }
        return missing;
    }

    /**
     * Has the migrations make all tables again.
     *
     * @throws SQLException when some tables are still there: what they hold is not thrown away
     */
    void forgetHistory(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                // The migrations quote its name. It is emptied before the look at the tables: of two servers that share
                // the database none empties what the other has just made.
                statement.executeUpdate("DELETE FROM \"" + HISTORY + "\"");
                Set<String> missing = missing(connection);
                if (missing.equals(MADE)) {
                    connection.commit();
                } else if (missing.isEmpty()) {
                    connection.rollback();
                } else {
                    throw new SQLException("the tables " + String.join(", ", missing)
                            + " are gone; restore the database from a backup, or drop the other tables of the call store"
                            + " so that all are made anew");
                }
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        }
    }
}
