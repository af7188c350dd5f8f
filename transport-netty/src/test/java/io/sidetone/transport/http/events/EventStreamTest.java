package io.sidetone.transport.http.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorViews;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.TurnRole;
import io.sidetone.core.turn.event.Interruption;
import io.sidetone.core.turn.event.TurnDescriptor;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.transport.http.HttpCounters;
import io.sidetone.transport.http.HttpServer;
import io.sidetone.transport.http.HttpServerSettings;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.http.Router;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.ws.WsUpgrade;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Server-sent events over real sockets. */
@Tag("ITE-PAT-001")
class EventStreamTest {
    private static final String ONE = "01JABCDEFGHJKMNPQRSTVWXYZ0";
    private static final String OTHER = "01JABCDEFGHJKMNPQRSTVWXYZ1";
    private static EventLoops loops;

    private final EventHub hub = new EventHub(() -> 40_000_000L, 200);
    private HttpServer server;

    @BeforeAll
    static void openLoops() {
        loops = EventLoops.open(1, "events-test");
    }

    @AfterAll
    static void closeLoops() {
        loops.close();
    }

    @BeforeEach
    void openServer() throws Exception {
        HttpServerSettings settings = new HttpServerSettings(
                new InetSocketAddress("127.0.0.1", 0), Optional.empty(), Duration.ofSeconds(1), 8, 1 << 20);
        Router router = new Router(List.of(
                Route.of(
                        "GET",
                        "/all",
                        request -> hub.subscription(
                                null, request.confidential(), request.header("Last-Event-ID"), () -> true)),
                Route.of(
                        "GET",
                        "/one",
                        request -> hub.subscription(ONE, true, request.header("Last-Event-ID"), () -> true)),
                Route.of("GET", "/over", request -> hub.subscription(ONE, true, "", () -> false)),
                Route.of("GET", "/far", request -> hub.subscription(null, false, "", () -> true))));
        server = HttpServer.open(loops, settings, router, WsUpgrade.none(), new HttpCounters());
    }

    @AfterEach
    void closeServer() {
        server.close();
    }

    private static CallRecord call(String id) {
        return new CallRecord(
                new CallSetup(
                        new CallSetup.Identity(
                                id, "x", "test", "desk", "a", "b", CallFacts.NONE, 1, 1_758_906_632_123L, 0),
                        CallSetup.Engines.of(null, null, null),
                        CallSetup.Line.of(null, null),
                        CallSetup.Terms.DEFAULT),
                null);
    }

    private static TurnEvent event(TurnEventType type, long sequence) {
        Interruption how = new Interruption(
                InterruptionType.BARGE_IN, InterruptionSource.DETECTOR, 1_758_906_632_150L, 40, "speech");
        return new TurnEvent(
                type,
                sequence,
                FloorState.LISTENING,
                new FloorViews("user_speaking", "listening", "listening", "LISTENING"),
                new TurnDescriptor(
                        "turn-123", TurnRole.ASSISTANT, 5, 1_758_906_632_000L, TurnDescriptor.OPEN, how, "default"),
                30_000_000L,
                1_758_906_632_150L,
                Map.of("interruptionCount", 2));
    }

