package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The trunks of docs/trunks.md at one server, each at an address of its own, and what each carrier's documents say that it
 * does, played by sipp: {@code sipp/carrier/NAME.xml}. Never the live services.
 */
@Tag("CARD-08")
class CarrierDialoguesSystemTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String KEYS = "srtp: required, srtp-over-plain-signalling: true";
    private static final String REGISTERED = "register: true, from-domain: sip.example.net, ";

    /** What docs/trunks.md says of each, without TLS: Debian's sipp speaks none. */
    private enum Carrier {
        TWILIO("tcp", "username: agent, password: secret-of-twilio, " + KEYS),
        TELNYX("udp", "username: account, password: secret-of-telnyx, " + REGISTERED + KEYS),
        VONAGE(
                "udp",
                "username: api-key, password: secret-of-vonage, srtp: optional, srtp-over-plain-signalling: true"),
        BANDWIDTH("udp", KEYS),
        PLIVO("udp", "username: account, password: secret-of-plivo, codecs: [PCMU, PCMA], " + KEYS),
        TELEKOM(
                "udp",
                "username: '+4930123456', password: secret-of-telekom, bulk-numbers: true,"
                        + " numbers: {country: '+49', national-prefix: '0', international-prefix: '00'}, " + REGISTERED
                        + KEYS),
        TEAMS("tcp", "options-interval: 500ms, " + KEYS),
        GENESYS("tcp", KEYS),
        CHIME("tcp", "username: agent, password: secret-of-chime, " + KEYS),
        SIPCONNECT("udp", "username: agent, password: secret-of-pbx, bulk-numbers: true, " + REGISTERED + KEYS);

        private final String transport;
        private final String keys;

        Carrier(String transport, String keys) {
            this.transport = transport;
            this.keys = keys;
        }

        String trunk() {
            return name().toLowerCase(Locale.ROOT);
        }

        String address() {
            return "127.0.0." + (11 + ordinal());
        }

        String yaml(int port) {
            return "    - {name: " + trunk() + ", to: 'sip:" + address() + ":" + port + ";transport=" + transport
                    + "', " + (keys.contains("options-interval") ? "" : "options-interval: 0s, ") + keys + "}\n";
        }
    }

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder;

    /** Where the server reaches them. */
    private static final Map<Carrier, Integer> PORTS = new EnumMap<>(Carrier.class);

    private static final Map<Carrier, Sipp.Running> STANDING = new EnumMap<>(Carrier.class);

    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectories(folder.resolve("carrier"));
        StringBuilder trunks = new StringBuilder();
        for (Carrier each : Carrier.values()) {
            PORTS.put(each, LeasedPorts.listener());
            trunks.append(each.yaml(PORTS.get(each)));
        }
        for (Carrier registrar : new Carrier[] {Carrier.TELNYX, Carrier.TELEKOM, Carrier.SIPCONNECT}) {
            STANDING.put(registrar, register(registrar));
        }
        STANDING.put(Carrier.TEAMS, play(Carrier.TEAMS, "asked", PORTS.get(Carrier.TEAMS), "-m", "1000"));
        server = ServerProcess.startConfigured(
                folder,
                """
                sip:
                  port: 0
                  advertise: sip.example.com
                  trunks:
                %shttp: {port: 0, transfer-to: ["sip:*@127.0.0.15"]}
                outbound: {allow: ["+49"], on-voicemail: hang-up}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(trunks, LeasedPorts.server(10)));
    }

    private static Sipp.Running register(Carrier registrar) throws IOException {
        return play(
                registrar,
                "registrar",
                PORTS.get(registrar),
                "-m",
                "10",
                "-trace_msg",
                "-message_file",
                messages(registrar).toString());
    }

    private static Path messages(Carrier registrar) {
        return folder.resolve(registrar.trunk() + ".messages");
    }

    private static Sipp.Running play(Carrier carrier, String scenario, int port, String... more) throws IOException {
        String[] all = new String[more.length + 10];
        System.arraycopy(
                new String[] {
                    "-i",
                    carrier.address(),
                    "-mi",
                    carrier.address(),
                    "-p",
                    Integer.toString(port),
                    "-t",
                    carrier.transport.equals("tcp") ? "t1" : "u1",
                    "-timeout",
                    "300s"
                },
                0,
                all,
                0,
                10);
        System.arraycopy(more, 0, all, 10, more.length);
        return new Sipp(folder, server == null ? "127.0.0.1:9" : server.sip())
                .start("carrier/" + scenario + ".xml", "+4930999", 1, all);
    }

    @AfterEach
    void leaveNothingBehind() throws Exception {
        server.awaitIdle();
        server.assertUnharmed();
    }

    @AfterAll
    static void stop() {
        try {
            if (server != null) {
                server.close();
            }
        } finally {
            STANDING.values().forEach(each -> each.process().destroy());
        }
    }

    private static JsonNode detail(String id) throws Exception {
        return JSON.readTree(server.detail(id));
    }

    /** The call, once its agent speaks. */
    private static String speaking() throws InterruptedException {
        return server.awaitCall("\"state\":\"SPEAKING\"");
    }

    private static void assertOver(Carrier carrier, String id, String cause) throws Exception {
        server.awaitIdle();
        JsonNode call = detail(id);
        assertThat(call.at("/end/cause").asText()).isEqualTo(cause);
        assertThat(call.at("/media/srtp").asText())
                .isEqualTo(carrier == Carrier.VONAGE ? "" : "AES_CM_128_HMAC_SHA1_80");
        assertThat(call.at("/metrics/packetsOut").asInt()).isPositive();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    TELNYX     | +14155550100 | X-Telnyx-Session-ID
                    BANDWIDTH  | +19195550100 | verstat=TN-Validation-Passed
                    BANDWIDTH  | +19195550100 | ppt=shaken
                    TEAMS      | +4930123456  | cause%3D302
                    GENESYS    | +13175550100 | 5265736572766174696f6e2037;encoding=hex
                    SIPCONNECT | ''         | anonymous
                    """)
    void shouldTakeTheCallAsTheCarrierPlacesIt(Carrier carrier, String caller, String header) throws Exception {
        Sipp.Running call = play(carrier, carrier.trunk(), LeasedPorts.listener());
        String id = speaking();
        JsonNode told = detail(id);
        assertThat(told.path("caller").asText()).isEqualTo(caller);
        assertThat(told.path("called").asText()).isEqualTo("+4930999");
        assertThat(told.path("headers").toString() + told.path("from")).contains(header);
        call.awaitSuccess();
        assertOver(carrier, id, "CALLER_HUNG_UP");
    }

    @Test
    void shouldHangUpThroughTheProxiesOfTwilio() throws Exception {
        Sipp.Running call = play(Carrier.TWILIO, "twilio", LeasedPorts.listener());
        String id = speaking();
        assertThat(detail(id).path("caller").asText()).isEqualTo("+14155550100");
        assertThat(detail(id).path("headers").toString())
                .contains("{\"name\":\"X-Twilio-CallSid\",\"value\":\"CA00000000000000000000000000000002\"}")
                .contains("reason=unconditional");
        assertThat(server.post("/api/calls/" + id + "/hangup", "{}").statusCode())
                .isEqualTo(202);
        call.awaitSuccess();
        assertOver(Carrier.TWILIO, id, "OPERATOR");
    }

    @Test
    void shouldTransferThroughPlivoWhichDoesNotTellHowItWent() throws Exception {
        Sipp.Running call = play(Carrier.PLIVO, "plivo", LeasedPorts.listener());
        String id = speaking();
        server.await("the refreshed session", 20, () -> server.body("/api/calls/" + id)
                .contains("UPDATE"));
        assertThat(server.post("/api/calls/" + id + "/transfer", "{\"to\": \"sip:+14155550199@127.0.0.15\"}")
                        .statusCode())
                .isEqualTo(202);
        call.awaitSuccess();
        assertOver(Carrier.PLIVO, id, "TRANSFERRED");
    }

    @ParameterizedTest
    @EnumSource(
            value = Carrier.class,
            names = {"VONAGE", "TELEKOM", "CHIME"})
    void shouldPlaceACallAsTheCarrierWantsIt(Carrier carrier) throws Exception {
        Sipp.Running registrar = STANDING.remove(carrier);
        if (registrar != null) {
            awaitRegistration(carrier, registrar);
            registrar.process().destroy();
            registrar.process().waitFor();
        }
        Sipp.Running callee = play(carrier, carrier.trunk(), PORTS.get(carrier));
        if (carrier.transport.equals("tcp")) {
            server.await("sipp to listen", 20, () -> listens(carrier));
        }
        HttpResponse<String> placed = server.post(
                "/api/calls", "{\"to\": \"+4930123456\", \"agent\": \"desk\", \"trunk\": \"" + carrier.trunk() + "\"}");
        assertThat(placed.statusCode()).as(placed.body()).isEqualTo(201);
        String id = JSON.readTree(placed.body()).path("callId").asText();
        callee.awaitSuccess();
        assertOver(carrier, id, "CALLEE_HUNG_UP");
        if (registrar != null) {
            STANDING.put(carrier, register(carrier));
        }
    }

    private static boolean listens(Carrier carrier) {
        try (Socket socket = new Socket(carrier.address(), PORTS.get(carrier))) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    /** A failure shows what sipp heard and said. */
    private static void awaitRegistration(Carrier carrier, Sipp.Running registrar) throws Exception {
        try {
            server.await("a registration", 20, () -> registered(carrier));
        } catch (AssertionError late) {
            throw new AssertionError(
                    late.getMessage() + "\nmessages of sipp:\n" + text(messages(carrier)) + "\noutput of sipp:\n"
                            + text(registrar.log()),
                    late);
        }
    }

    private static String text(Path file) throws IOException {
        return Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "nothing";
    }

    private static boolean registered(Carrier carrier) {
        return ServerProcess.quietly(() -> server.metric("sidetone_trunk_registered", "\"" + carrier.trunk() + "\""))
                == 1;
    }

    @ParameterizedTest
    @CsvSource({"TELNYX, false", "TELEKOM, true", "SIPCONNECT, true"})
    void shouldRegisterAsTheCarrierWantsIt(Carrier carrier, boolean allNumbers) throws Exception {
        awaitRegistration(carrier, STANDING.get(carrier));
        String said = Files.readString(messages(carrier));
        assertThat(said).contains("REGISTER sip:sip.example.net").contains("Authorization: Digest ");
        assertThat(said.contains(";bnc")).isEqualTo(allNumbers);
        assertThat(said.contains("Proxy-Require: gin")).isEqualTo(allNumbers);
    }

    @Test
    void shouldAskTeamsAndAnswerIt() throws Exception {
        server.await(
                "an answer of Teams",
                20,
                () -> ServerProcess.quietly(() -> server.metric("sidetone_trunk_up", "\"teams\"")) == 1);
        play(Carrier.TEAMS, "asks", LeasedPorts.listener()).awaitSuccess();
    }
}
