package io.sidetone.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.sidetone.transport.http.HttpCounters;
import io.sidetone.transport.http.HttpServer;
import io.sidetone.transport.http.HttpServerSettings;
import io.sidetone.transport.http.Router;
import io.sidetone.transport.loop.EventLoops;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What bad peers do over real sockets: answered, counted, survived, and a good one beside them notices nothing. */
@Tag("real-time")
class WsSocketTest {
    private static final WsSettings SETTINGS = new WsSettings(20_000, 60_000, 256 << 10, 16_384, 5_000);
    private static EventLoops loops;

    private final EchoProtocol protocol = new EchoProtocol(0);
    private final EchoProtocol impatient = new EchoProtocol(400);
    private final WsCounters counters = new WsCounters();
    private HttpServer server;
    private RawWs good;
    private int goodMessages;

    @BeforeAll
    static void openLoops() {
        loops = EventLoops.open(1, "ws-test");
    }

    @AfterAll
    static void closeLoops() {
        loops.close();
    }

    @BeforeEach
    void openServer() throws Exception {
        HttpServerSettings settings = new HttpServerSettings(
                new InetSocketAddress("127.0.0.1", 0), Optional.empty(), Duration.ofSeconds(2), 4_096, 1 << 20);
        WsUpgrade upgrade = new WsUpgrade(
                List.of(new WsRoute("/echo", protocol), new WsRoute("/impatient", impatient)),
                new Origins(List.of("https://app.example.com")),
                SETTINGS,
                counters,
                System::nanoTime,
                (handshake, refusal) -> {});
        server = HttpServer.open(loops, settings, new Router(List.of()), upgrade, new HttpCounters());
        good = open("/echo");
        session(0);
    }

    @AfterEach
    void closeServer() throws Exception {
        try {
            goodLivesOn();
        } finally {
            good.close();
            server.close();
        }
    }

    private int port() {
        return server.address().getPort();
    }

    private RawWs open(String path, String... headers) throws IOException {
        return RawWs.open(port(), path, headers);
    }

    private void goodLivesOn() throws IOException {
        String text = "good " + ++goodMessages;
        good.text(text);
        assertThat(good.nextText()).isEqualTo(text);
    }

