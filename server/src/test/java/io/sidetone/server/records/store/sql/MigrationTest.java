package io.sidetone.server.records.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.server.records.store.CallRowsReader;
import io.sidetone.transport.http.history.CallEntry;
import io.sidetone.transport.http.history.CallQuery;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Migrations of an embedded database that a killed process left between two statements. */
@Tag("VAN-11")
class MigrationTest {
    private static final List<String> SCRIPTS = List.of(
            "V1__calls.sql",
            "V2__turns_actions_alerts.sql",
            "V3__utterances.sql",
            "V4__headers.sql",
            "V5__after_call.sql",
            "V6__history.sql");

    @TempDir
    private Path folder;

    static Stream<Arguments> places() throws IOException {
        List<Arguments> places = new ArrayList<>();
        for (int version = 1; version <= SCRIPTS.size(); version++) {
            int statements = statements(version).size();
            for (int done = 0; done <= statements; done++) {
                places.add(Arguments.of(version, done));
            }
        }
        return places.stream();
    }

    @ParameterizedTest(name = "version {0}, {1} statements done")
    @MethodSource("places")
    void shouldFinishWhatAKilledProcessBegan(int version, int done) throws Exception {
        String url = "jdbc:h2:file:" + folder.resolve("calls");
        migrateTo(url, version - 1);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements(version).subList(0, done)) {
                statement.execute(sql);
            }
        }
        assertUsable(url);
    }

    @Test
    void shouldTryAgainWhenTheHistorySaysThatAMigrationFailed() throws Exception {
        String url = "jdbc:h2:file:" + folder.resolve("calls");
        migrateTo(url, 1);
        change(
                url,
                "INSERT INTO \"sidetone_schema_history\" SELECT 2, '2', 'turns', \"type\","
                        + " 'V2__turns_actions_alerts.sql', \"checksum\", \"installed_by\", \"installed_on\", 1, FALSE"
                        + " FROM \"sidetone_schema_history\" WHERE \"version\" = '1'");
        assertUsable(url);
    }

    @Test
    void shouldTakeADatabaseThatAnEarlierTextMadeAndKeepWhatALaterReleaseDid() throws Exception {
        String url = "jdbc:h2:file:" + folder.resolve("calls");
        migrateTo(url, SCRIPTS.size());
        change(url, "UPDATE \"sidetone_schema_history\" SET \"checksum\" = \"checksum\" + 1 WHERE \"version\" = '1'");
        change(
                url,
                "INSERT INTO \"sidetone_schema_history\" SELECT 9, '9', 'later', \"type\", 'V9__later.sql', 9,"
                        + " \"installed_by\", \"installed_on\", 1, TRUE FROM \"sidetone_schema_history\""
                        + " WHERE \"version\" = '1'");
        assertUsable(url);
        assertThat(CallRowsReader.rows(
                        () -> DriverManager.getConnection(url),
                        "SELECT \"version\", \"success\" FROM \"sidetone_schema_history\""
                                + " WHERE \"version\" IS NOT NULL ORDER BY \"installed_rank\""))
                .containsExactly("1|TRUE", "2|TRUE", "3|TRUE", "4|TRUE", "5|TRUE", "6|TRUE", "9|TRUE");
    }

    @Test
    void shouldUpgradeACopyThatTakesTheFilesPlaceWhenItIsWhole() throws Exception {
        String url = "jdbc:h2:file:" + folder.resolve("calls");
        Path file = folder.resolve("calls.mv.db");
        migrateTo(url, 3);
        change(url, "INSERT INTO visitors VALUES ('who', 'call', CURRENT_TIMESTAMP)");
        Object before = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        Files.writeString(folder.resolve("calls.upgrade.mv.db"), "what a killed process left");
        assertUsable(url);
        assertThat(Files.readAttributes(file, BasicFileAttributes.class).fileKey())
                .as("the file")
                .isNotEqualTo(before);
        assertThat(CallRowsReader.rows(() -> DriverManager.getConnection(url), "SELECT identity FROM visitors"))
                .containsExactly("who");
        assertThat(folder.resolve("calls.upgrade.mv.db")).doesNotExist();

        Object upgraded = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        assertUsable(url);
        assertThat(Files.readAttributes(file, BasicFileAttributes.class).fileKey())
                .as("the file, when there is nothing to upgrade")
                .isEqualTo(upgraded);
    }

    @Test
    void shouldListAndShowCallsThatAnEarlierVersionStored() throws Exception {
        String url = "jdbc:h2:file:" + folder.resolve("calls");
        migrateTo(url, 5);
        String id = "01JABCDEFGHJKMNPQRSTVWXYZ0";
        change(
                url,
                "INSERT INTO calls (call_id, status, agent, transport, external_id, caller, called, started_at, ended_at,"
                        + " duration_ms, end_cause, ended_by, caller_number) VALUES ('" + id
                        + "', 'ended', 'desk', 'sip-out',"
                        + " 'x', 'sip:+49301@a', 'sip:Bob@b', TIMESTAMP WITH TIME ZONE '2026-04-01 10:00:00+00',"
                        + " TIMESTAMP WITH TIME ZONE '2026-04-01 10:01:00+00', 60000, 'BUSY', 'callee', '+49301')");
        change(url, "INSERT INTO call_metrics VALUES ('" + id + "', 'turns', 3)");
        change(url, "INSERT INTO call_metrics VALUES ('" + id + "', 'media.mos', 4.1)");
        change(
                url,
                "INSERT INTO call_turns (call_id, seq, speaker, heard, interrupted, intended) VALUES ('" + id
                        + "', 0, 'user', 'tea please', FALSE, '')");
        try (Jdbc database = new Jdbc(new DatabaseSettings(url, "", ""))) {
            database.prepare();
            CallQuery query = CallQuery.of(Map.of("direction", List.of("out"), "caller", List.of("+4930")));
            CallEntry entry = database.find(query, null, 10).entries().get(0);
            assertThat(entry.callId()).isEqualTo(id);
            assertThat(entry.turns()).isEqualTo(3);
            assertThat(entry.mos()).isEqualTo(4.1);
            assertThat(entry.answered()).isFalse();
            assertThat(entry.reason()).isEqualTo("busy");
            assertThat(new String(database.load(id).orElseThrow().document(), StandardCharsets.UTF_8))
                    .contains("\"text\":\"tea please\"", "\"externalId\":\"x\"", "\"turns\":3.0");
        }
    }

    @Test
    void shouldLeaveTheFileAsItWasWhenAnUpgradeFails() throws Exception {
        String url = "jdbc:h2:file:" + folder.resolve("calls");
        migrateTo(url, 3);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            // The fourth script makes an index of this column, after it changed the table: of this type there is none.
            statement.execute("ALTER TABLE calls ADD COLUMN caller_number CLOB");
        }
        Object before = Files.readAttributes(folder.resolve("calls.mv.db"), BasicFileAttributes.class)
                .fileKey();
        try (Jdbc database = new Jdbc(new DatabaseSettings(url, "", ""))) {
            assertThatThrownBy(database::prepare).isInstanceOf(SQLException.class);
        }
        assertThat(Files.readAttributes(folder.resolve("calls.mv.db"), BasicFileAttributes.class)
                        .fileKey())
                .isEqualTo(before);
        assertThat(folder.resolve("calls.upgrade.mv.db")).doesNotExist();
    }

    private static void assertUsable(String url) throws SQLException {
        try (Jdbc database = new Jdbc(new DatabaseSettings(url, "", ""))) {
            assertThatCode(database::prepare).doesNotThrowAnyException();
        }
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("SELECT utterance_id, interrupted_at FROM call_turns"))
                    .isTrue();
            assertThat(statement.execute("SELECT * FROM call_alerts, call_headers, visitors"))
                    .isTrue();
        }
    }

    private static void migrateTo(String url, int version) {
        if (version > 0) {
            Flyway.configure()
                    .dataSource(url, "", "")
                    .locations("classpath:db/migration")
                    .table(CallTables.HISTORY)
                    .placeholders(Map.of("binary", ""))
                    .target(String.valueOf(version))
                    .load()
                    .migrate();
        }
    }

    private static void change(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isEqualTo(1);
        }
    }

    private static List<String> statements(int version) throws IOException {
        try (InputStream script =
                MigrationTest.class.getResourceAsStream("/db/migration/" + SCRIPTS.get(version - 1))) {
            String text = new String(script.readAllBytes(), StandardCharsets.UTF_8)
                    .replaceAll("--[^\n]*", "")
                    .replace("${binary}", "");
            return Stream.of(text.split(";"))
                    .map(String::strip)
                    .filter(sql -> !sql.isEmpty())
                    .toList();
        }
    }
}
