package io.sidetone.server.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.rtp.dtmf.TelephoneEventReceiver;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transfer, hold and digits of ours, asked for over HTTP and seen by sipp. */
@Tag("CARD-08")
class ControlSystemTest {
    private static final Pattern CALL_ID = Pattern.compile("\"callId\":\"([0-9A-Z]{26})\"");
    private static final int EVENTS = 101;
    private static final int HEADER = 12;

    @TempDir
    private static Path folder;

    private static ServerProcess server;
    private static Sipp sipp;

    @BeforeAll
    static void start() throws Exception {
        server = ServerProcess.start(folder, 10);
        sipp = new Sipp(folder, server);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void leaveNothingBehind() throws Exception {
        server.awaitIdle();
        server.assertUnharmed();
    }

    @Test
    void shouldTransferTheCallerAndHangUpAfterIt() throws Exception {
        Sipp.Running call = sipp.start("transferred.xml", "desk", 1);
        String id = upCall();
        ask(id, "transfer", "{\"to\":\"sip:desk@example.com\"}");
        call.awaitSuccess();
        server.awaitIdle();
        assertThat(detail(id))
                .contains("transfer to sip:desk@example.com: 202")
                .contains("transfer to sip:desk@example.com: 180")
                .contains("transfer to sip:desk@example.com: 200")
                .contains("the call was transferred");
    }

    @Test
    void shouldGoOnWhenTheTransferIsRefused() throws Exception {
        Sipp.Running call = sipp.start("transfer-refused.xml", "desk", 1);
        String id = upCall();
        ask(id, "transfer", "{\"to\":\"sip:desk@example.com\"}");
        call.awaitSuccess();
        server.awaitIdle();
        assertThat(detail(id)).contains("sip:desk@example.com: 603").contains("the caller hung up");
    }

    @Test
    void shouldGoOnWhenTheOtherTelephoneIsBusy() throws Exception {
        Sipp.Running call = sipp.start("transfer-fails.xml", "desk", 1);
        String id = upCall();
        ask(id, "transfer", "{\"to\":\"sip:desk@example.com\"}");
        call.awaitSuccess();
        server.awaitIdle();
        assertThat(detail(id)).contains("sip:desk@example.com: 486").contains("the caller hung up");
    }

    @Test
    void shouldHoldAfterA491AndTakeTheCallerBack() throws Exception {
        Sipp.Running call = sipp.start("held-by-server.xml", "desk", 1);
        String id = upCall();
        ask(id, "hold", "{\"on\":true}");
        ServerProcess.awaitOrFail("the hold", 20, () -> body("/api/calls").contains("\"held\":true"));
        ask(id, "hold", "{\"on\":false}");
        call.awaitSuccess();
        server.awaitIdle();
        assertThat(detail(id)).contains("held by us").contains("resumed by us");
    }

    @Test
    void shouldSendDigitsAsTelephoneEvents() throws Exception {
        try (DatagramSocket phone = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            phone.setSoTimeout(20_000);
            String port = Integer.toString(phone.getLocalPort());
            Sipp.Running call = sipp.start("digits-from-server.xml", "desk", 1, "-key", "digit_port", port);
            String id = upCall();
            ask(id, "dtmf", "{\"digits\":\"19*#D\"}");
            assertThat(heard(phone, 5)).isEqualTo("19*#D");
            assertThat(server.delete("/api/calls/" + id).statusCode()).isEqualTo(202);
            call.awaitSuccess();
        }
    }

    /** Listens until {@code count} digits were heard. */
    private static String heard(DatagramSocket phone, int count) throws IOException {
        StringBuilder digits = new StringBuilder();
        TelephoneEventReceiver receiver =
                new TelephoneEventReceiver(8_000, (digit, heldMs, nowNs) -> digits.append(digit), new RtpCounters());
        DatagramPacket packet = new DatagramPacket(new byte[2_048], 2_048);
        while (digits.length() < count) {
            phone.receive(packet);
            byte[] bytes = packet.getData();
            if ((bytes[1] & 0x7F) == EVENTS) {
                byte[] payload = Arrays.copyOfRange(bytes, HEADER, packet.getLength());
                int timestamp = ByteBuffer.wrap(bytes).getInt(4);
                receiver.onPacket(timestamp, bytes[1] < 0, payload, payload.length, System.nanoTime());
            }
        }
        return digits.toString();
    }

    private static void ask(String id, String what, String json) throws Exception {
        var answer = server.post("/api/calls/" + id + "/" + what, json);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    }

    /** The one call that is up and greets. */
    private static String upCall() throws Exception {
        String[] id = new String[1];
        ServerProcess.awaitOrFail("a call that speaks", 20, () -> {
            String calls = body("/api/calls");
            Matcher matcher = CALL_ID.matcher(calls);
            if (matcher.find() && calls.contains("\"state\":\"SPEAKING\"")) {
                id[0] = matcher.group(1);
            }
            return id[0] != null;
        });
        return id[0];
    }

    private static String body(String path) {
        try {
            return server.get(path).body();
        } catch (IOException | InterruptedException e) {
            return "";
        }
    }

    private static String detail(String id) throws Exception {
        return server.get("/api/calls/" + id).body();
    }
}