    private static void await(String what, BooleanSupplier so) throws InterruptedException {
        long limitNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!so.getAsBoolean()) {
            assertThat(System.nanoTime() - limitNs).as("waited for %s", what).isNegative();
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private EchoProtocol.Session session(int number) throws InterruptedException {
        await("session " + number, () -> protocol.sessions.size() > number);
        return protocol.sessions.get(number);
    }

    @Test
    void shouldPutFragmentsTogetherAndAnswerPingsBetweenThem() throws Exception {
        try (RawWs peer = open("/echo")) {
            byte[] word = "h\u00e9llo".getBytes(StandardCharsets.UTF_8);
            peer.frame(RawWs.TEXT, false, new byte[] {word[0], word[1]});
            peer.frame(RawWs.PING, true, new byte[] {9});
            peer.frame(RawWs.CONTINUATION, false, new byte[] {word[2]});
            peer.frame(RawWs.CONTINUATION, false, new byte[0]);
            peer.frame(RawWs.CONTINUATION, true, new byte[] {word[3], word[4], word[5]});
            RawWs.Frame pong = peer.read();
            assertThat(pong.opcode()).isEqualTo(RawWs.PONG);
            assertThat(pong.payload()).containsExactly(9);
            assertThat(peer.nextText()).isEqualTo("h\u00e9llo");
            peer.frame(RawWs.BINARY, false, new byte[300]);
            peer.frame(RawWs.CONTINUATION, true, new byte[20]);
            assertThat(peer.nextText()).isEqualTo("binary 320");
        }
    }

    @Test
    void shouldTakeAMessageOfTheLargestSizeAndRefuseOneByteMore() throws Exception {
        try (RawWs peer = open("/echo")) {
            peer.text("x".repeat(EchoProtocol.MAX_BYTES));
            assertThat(peer.nextText()).hasSize(EchoProtocol.MAX_BYTES);
            peer.raw(RawWs.header(0x81, EchoProtocol.MAX_BYTES + 1, true));
            assertThat(peer.closeCode()).isEqualTo(1009);
        }
        try (RawWs peer = open("/echo")) {
            peer.raw(RawWs.header(0x82, Long.MAX_VALUE, true));
            assertThat(peer.closeCode()).isEqualTo(1009);
        }
        await("both to be counted", () -> counters.value(WsCounter.OVERSIZED) == 2);
        await("both to be gone", () -> counters.connections() == 1);
    }

    @Test
    void shouldSayGoodbyeToWhoSendsTheWholeOfAMessageThatIsTooLarge() throws Exception {
        for (int round = 0; round < 3; round++) {
            try (RawWs peer = open("/echo")) {
                peer.text("x".repeat(24 << 20));
                assertThat(peer.closeCode())
                        .as("the goodbye is not lost behind a reset")
                        .isEqualTo(1009);
                assertThat(peer.read()).as("nothing follows").isNull();
            }
        }
        await("all to be gone", () -> counters.connections() == 1);
    }

    @Test
    void shouldRefuseFragmentsThatTogetherAreTooLargeOrTooMany() throws Exception {
        try (RawWs peer = open("/echo")) {
            peer.frame(RawWs.TEXT, false, new byte[40_000]);
            peer.frame(RawWs.CONTINUATION, false, new byte[40_000]);
            assertThat(peer.closeCode()).isEqualTo(1009);
        }
        try (RawWs peer = open("/echo")) {
            peer.frame(RawWs.BINARY, false, new byte[1]);
            for (int i = 0; i < 1_100; i++) {
                peer.frame(RawWs.CONTINUATION, false, new byte[0]);
            }
            assertThat(peer.closeCode()).isEqualTo(1009);
        }
        await("both to be counted", () -> counters.value(WsCounter.OVERSIZED) == 2);
        assertThat(protocol.sessions.stream().mapToInt(s -> s.texts.size()).sum())
                .isZero();
    }

    @Test
    void shouldRefuseTextThatIsNotUtf8() throws Exception {
        byte[][] bad = {
            {(byte) 0xff}, {(byte) 0xc0, (byte) 0xaf}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, {'a', (byte) 0xe2}
        };
        for (byte[] text : bad) {
            try (RawWs peer = open("/echo")) {
                peer.frame(RawWs.TEXT, true, text);
                assertThat(peer.closeCode()).isEqualTo(1007);
            }
        }
        try (RawWs peer = open("/echo")) {
            peer.frame(RawWs.TEXT, false, new byte[] {'a', (byte) 0xe2});
            peer.frame(RawWs.CONTINUATION, true, new byte[] {'b'});
            assertThat(peer.closeCode()).isEqualTo(1007);
        }
        await("all to be counted", () -> counters.value(WsCounter.MALFORMED) == bad.length + 1);
        goodLivesOn();
    }

    @Test
    void shouldRefuseFramesThatBreakTheRules() throws Exception {
        byte[] zeroMask = new byte[4];
        List<byte[]> bad = new ArrayList<>();
        bad.add(RawWs.header(0x81, 0, false)); // not masked
        bad.add(concat(RawWs.header(0xc1, 1, true), zeroMask)); // reserved bit
        bad.add(concat(RawWs.header(0x83, 0, true), zeroMask)); // reserved opcode
        bad.add(concat(RawWs.header(0x8f, 0, true), zeroMask)); // reserved control opcode
        bad.add(concat(RawWs.header(0x09, 0, true), zeroMask)); // fragmented ping
        bad.add(concat(RawWs.header(0x89, 126, true), zeroMask)); // long ping
        bad.add(concat(RawWs.header(0x80, 0, true), zeroMask)); // continuation of nothing
        bad.add(concat(RawWs.header(0x88, 1, true), zeroMask, new byte[1])); // goodbye with half a status
        bad.add(concat(
                RawWs.header(0x88, 2, true), zeroMask, new byte[] {0x03, (byte) 0xed})); // status 1005 on the wire
        for (byte[] frame : bad) {
            try (RawWs peer = open("/echo")) {
                peer.raw(frame);
                boolean goodbye = frame[0] == (byte) 0x88;
                assertThat(peer.closeCode()).as("%x", frame[0]).isIn(1002, goodbye ? -2 : 1002);
            }
        }
        await("all to be counted", () -> counters.value(WsCounter.MALFORMED) == bad.size());
        await("all to be gone", () -> counters.connections() == 1);
    }

    private static byte[] concat(byte[]... parts) {
        java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    @Test
    void shouldSurviveRandomBytesAfterTheUpgrade() throws Exception {
        long seed = Long.getLong("sidetone.seed", 20_261_101L);
        Random random = new Random(seed);
        for (int i = 0; i < 100; i++) {
            byte[] noise = new byte[1 + random.nextInt(400)];
            random.nextBytes(noise);
            try (RawWs peer = open("/echo")) {
                peer.raw(noise);
                peer.socket.shutdownOutput();
                for (RawWs.Frame frame = peer.read(); frame != null; frame = peer.read()) {
                    assertThat(frame.opcode()).as("seed %d", seed).isBetween(0, 10);
                }
            }
        }
        await("all to be gone", () -> counters.connections() == 1);
    }

    @Test
    void shouldKeepAudioBackAndControlInOrderWhenAPeerReadsSlowly() throws Exception {
        try (RawWs slow = RawWs.connect(port(), 4_096).upgraded("/echo")) {
            EchoProtocol.Session session = session(1);
            int[] kept = new int[2];
            run(session, () -> {
                for (int i = 0; i < 4_000; i++) {
                    ByteBuf audio = session.out.buffer(400).writeZero(400);
                    kept[session.out.audio(audio, true) ? 0 : 1]++;
                    if (i % 100 == 0) {
                        session.out.text("control " + i / 100);
                    }
                }
            });
            assertThat(kept[0]).as("audio that found room").isBetween(10, 1_000);
            assertThat(counters.value(WsCounter.AUDIO_DROPPED)).isEqualTo(kept[1]);
            goodLivesOn();
            int audio = 0;
            int control = 0;
            while (control < 40) {
                RawWs.Frame frame = slow.read();
                if (frame.opcode() == RawWs.TEXT) {
                    assertThat(frame.text()).isEqualTo("control " + control++);
                } else {
                    audio++;
                }
            }
            assertThat(audio).isEqualTo(kept[0]);
            await("word that there is room again", () -> session.writable > 0);
        }
    }

    @Test
    void shouldCloseWith1013APeerThatLetsControlPileUp() throws Exception {
        try (RawWs slow = RawWs.connect(port(), 4_096).upgraded("/echo")) {
            EchoProtocol.Session session = session(1);
            run(session, () -> {
                for (int i = 0; i < 4_000; i++) {
                    session.out.text(i + " " + "x".repeat(1_000));
                }
            });
            goodLivesOn();
            int next = 0;
            int code = 0;
            for (RawWs.Frame frame = slow.read(); frame != null && code == 0; frame = slow.read()) {
                if (frame.opcode() == RawWs.CLOSE) {
                    code = frame.code();
                } else {
                    assertThat(frame.text()).startsWith(next++ + " ");
                }
            }
            assertThat(code).isEqualTo(1013);
            assertThat(next).isBetween(200, 4_000);
            await("it to be counted", () -> counters.value(WsCounter.SLOW) == 1);
            await("it to be gone", () -> session.closedTimes == 1);
        }
    }

    @Test
    void shouldCloseWith1013APeerThatPingsWithoutEndAndReadsNoAnswer() throws Exception {
        try (RawWs flooding = RawWs.connect(port(), 4_096).upgraded("/echo")) {
            EchoProtocol.Session session = session(1);
            try {
                for (int i = 0; i < 60_000; i++) {
                    flooding.frame(RawWs.PING, true, new byte[125]);
                }
            } catch (IOException closedByServer) {
                // What is wanted.
            }
            await("it to be counted", () -> counters.value(WsCounter.SLOW) == 1);
            await("it to be gone", () -> session.closedTimes == 1);
        }
    }

    @Test
    void shouldNotWaitForEverForAPeerThatSaysGoodbyeAndReadsNothing() throws Exception {
        for (int opcode : new int[] {RawWs.CLOSE, 3}) {
            int before = protocol.sessions.size();
            try (RawWs stuck = RawWs.connect(port(), 4_096).upgraded("/echo")) {
                EchoProtocol.Session session = session(before);
                run(session, () -> {
                    for (int i = 0; i < 200; i++) {
                        session.out.text("x".repeat(1_000));
                    }
                });
                stuck.frame(opcode, true, new byte[0]);
                await("opcode " + opcode + " to be let go", () -> session.closedTimes == 1);
            }
        }
    }

    private static void run(EchoProtocol.Session session, Runnable step) throws Exception {
        session.out.loop().submit(step).get(20, TimeUnit.SECONDS);
    }

    @Test
    void shouldNoticeASocketThatIsHalfOpenOrReset() throws Exception {
        try (RawWs half = open("/echo")) {
            EchoProtocol.Session session = session(1);
            half.socket.shutdownOutput();
            await("the half to be let go", () -> session.closedTimes == 1);
            assertThat(half.closeCode()).isEqualTo(-2);
        }
        RawWs reset = open("/echo");
        EchoProtocol.Session session = session(2);
        reset.socket.setSoLinger(true, 0);
        reset.close();
        await("the reset one to be let go", () -> session.closedTimes == 1);
        assertThat(counters.connections()).isEqualTo(1);
    }

    @Test
    void shouldCloseTheConnectionOfASessionThatFailsAndNoOther() throws Exception {
        try (RawWs peer = open("/echo")) {
            peer.text("defect");
            assertThat(peer.closeCode()).isEqualTo(1011);
        }
        assertThat(counters.value(WsCounter.FAULT)).isEqualTo(1);
        assertThatThrownBy(() -> open("/echo?defect=1")).hasMessageContaining("HTTP/1.1 500 ");
    }

    @Test
    void shouldRefuseBeforeTheUpgradeWithoutATokenOrWithAWrongOne() throws Exception {
        protocol.token = "right";
        assertThatThrownBy(() -> open("/echo")).hasMessageContaining("HTTP/1.1 401 ");
        assertThatThrownBy(() -> open("/echo?token=wrong")).hasMessageContaining("HTTP/1.1 403 ");
        try (RawWs peer = open("/echo?token=right")) {
            peer.text("in");
            assertThat(peer.nextText()).isEqualTo("in");
        }
        assertThat(counters.value(WsCounter.REFUSED)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://evil.example",
                "https://127.0.0.1.evil.example",
                "http://127.0.0.1:81",
                "null",
                "file://",
                "http://127.0.0.1@evil.example",
                "%%%"
            })
    void shouldRefuseAPageOfAnotherOrigin(String origin) {
        assertThatThrownBy(() -> open("/echo", "Origin: " + origin))
                .hasMessageContaining("HTTP/1.1 403 ")
                .hasMessageContaining("application/problem+json");
        assertThat(counters.value(WsCounter.REFUSED)).isEqualTo(1);
        assertThat(protocol.sessions).hasSize(1);
    }

    @Test
    void shouldTakeAPageOfItsOwnOriginOrAListedOne() throws Exception {
        try (RawWs peer = open("/echo", "Origin: http://127.0.0.1")) {
            peer.text("own");
            assertThat(peer.nextText()).isEqualTo("own");
        }
        try (RawWs peer = open("/echo", "Origin: https://app.example.com")) {
            peer.text("listed");
            assertThat(peer.nextText()).isEqualTo("listed");
        }
        try (RawWs peer = open("/echo", "Origin: http://127.0.0.1:80")) {
            peer.text("own");
            assertThat(peer.nextText()).isEqualTo("own");
        }
    }

    @Test
    void shouldAnswerUpgradesThatAreNone() throws Exception {
        String whole = RawWs.request("/echo");
        String[][] bad = {
            {"GET /echo HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "426"},
            {whole.replace("Version: 13", "Version: 8"), "426"},
            {whole.replace("Sec-WebSocket-Version: 13\r\n", ""), "426"},
            {whole.replace("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", ""), "400"},
            {whole.replace("Upgrade: websocket", "Upgrade: h2c"), "426"},
            {whole.replace("GET ", "POST ").replace("\r\n\r\n", "\r\nContent-Length: 0\r\n\r\n"), "426"},
            {whole.replace("/echo", "/nothing"), "404"},
            {whole.replace("Host: 127.0.0.1\r\n", ""), "400"},
            {whole.replace("\r\n\r\n", "\r\nX: " + "y".repeat(20_000) + "\r\n\r\n"), "431"},
            {"\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n", "400"}
        };
        for (String[] each : bad) {
            try (RawWs peer = RawWs.connect(port(), 0)) {
                peer.write(each[0]);
                String head = peer.head();
                assertThat(head).as(each[0]).startsWith("HTTP/1.1 " + each[1] + " ");
                if (each[1].equals("426")) {
                    assertThat(head.toLowerCase(Locale.ROOT))
                            .as("RFC 9110 section 15.5.22, RFC 6455 section 4.4")
                            .contains("\r\nupgrade: websocket\r\n")
                            .contains("\r\nsec-websocket-version: 13\r\n");
                }
            }
            goodLivesOn();
        }
        assertThat(protocol.sessions).hasSize(1);
    }

    @Test
    void shouldHoldAThousandConnectionsThatNeverSpeakAndServeTheOthers() throws Exception {
        int many = 1_000;
        List<RawWs> silent = new ArrayList<>();
        try {
            for (int i = 0; i < many; i++) {
                silent.add(i % 2 == 0 ? open("/impatient") : RawWs.connect(port(), 0));
                if (i % 100 == 0) {
                    goodLivesOn();
                }
            }
            await("all that upgraded to be closed", () -> impatient.closed.get() == many / 2);
            assertThat(silent.get(0).closeCode()).isEqualTo(1008);
            for (int i = 1; i < many; i += 2) {
                assertThat(silent.get(i).socket.getInputStream().read())
                        .as("connection %d that never became a request", i)
                        .isEqualTo(-1);
            }
            goodLivesOn();
            await("all to be gone", () -> counters.connections() == 1);
            assertThat(counters.value(WsCounter.SILENT)).isEqualTo(many / 2);
        } finally {
            for (RawWs one : silent) {
                one.close();
            }
        }
    }
}
