package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sidetone.transport.sip.transaction.SipCoreCounter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** sipp calls the user agent over real sockets. Counts and exit codes only, no intervals. */
@Tag("real-time")
class SippPeerTest {
    private static final String CANCEL_SCENARIO =
            """
            <?xml version="1.0" encoding="ISO-8859-1" ?>
            <scenario name="cancel while ringing">
            <send retrans="500"><![CDATA[
            INVITE sip:ring@[remote_ip]:[remote_port] SIP/2.0
            Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
            Max-Forwards: 70
            From: <sip:c@[local_ip]:[local_port]>;tag=[call_number]
            To: <sip:ring@[remote_ip]:[remote_port]>
            Call-ID: [call_id]
            CSeq: 1 INVITE
            Contact: <sip:c@[local_ip]:[local_port]>
            Content-Length: 0

            ]]></send>
            <recv response="100"/>
            <recv response="180"/>
            <send retrans="500"><![CDATA[
            CANCEL sip:ring@[remote_ip]:[remote_port] SIP/2.0
            Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch-3]
            Max-Forwards: 70
            From: <sip:c@[local_ip]:[local_port]>;tag=[call_number]
            To: <sip:ring@[remote_ip]:[remote_port]>
            Call-ID: [call_id]
            CSeq: 1 CANCEL
            Content-Length: 0

            ]]></send>
            <recv response="200"/>
            <recv response="487"/>
            <send><![CDATA[
            ACK sip:ring@[remote_ip]:[remote_port] SIP/2.0
            Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch-6]
            Max-Forwards: 70
            From: <sip:c@[local_ip]:[local_port]>;tag=[call_number]
            To: <sip:ring@[remote_ip]:[remote_port]>[peer_tag_param]
            Call-ID: [call_id]
            CSeq: 1 ACK
            Content-Length: 0

            ]]></send>
            </scenario>
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"u1", "t1", "tn"})
    void shouldTakeCallsOfSipp(String transport) throws Exception {
        try (SocketAgent server = new SocketAgent(SippPeerTest::answer, 1)) {
            String output = sipp(server, transport, 200, "-sn", "uac");

            assertThat(server.count(SipCoreCounter.CALLS_IN)).as(output).isEqualTo(200);
            assertThat(server.onLoop(server.agent::calls)).isZero();
            assertThat(server.count(SipCoreCounter.UNMATCHED_ACKS)).isZero();
            assertThat(server.count(SipCoreCounter.ACK_TIMEOUTS)).isZero();
            assertThat(server.count(SipCoreCounter.ILLEGAL_CALL_EVENTS)).isZero();
        }
    }

    @Test
    void shouldBeCancelledBySipp() throws Exception {
        Path scenario = Files.writeString(folder.resolve("cancel.xml"), CANCEL_SCENARIO);
        try (SocketAgent server = new SocketAgent(SippPeerTest::answer, 1)) {
            String output = sipp(server, "u1", 50, "-sf", scenario.toString());

            assertThat(server.count(SipCoreCounter.CALLS_CANCELLED)).as(output).isEqualTo(50);
            assertThat(server.onLoop(server.agent::calls)).isZero();
        }
    }

    private static void answer(IncomingCall call, long nowNs) {
        call.ringing();
        if (!"ring".equals(call.requestUri().user())) {
            call.answer(UaBench.ANSWER);
        }
    }

    private String sipp(SocketAgent server, String transport, int calls, String... scenario)
            throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/sipp")), "sipp is not installed (package sip-tester)");
        List<String> command = new ArrayList<>(List.of("/usr/bin/sipp"));
        command.addAll(List.of(scenario));
        command.addAll(List.of("-t", transport, "-m", Integer.toString(calls), "-r", "100", "-i", "127.0.0.1"));
        command.addAll(List.of("-nostdin", "-timeout", "60s", "-timeout_error", "-max_socket", "250"));
        command.add("127.0.0.1:" + server.endpoint.local().getPort());
        Path log = folder.resolve("sipp.log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean exited = process.waitFor(90, TimeUnit.SECONDS);
        if (!exited) {
            process.destroyForcibly().waitFor();
        }
        String output = Files.readString(log, StandardCharsets.ISO_8859_1);
        assertThat(exited).as("sipp ended by itself\n%s", output).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }
}
