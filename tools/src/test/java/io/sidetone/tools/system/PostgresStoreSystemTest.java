package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.server.records.store.CallRowsReader;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of the JAR in a real PostgreSQL that comes and goes. */
@Tag("VAN-11")
class PostgresStoreSystemTest {
    private static PostgresProcess postgres;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        postgres = PostgresProcess.start();
    }

    @AfterAll
    static void stop() throws Exception {
        if (postgres != null) {
            postgres.close();
        }
    }

    @AfterEach
    void empty() throws Exception {
        try (var connection = postgres.connect();
                var statement = connection.createStatement()) {
            statement.execute("DELETE FROM calls");
        }
    }

    private ServerProcess server() throws Exception {
        return ServerProcess.start(
                folder,
                30,
                """
                store: {enabled: true, url: '%s', user: %s, password: '${file:%s}'}
                """
                        .formatted(
                                postgres.url(),
                                PostgresProcess.USER,
                                java.nio.file.Files.writeString(folder.resolve("secret"), PostgresProcess.PASSWORD)));
    }

    @Test
    void shouldDeliverWhatWaitedWhenTheDatabaseIsBack() throws Exception {
        try (ServerProcess server = server()) {
            assertThat(server.output()).doesNotContain("secret\"");
            Sipp sipp = new Sipp(folder, server);
            sipp.run("answer-bye.xml", "desk", 1, "-d", "300");
            awaitStored(1);
            postgres.down();
            sipp.run("answer-bye.xml", "desk", 3, "-d", "300");
            server.awaitIdle();
            ServerProcess.awaitOrFail(
                    "records on the disk",
                    30,
                    () -> ServerProcess.quietly(() -> server.metric("sidetone_store_pending")) >= 6);
            ServerProcess.awaitOrFail(
                    "a failed delivery",
                    30,
                    () -> ServerProcess.quietly(() -> server.metric("sidetone_store_delivery_failures_total")) > 0);
            assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
            postgres.up();
            awaitStored(4);
            server.assertUnharmed();
            assertThat(server.metric("sidetone_store_dropped_total")).isZero();
            assertThat(CallRowsReader.rows(postgres::connect, "SELECT DISTINCT status, end_cause, ended_by FROM calls"))
                    .containsExactly("ended|CALLER_HUNG_UP|caller");
            assertThat(CallRowsReader.count(postgres::connect, "call_events")).isGreaterThan(12);
            assertThat(CallRowsReader.rows(
                            postgres::connect,
                            "SELECT DISTINCT role, policy_profile FROM call_floor_turns WHERE ended_at >= started_at"))
                    .contains("assistant|default");
            server.terminate();
            assertThat(server.awaitExit(30)).isZero();
        }
    }

    @Test
    void shouldFindCallsByEveryKindOfFilterAlsoThoseThatWereRefused() throws Exception {
        try (ServerProcess server = server()) {
            Sipp sipp = new Sipp(folder, server);
            sipp.run("answer-bye.xml", "desk", 3, "-d", "300");
            sipp.run("no-codec.xml", "desk", 2);
            server.awaitIdle();
            awaitStored(3);
            ServerProcess.awaitOrFail(
                    "refused calls",
                    30,
                    () -> CallRowsReader.count(postgres::connect, "calls WHERE status = 'refused'") == 2);
        }
        try (ServerProcess server = server()) {
            server.await("the store", 30, () -> found(server, "state=ended") == 3);
            assertThat(found(server, "limit=100&from=2020-01-01")).isEqualTo(5);
            assertThat(found(server, "state=refused&cause=NOT_ACCEPTABLE")).isEqualTo(2);
            assertThat(found(server, "caller=call")).isEqualTo(5);
            assertThat(found(server, "caller=other")).isZero();
            assertThat(found(server, "text=codec+offered&agent=desk&direction=in"))
                    .isEqualTo(2);
            assertThat(found(server, "text=codec+o'neil")).isZero();
            assertThat(found(server, "interrupted=true")).isZero();
            assertThat(found(server, "min-duration=600")).isZero();
            assertThat(found(server, "to=2020-01-01")).isZero();
            String page = server.body("/api/calls?limit=2&agent=desk");
            String next = page.replaceAll("(?s).*\"next\":\"([^\"]*)\".*", "$1");
            assertThat(found(server, "limit=9&agent=desk&cursor=" + next)).isEqualTo(3);
            String id = page.replaceAll("(?s).*?\"callId\":\"(\\w+)\".*", "$1");
            assertThat(server.detail(id)).contains("\"entry\":{", "INVITE sip:desk@");
            server.closeUnharmed();
        }
    }

    private static int found(ServerProcess server, String query) {
        return server.body("/api/calls?" + query).split("\"callId\"", -1).length - 1;
    }

    @Test
    void shouldStoreCallsAsAbortedWhenTheServerWasKilledInTheMiddle() throws Exception {
        try (ServerProcess server = server()) {
            CallerMedia.quietLine(folder.resolve("caller.ul"));
            Sipp.Running calls = new Sipp(folder, server).start("answer-rtp.xml", "desk", 3, "-d", "60000");
            ServerProcess.awaitOrFail(
                    "three spooled calls",
                    30,
                    () -> ServerProcess.quietly(() -> server.metric("sidetone_store_spooled_total")) == 3);
            server.process().destroyForcibly().waitFor();
            calls.process().destroyForcibly().waitFor();
        }
        try (ServerProcess again = server()) {
            ServerProcess.awaitOrFail("aborted calls", 30, () -> aborted() == 3);
            assertThat(again.metric("sidetone_store_aborted_total")).isEqualTo(3);
            assertThat(CallRowsReader.rows(postgres::connect, "SELECT DISTINCT end_cause FROM calls"))
                    .containsExactly("PROCESS_GONE");
        }
    }

    private static int aborted() {
        return CallRowsReader.count(postgres::connect, "calls WHERE status = 'aborted'");
    }

    private static void awaitStored(int calls) throws InterruptedException {
        ServerProcess.awaitOrFail(
                calls + " stored calls",
                30,
                () -> CallRowsReader.count(postgres::connect, "calls WHERE status = 'ended'") == calls);
    }
}
