package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.server.records.store.CallRowsReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The JAR with the file that it stores calls in when nothing else is configured. */
@Tag("VAN-11")
@Execution(ExecutionMode.CONCURRENT)
class EmbeddedStoreSystemTest {
    private static final String INTRODUCTION = "I am a machine.";

    @TempDir
    private Path folder;

    private ServerProcess server() throws Exception {
        return ServerProcess.startWith(
                folder,
                """
                engines: {mock: {type: mock}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock, introduction: %s}
                  ring: {match: {called: [ring]}, answer-after: 20s,
                         recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(INTRODUCTION));
    }

    @Test
    @Tag("VIP-04")
    void shouldIntroduceItselfOnTheFirstVisitOnlyAndStoreWhatWasHeard() throws Exception {
        CallerMedia.quietLine(folder.resolve("caller.ul"));
        try (ServerProcess server = server()) {
            awaitDatabase(server);
            new Sipp(folder, server).run("answer-rtp.xml", "desk", 1, "-d", "1800");
            stop(server);
        }
        assertThat(rows("SELECT heard FROM call_turns ORDER BY seq").get(0)).isEqualTo(INTRODUCTION);
        try (ServerProcess server = server()) {
            awaitDatabase(server);
            new Sipp(folder, server).run("answer-rtp.xml", "desk", 1, "-d", "1800");
            stop(server);
        }
        assertThat(rows("SELECT status, caller, end_cause FROM calls"))
                .hasSize(2)
                .allMatch(row -> row.startsWith("ended|sip:caller@127.0.0.1") && row.endsWith("|CALLER_HUNG_UP"));
        assertThat(rows("SELECT heard FROM call_turns"))
                .filteredOn(INTRODUCTION::equals)
                .hasSize(1);
        assertThat(rows("SELECT COUNT(*) FROM visitors")).containsExactly("1");
        assertThat(rows("SELECT amount FROM call_metrics WHERE name = 'media.packetsIn'"))
                .hasSize(2)
                .allMatch(packets -> Double.parseDouble(packets) > 50);
    }

    @Test
    void shouldStoreACallAsAbortedWhenTheServerWasKilledInTheMiddle() throws Exception {
        try (ServerProcess server = server()) {
            Sipp.Running call = new Sipp(folder, server).start("answer-bye.xml", "desk", 1, "-d", "60000");
            awaitSpooled(server, 1);
            server.process().destroyForcibly().waitFor();
            call.process().destroyForcibly().waitFor();
        }
        try (ServerProcess again = server()) {
            awaitDelivered(again, 1);
            stop(again);
        }
        assertThat(rows("SELECT status, end_cause, ended_by FROM calls"))
                .containsExactly("aborted|PROCESS_GONE|server");
    }

    @Test
    void shouldSurviveACallerWhoNamesHimselfAtLengthAndInSql() throws Exception {
        String user = "o'brien');DROP%20TABLE%20calls;--" + "y".repeat(6_000);
        try (ServerProcess server = server();
                DatagramSocket phone = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            phone.setSoTimeout(20_000);
            request(phone, server, "INVITE", user, offer());
            awaitSpooled(server, 1);
            request(phone, server, "CANCEL", user, "");
            awaitSpooled(server, 2);
            awaitDelivered(server, 2);
            server.assertUnharmed();
            stop(server);
        }
        assertThat(rows("SELECT caller, status FROM calls")).hasSize(1).allSatisfy(row -> assertThat(row)
                .startsWith("sip:o'brien')")
                .contains("[cut, ")
                .endsWith("|ended"));
    }

    @Test
    void shouldSayWhereItCannotWriteAndRefuseOrGoOnAsConfigured() throws Exception {
        Path output = folder.resolve("refused.log");
        Path config = Files.writeString(
                folder.resolve("refused.yaml"),
                """
                sip: {port: 0}
                http: {port: 0}
                engines: {mock: {type: mock}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                store: {enabled: true, dir: /proc/sidetone}
                """);
        Process process = ServerProcess.launch(output, "serve", "-c", config.toString());
        boolean ended = process.waitFor(30, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        assertThat(ended).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isEqualTo(78);
        assertThat(Files.readString(output)).contains("/proc/sidetone").contains("store.enabled: false");
        try (ServerProcess server = ServerProcess.start(folder, 10, "store: {dir: /proc/sidetone}\n")) {
            assertThat(server.output()).contains("store off: store.dir: /proc/sidetone");
            new Sipp(folder, server).run("answer-bye.xml", "desk", 1, "-d", "100");
            server.assertUnharmed();
        }
    }

    private static void request(DatagramSocket phone, ServerProcess server, String method, String user, String body)
            throws Exception {
        String here = "127.0.0.1:" + phone.getLocalPort();
        String text = method + " sip:ring@" + server.sip() + " SIP/2.0\r\nVia: SIP/2.0/UDP " + here
                + ";branch=z9hG4bKstore;rport\r\nMax-Forwards: 70\r\nFrom: <sip:" + user
                + "@127.0.0.1>;tag=1\r\nTo: <sip:ring@"
                + server.sip() + ">\r\nCall-ID: long-name@" + here + "\r\nCSeq: 1 " + method + "\r\nContact: <sip:"
                + here
                + ">\r\n" + (body.isEmpty() ? "" : "Content-Type: application/sdp\r\n") + "Content-Length: "
                + body.length() + "\r\n\r\n" + body;
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        phone.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), server.sipPort()));
        String wanted = method.equals("INVITE") ? "SIP/2.0 180" : "SIP/2.0 200";
        StringBuilder heard = new StringBuilder();
        DatagramPacket answer = new DatagramPacket(new byte[65_536], 65_536);
        do {
            phone.receive(answer);
            heard.append(new String(answer.getData(), 0, Math.min(40, answer.getLength()), StandardCharsets.US_ASCII));
        } while (!heard.toString().contains(wanted));
    }

    private static String offer() {
        return "v=0\r\no=caller 7 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\n"
                + "m=audio 9 RTP/AVP 0\r\na=rtpmap:0 PCMU/8000\r\n";
    }

    /** At least so many: an end is written when it comes, and again when the release of the engines changed it. */
    private static void awaitSpooled(ServerProcess server, int records) throws InterruptedException {
        server.await(
                records + " spooled records",
                30,
                () -> ServerProcess.quietly(() -> server.metric("sidetone_store_spooled_total")) >= records);
    }

    /** A server that stops delivers for five seconds at most, and opening an embedded database may take longer. */
    private static void awaitDelivered(ServerProcess server, int records) throws InterruptedException {
        server.await(
                records + " delivered records",
                30,
                () -> ServerProcess.quietly(() -> server.metric("sidetone_store_delivered_total")) >= records);
    }

    private static void awaitDatabase(ServerProcess server) throws InterruptedException {
        server.await(
                "the database",
                30,
                () -> ServerProcess.quietly(() -> server.metric("sidetone_store_database_up")) == 1);
    }

    private static void stop(ServerProcess server) throws InterruptedException {
        server.terminate();
        assertThat(server.awaitExit(30)).isZero();
    }

    private List<String> rows(String query) throws SQLException {
        return CallRowsReader.rows(
                () -> DriverManager.getConnection("jdbc:h2:file:" + folder.resolve("data/calls")), query);
    }
}
