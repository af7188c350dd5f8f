package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.server.records.subscribers.EventReceiver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A web server that subscribes is told of real calls, also of what happened while it was away. */
@Tag("ITE-PAT-001")
@Tag("ITE-MSG-001")
class SubscriberSystemTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private static String subscribers(int port) {
        return """
                subscribers:
                  - name: crm
                    url: http://127.0.0.1:%d/events
                    secret: %s
                  - name: nobody
                    url: http://127.0.0.1:9/events
                    secret: sixteen-characters-and-more
                    events: [interruption]
                """
                .formatted(port, EventReceiver.SECRET);
    }

    @Test
    void shouldTellASubscriberOfEveryEventOfACallInOrder() throws Exception {
        CallerMedia.quietLine(folder.resolve("caller.ul"));
        try (EventReceiver receiver = new EventReceiver(0)) {
            try (ServerProcess server = ServerProcess.start(folder, 10, subscribers(receiver.port()))) {
                assertThat(server.output()).contains("subscriber crm http://127.0.0.1:" + receiver.port() + "\n");
                assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
                new Sipp(folder, server).run("answer-rtp.xml", "desk", 2, "-d", "2000");
                server.awaitIdle();
                server.terminate();
                assertThat(server.awaitExit(30)).isZero();
                assertThat(server.output()).doesNotContain(EventReceiver.SECRET);
            }
            assertThat(receiver.complaints).isEmpty();
            Map<String, List<JsonNode>> calls = new HashMap<>();
            for (String body : receiver.taken) {
                JsonNode payload = JSON.readTree(body).path("payload");
                calls.computeIfAbsent(payload.path("callId").asText(), id -> new ArrayList<>())
                        .add(payload);
            }
            assertThat(calls).hasSize(2);
            calls.values().forEach(SubscriberSystemTest::whole);
        }
    }

    private static void whole(List<JsonNode> events) {
        for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i).path("sequence").asInt()).isEqualTo(i + 1);
        }
        assertThat(events).extracting(event -> event.path("type").asText()).contains("state-changed", "turn-started");
        assertThat(events.get(events.size() - 2).path("floor").asText()).isEqualTo("ENDING");
        assertThat(events.get(events.size() - 1).path("type").asText()).isEqualTo("call-ended");
    }

    @Test
    void shouldDeliverAfterItsRestartWhatItsSubscriberWasNotThereFor() throws Exception {
        CallerMedia.quietLine(folder.resolve("caller.ul"));
        // A socket that is bound and does not listen keeps the port for the subscriber: connections are refused.
        Socket kept = new Socket();
        kept.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        int port = kept.getLocalPort();
        try (kept;
                ServerProcess server = ServerProcess.start(folder, 10, subscribers(port))) {
            new Sipp(folder, server).run("answer-rtp.xml", "desk", 1, "-d", "1000");
            server.awaitIdle();
            assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
            server.terminate();
            assertThat(server.awaitExit(30)).isZero();
        }
        try (Stream<Path> left = Files.list(folder.resolve("data/subscribers/crm"))) {
            assertThat(left.map(Path::toString)).anyMatch(file -> file.endsWith(".spool"));
        }
        try (EventReceiver back = new EventReceiver(port);
                ServerProcess server = ServerProcess.start(folder, 10, subscribers(port))) {
            ServerProcess.awaitOrFail("the end of the call", 30, () -> back.taken.stream()
                    .anyMatch(body -> body.contains("\"floor\":\"ENDING\"")));
            assertThat(back.complaints).isEmpty();
            assertThat(server.get("/metrics").body())
                    .contains("sidetone_subscriber_up{subscriber=\"crm\"} 1.0")
                    .contains("sidetone_subscriber_overflow_total{subscriber=\"crm\"} 0.0");
        }
    }
}
