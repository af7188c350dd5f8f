package io.sidetone.server.records.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionsTest {
    @TempDir
    private Path folder;

    @Test
    void shouldRewriteTheFileWhenHalfOfItIsUnused() throws SQLException {
        assertThat(fillRate("")).isEqualTo("50");
    }

    @Test
    void shouldLeaveWhatTheUrlSays() throws SQLException {
        assertThat(fillRate(";auto_compact_fill_rate=20;TRACE_LEVEL_FILE=1")).isEqualTo("20");
    }

    private String fillRate(String options) throws SQLException {
        DatabaseSettings settings = new DatabaseSettings("jdbc:h2:file:" + folder.resolve("calls") + options, "", "");
        try (HikariDataSource pool = Connections.open(settings);
                Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE"
                        + " SETTING_NAME = 'AUTO_COMPACT_FILL_RATE'")) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }
}