    private static void await(String what, BooleanSupplier so) throws InterruptedException {
        long limitNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!so.getAsBoolean()) {
            assertThat(System.nanoTime() - limitNs).as("waited for %s", what).isNegative();
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** A reader of the stream at {@code path}, beyond the head. */
    private final class Reader implements AutoCloseable {
        final Socket socket;
        final BufferedReader in;
        final StringBuilder head = new StringBuilder();

        Reader(String path) throws Exception {
            this(path, "");
        }

        Reader(String path, String lastId) throws Exception {
            int before = hub.subscriberCount();
            socket = new Socket("127.0.0.1", server.address().getPort());
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n"
                                    + (lastId.isEmpty() ? "" : "Last-Event-ID: " + lastId + "\r\n") + "\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
                head.append(line).append('\n');
            }
            await("the subscription", () -> hub.subscriberCount() == before + 1);
        }

        /** The next line that begins with {@code prefix}; null at the end of the stream. */
        String next(String prefix) throws Exception {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith(prefix)) {
                    return line.substring(prefix.length());
                }
            }
            return null;
        }

        JsonNode message() throws Exception {
            return new ObjectMapper().readTree(next("data: "));
        }

        @Override
        public void close() throws java.io.IOException {
            socket.close();
        }
    }

    @Test
    @Tag("ITE-MSG-001")
    @Tag("ITE-REQ-001")
    @Tag("VAN-15")
    @Tag("VAN-15.b")
    void shouldTellEverySubscriberTheMessageOfTheDocument() throws Exception {
        try (Reader first = new Reader("/all");
                Reader second = new Reader("/all")) {
            assertThat(first.head).startsWith("HTTP/1.1 200 OK").contains("text/event-stream");
            hub.on(call(ONE), event(TurnEventType.STATE_CHANGED, 7));
            assertThat(first.next("id: ")).isEqualTo(ONE + "/7");
            JsonNode message = first.message();
            assertThat(message.path("type").asText()).isEqualTo("voicepilot.turn.event");
            JsonNode payload = message.path("payload");
            assertThat(payload.path("state").asText()).isEqualTo("listening");
            assertThat(payload.at("/view/vantum").asText()).isEqualTo("LISTENING");
            assertThat(payload.at("/turn/turnId").asText()).isEqualTo("turn-123");
            assertThat(payload.at("/turn/role").asText()).isEqualTo("assistant");
            assertThat(payload.at("/turn/startedAt").asText()).isEqualTo("2025-09-26T17:10:32.000Z");
            assertThat(payload.at("/turn/policyProfile").asText()).isEqualTo("default");
            assertThat(payload.at("/turn/interruption/source").asText()).isEqualTo("client-hint");
            assertThat(payload.path("timestamp").asText()).isEqualTo("2025-09-26T17:10:32.150Z");
            assertThat(payload.at("/diagnostics/interruptionCount").asInt()).isEqualTo(2);
            assertThat(second.message()).isEqualTo(message);
            await("both to be counted", () -> hub.broadcast().total().getTotalCount() == 2);
            assertThat(hub.broadcast().total().getMaxValue()).isBetween(9_900_000L, 10_200_000L);
        }
    }

    @Test
    void shouldTellOnlyOfTheCallThatWasAskedForAndEndWithIt() throws Exception {
        try (Reader reader = new Reader("/one")) {
            hub.on(call(OTHER), event(TurnEventType.TURN_STARTED, 1));
            hub.on(call(ONE), event(TurnEventType.TURN_STARTED, 2));
            assertThat(reader.message().at("/payload/callId").asText()).isEqualTo(ONE);
            hub.on(call(OTHER), new CallObserver.Ended());
            hub.on(call(ONE), new CallObserver.Ended());
            assertThat(reader.next("data: ")).isNull();
        }
        await("nobody to be subscribed", () -> hub.subscriberCount() == 0);
    }

    @Test
    void shouldEndAtOnceWhenTheCallEndedBeforeTheSubscriptionStood() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write("GET /over HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all).startsWith("HTTP/1.1 200 OK").endsWith("0\r\n\r\n");
        }
    }

    @Test
    void shouldBeatAndOutliveTheIdleTimeoutWhenNothingHappens() throws Exception {
        try (Reader reader = new Reader("/all")) {
            for (int i = 0; i < 8; i++) {
                assertThat(reader.next(":")).isNotNull();
            }
            hub.on(call(ONE), event(TurnEventType.TURN_STARTED, 1));
            assertThat(reader.message().at("/payload/sequence").asInt()).isEqualTo(1);
        }
    }

    @Test
    @Tag("ITE-SEC-001")
    void shouldWithholdInterruptionsWhenTheWayIsNeitherLoopbackNorEncrypted() throws Exception {
        try (Reader reader = new Reader("/far")) {
            hub.on(call(ONE), event(TurnEventType.INTERRUPTION, 1));
            hub.on(call(ONE), event(TurnEventType.TURN_ENDED, 2));
            JsonNode payload = reader.message().path("payload");
            assertThat(payload.path("sequence").asInt()).isEqualTo(2);
            assertThat(payload.at("/turn/turnId").asText()).isEqualTo("turn-123");
            assertThat(payload.at("/turn/interruption").isMissingNode()).isTrue();
            assertThat(payload.path("diagnostics").isMissingNode()).isTrue();
        }
    }

    @Test
    void shouldTellAReaderThatComesBackWhatItMissed() throws Exception {
        for (int i = 1; i <= 5; i++) {
            hub.on(call(ONE), event(TurnEventType.TURN_STARTED, i));
            hub.on(call(OTHER), event(TurnEventType.TURN_ENDED, i));
        }
        try (Reader reader = new Reader("/one", ONE + "/3")) {
            hub.on(call(ONE), event(TurnEventType.TURN_STARTED, 6));
            for (int i = 4; i <= 6; i++) {
                assertThat(reader.next("id: ")).isEqualTo(ONE + "/" + i);
            }
        }
        await("nobody to be subscribed", () -> hub.subscriberCount() == 0);
        try (Reader reader = new Reader("/all", ONE + "/5")) {
            hub.on(call(OTHER), event(TurnEventType.TURN_ENDED, 6));
            java.util.Set<String> told = new java.util.HashSet<>();
            for (String id = reader.next("id: "); !id.equals(OTHER + "/6"); id = reader.next("id: ")) {
                assertThat(told.add(id)).as("%s once", id).isTrue();
            }
            assertThat(told).contains(OTHER + "/5", ONE + "/6").doesNotContain(ONE + "/5", ONE + "/4");
        }
    }

    @Test
    void shouldSayThatEventsAreMissingWhenTheyAreForgottenOrTheIdIsNone() throws Exception {
        for (int i = 1; i <= RecentEvents.KEPT + 10; i++) {
            hub.on(call(ONE), event(TurnEventType.TURN_STARTED, i));
        }
        try (Reader reader = new Reader("/one", ONE + "/3")) {
            assertThat(reader.next(": events")).startsWith(" after Last-Event-ID are missing");
            assertThat(reader.next("id: ")).isEqualTo(ONE + "/11");
        }
        await("nobody to be subscribed", () -> hub.subscriberCount() == 0);
        for (String id : List.of("nonsense", OTHER + "/1", ONE + "/99999999999999999999")) {
            try (Reader reader = new Reader("/all", id)) {
                assertThat(reader.next(": events")).as(id).startsWith(" after Last-Event-ID are missing");
            }
            await("nobody to be subscribed", () -> hub.subscriberCount() == 0);
        }
    }

    @Test
    void shouldForgetASubscriberThatLeaves() throws Exception {
        try (Reader reader = new Reader("/all")) {
            assertThat(reader.next(":")).isNotNull();
        }
        await("the reader to be forgotten", () -> hub.subscriberCount() == 0);
        hub.on(call(ONE), event(TurnEventType.TURN_STARTED, 1));
        assertThat(hub.droppedCount()).isZero();
    }

    @Test
    void shouldDropASlowSubscriberAndServeTheOthers() throws Exception {
        try (Reader slow = new Reader("/all");
                Reader good = new Reader("/all")) {
            CallRecord call = call(ONE);
            int sequence = 0;
            while (hub.droppedCount() == 0 && sequence < 200_000) {
                for (int i = 0; i < 100; i++) {
                    hub.on(call, event(TurnEventType.TURN_STARTED, ++sequence));
                }
                String last = ONE + "/" + sequence;
                for (String id = good.next("id: "); !last.equals(id); id = good.next("id: ")) {
                    assertThat(id).isNotNull();
                }
            }
            assertThat(hub.droppedCount()).isEqualTo(1);
            await("the slow one to be forgotten", () -> hub.subscriberCount() == 1);
            hub.on(call, event(TurnEventType.TURN_STARTED, ++sequence));
            assertThat(good.next("id: ")).isEqualTo(ONE + "/" + sequence);
            assertThat(slow.socket.isClosed()).isFalse();
        }
    }

    @Test
    void shouldHangUpWhenSomethingIsAskedOnAStream() throws Exception {
        try (Reader reader = new Reader("/all")) {
            reader.socket
                    .getOutputStream()
                    .write("GET /all HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(reader.next("data: ")).isNull();
        }
        await("the reader to be forgotten", () -> hub.subscriberCount() == 0);
    }
}
