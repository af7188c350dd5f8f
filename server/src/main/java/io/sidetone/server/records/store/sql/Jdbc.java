package io.sidetone.server.records.store.sql;

import com.zaxxer.hikari.HikariDataSource;
import io.sidetone.core.disk.OwnerOnly;
import io.sidetone.server.records.store.record.CallerMatch;
import io.sidetone.server.records.store.record.ErasedCalls;
import io.sidetone.server.records.store.record.KeptCall;
import io.sidetone.server.records.store.record.StoredCall;
import io.sidetone.transport.http.history.CallQuery;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Any database that speaks JDBC and the SQL that H2 and PostgreSQL have in common. */
public final class Jdbc implements CallDatabase {
    private static final Logger LOG = LoggerFactory.getLogger(Jdbc.class);
    private static final int FETCH = 10_000;
    private static final long READ_WAIT_MS = 500;

    private final DatabaseSettings settings;
    private final CallTables tables = new CallTables();
    private final ReentrantReadWriteLock reading = new ReentrantReadWriteLock();
    private HikariDataSource pool;

    /** Connects when it is first needed. */
    public Jdbc(DatabaseSettings settings) {
        this.settings = settings;
    }

    private HikariDataSource pool() {
        if (pool == null) {
            pool = Connections.open(settings);
        }
        return pool;
    }

    @Override
    public void prepare() throws SQLException {
        reading.writeLock().lock();
        try {
            makePrivate();
            // Fails here, with the driver's own words, when the database is not there.
            pool().getConnection().close();
            upgrade();
            if (!tables.missing(pool()).isEmpty()) {
                tables.forgetHistory(pool());
                upgrade();
            }
        } catch (FlywayException e) {
            throw new SQLException("the tables could not be made or upgraded: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new SQLException(
                    "the tables could not be made or upgraded: no copy of the file could be made: " + e, "90031", e);
        } finally {
            reading.writeLock().unlock();
        }
    }

    /** One question of a reader. */
    private interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }

    private <T> T read(Question<T> question) throws SQLException {
        try {
            if (!reading.readLock().tryLock(READ_WAIT_MS, TimeUnit.MILLISECONDS)) {
                throw new SQLException("the tables are being made, upgraded or compacted");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new SQLException("the server stops", stopped);
        }
        try {
            if (pool == null) {
                throw new SQLException("there is no connection at present");
            }
            try (Connection connection = pool.getConnection()) {
                return question.ask(connection);
            }
        } finally {
            reading.readLock().unlock();
        }
    }

    @Override
    public Found find(CallQuery query, String after, int limit) throws SQLException {
        return read(connection -> new CallSearch(connection, query, System::nanoTime).find(after, limit));
    }

    @Override
    public Optional<KeptCall> load(String callId) throws SQLException {
        return read(connection -> KeptCallRows.load(connection, callId));
    }

    private void upgrade() throws SQLException, IOException {
        Optional<Path> file = settings.file();
        if (file.isPresent() && !settings.shared() && CallTables.outdated(pool())) {
            close();
            FileUpgrade.run(settings, file.get());
        }
        CallTables.migrate(pool());
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
            force(connection);
        }
    }

    /** A commit of the embedded file may still be in memory; the spool is trimmed after this. */
    private void force(Connection connection) throws SQLException {
        if (settings.embedded()) {
            connection.setAutoCommit(true);
            try (Statement statement = connection.createStatement()) {
                statement.execute("CHECKPOINT SYNC");
            }
        }
    }

    @Override
    public ErasedCalls erase(CallerMatch who, Set<String> agents, Set<String> running) throws SQLException {
        ErasedCalls gone;
        try (Connection connection = pool().getConnection()) {
            connection.setAutoCommit(false);
            ErasedCalls erased;
            try {
                erased = new CallerRows(connection).erase(who, agents, running);
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                rollBack(connection, e);
                throw e;
            }
            force(connection);
            gone = erased;
        }
        if (settings.embedded() && !settings.shared() && (!gone.callIds().isEmpty() || gone.visitorRows() > 0)) {
            compact();
        }
        return gone;
    }

    /** The file keeps what rows held until their space is used again, so it is written anew without. */
    private void compact() {
        reading.writeLock().lock();
        close();
        try (Connection connection = DriverManager.getConnection(settings.url(), settings.user(), settings.password());
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN COMPACT");
            makePrivate();
        } catch (SQLException e) {
            LOG.warn(
                    "Call store: the file could not be compacted after an erasure, it may hold what was erased: {}",
                    e.toString());
        } finally {
            reading.writeLock().unlock();
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
    public long olderThan(Instant limit) throws SQLException {
        try (Connection connection = pool().getConnection();
                PreparedStatement count =
                        connection.prepareStatement("SELECT COUNT(*) FROM calls WHERE started_at < ?")) {
            count.setObject(1, limit.atOffset(ZoneOffset.UTC));
            try (ResultSet rows = count.executeQuery()) {
                return rows.next() ? rows.getLong(1) : 0;
            }
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
        reading.writeLock().lock();
        try {
            if (pool != null) {
                pool.close();
                pool = null;
            }
        } finally {
            reading.writeLock().unlock();
        }
    }
}
