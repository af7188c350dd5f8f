package io.sidetone.server.records.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.server.records.store.CallRowsReader;
import io.sidetone.server.records.store.record.CallerMatch;
import io.sidetone.server.records.store.record.SampleStoredCall;
import io.sidetone.server.records.store.record.StoredCall;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables in a real embedded database. */
@Tag("VAN-11")
class JdbcTest {
    @TempDir
    private Path folder;

    private String url;
    private Jdbc database;

    @BeforeEach
    void open() throws SQLException {
        url = "jdbc:h2:file:" + folder.resolve("calls");
        database = new Jdbc(new DatabaseSettings(url, "", ""));
        database.prepare();
        database.close();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void shouldMakeTheTablesAgainWhenAllButTheirHistoryVanished() throws SQLException {
        Set<String> made = tables();
        for (String table : made) {
            if (!table.equals(CallTables.HISTORY)) {
                drop(table);
            }
        }
        assertThat(tables()).containsExactly(CallTables.HISTORY);
        database.prepare();
        List<String> visitors = new ArrayList<>();
        assertThatCode(() -> database.visitors(Instant.EPOCH, visitors::add)).doesNotThrowAnyException();
        assertThat(tables()).isEqualTo(made);
    }

    @Test
    void shouldNameTheTablesThatAreGoneAndTheRemedyAndKeepTheOthers() throws SQLException {
        drop("call_alerts");
        Set<String> left = tables();
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(database::prepare)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("call_alerts are gone; restore the database from a backup");
            assertThat(tables()).isEqualTo(left);
        }
    }

    @Test
    void shouldKnowEveryTableThatTheMigrationsMake() throws SQLException {
        Set<String> made = tables();
        made.remove(CallTables.HISTORY);
        assertThat(CallTables.MADE).isEqualTo(made);
    }

    @Test
    void shouldAddWhatTheModelWroteDownToACallThatIsStoredAndToNoOther() throws SQLException {
        database.prepare();
        database.store(List.of(SampleStoredCall.of("known", "")));
        database.store(List.of(
                SampleStoredCall.of("known", "{\"state\":\"ready\"}"),
                SampleStoredCall.of("erased", "{\"state\":\"ready\"}")));
        database.store(List.of(SampleStoredCall.of("known", "")));
        database.close();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT call_id, after_call, status FROM calls")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo("known");
            assertThat(rows.getString(2)).isEqualTo("{\"state\":\"ready\"}");
            assertThat(rows.getString(3)).isEqualTo("ended");
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void shouldKeepTheDetailsThatAreStoredLastWhenACallIsStoredAgain() throws SQLException {
        database.prepare();
        database.store(List.of(SampleStoredCall.measured("known", Map.of("framesIn", 1.0, "framesOut", 2.0))));
        database.store(List.of(SampleStoredCall.measured("other", Map.of("framesIn", 7.0))));
        database.store(List.of(
                SampleStoredCall.measured("known", Map.of("framesIn", 3.0)),
                SampleStoredCall.measured("new", Map.of("framesIn", 8.0)),
                SampleStoredCall.measured("new", Map.of("framesIn", 9.0))));
        database.close();
        assertThat(CallRowsReader.rows(
                        () -> DriverManager.getConnection(url),
                        "SELECT call_id, name, amount FROM call_metrics ORDER BY call_id"))
                .containsExactly("known|framesIn|3.0", "new|framesIn|9.0", "other|framesIn|7.0");
    }

    @Test
    void shouldEraseDocumentsAndWordsWithTheCallsOfACallerAlsoWithThoseThatWereRefused() throws SQLException {
        database.prepare();
        for (StoredCall.Status status : List.of(StoredCall.Status.ENDED, StoredCall.Status.REFUSED)) {
            for (String from : List.of("sip:+49301@a", "sip:+49302@a")) {
                String id = status + from.substring(4, 10);
                database.store(List.of(SampleStoredCall.listed(
                        id, status, "desk", from, 1_775_000_000_000L, 10, "BUSY", "tea", null)));
            }
        }
        assertThat(database.erase(CallerMatch.of("+49301"), Set.of(), Set.of()).callIds())
                .hasSize(2);
        database.close();
        for (String table : List.of("calls", "call_documents", "call_words")) {
            assertThat(CallRowsReader.rows(
                            () -> DriverManager.getConnection(url), "SELECT DISTINCT call_id FROM " + table))
                    .as(table)
                    .containsExactlyInAnyOrder("ENDED+49302", "REFUSED+49302");
        }
    }

    private void drop(String table) throws SQLException {
        database.close();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE " + table + " CASCADE");
        }
    }

    private Set<String> tables() throws SQLException {
        database.close();
        Set<String> names = new TreeSet<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT LOWER(TABLE_NAME) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'PUBLIC'")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    /** The file keeps what rows held until their space is used again. */
    @Test
    void shouldLeaveNoByteOfACallerWhoIsErased() throws Exception {
        database.prepare();
        List<StoredCall> calls = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            calls.add(SampleStoredCall.from("sip:+493055501234@carrier.example", "gone" + i));
            calls.add(SampleStoredCall.from("sip:+493055509999@carrier.example", "kept" + i));
        }
        database.store(calls);
        assertThat(inTheFile("493055501234")).isTrue();
        database.erase(CallerMatch.of("sip:+493055501234@carrier.example"), Set.of("desk"), Set.of());
        assertThat(inTheFile("493055501234")).isFalse();
        assertThat(inTheFile("493055509999")).isTrue();
        database.store(List.of(SampleStoredCall.from("sip:+493055507777@carrier.example", "new")));
        database.close();
        assertThat(inTheFile("493055501234")).isFalse();
        assertThat(CallRowsReader.rows(() -> DriverManager.getConnection(url), "SELECT COUNT(*) FROM calls"))
                .containsExactly("51");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .as(file.toString())
                            .isEqualTo("rw-------"));
        }
    }

    private boolean inTheFile(String text) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text)) {
                    return true;
                }
            }
        }
        return false;
    }
}
