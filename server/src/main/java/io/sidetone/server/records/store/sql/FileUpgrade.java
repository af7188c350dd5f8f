package io.sidetone.server.records.store.sql;

import com.zaxxer.hikari.HikariDataSource;
import io.sidetone.core.disk.OwnerOnly;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Upgrades the tables of an embedded database in a copy of its file, which takes the file's place when it is whole. The
 * database changes a table in several steps of its own; a process killed between them would leave a file without that
 * table, and its rows.
 */
final class FileUpgrade {
    /** Suffix of the copy; what a killed process left of it is thrown away. */
    static final String COPY = ".upgrade";

    private FileUpgrade() {}

    /**
     * Replaces {@code file} by an upgraded copy. No connection to it is open.
     *
     * @throws IOException when there is no room for the copy; the file is as it was
     */
    static void run(DatabaseSettings settings, Path file) throws SQLException, IOException {
        DatabaseSettings beside = settings.beside(COPY);
        Path copy = beside.file().orElseThrow();
        Files.deleteIfExists(copy);
        OwnerOnly.touch(copy);
        try {
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
            try (HikariDataSource connections = Connections.open(beside)) {
                CallTables.migrate(connections);
            }
            shutDown(beside);
            try (FileChannel written = FileChannel.open(copy, StandardOpenOption.WRITE)) {
                written.force(true);
            }
            Files.move(copy, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    /** Its URL may ask the database to stay open when nobody is connected. */
    private static void shutDown(DatabaseSettings copy) throws SQLException {
        try (Connection connection = DriverManager.getConnection(copy.url(), copy.user(), copy.password());
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN");
        }
    }
}
