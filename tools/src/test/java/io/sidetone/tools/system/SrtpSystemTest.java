package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Encrypted calls, by baresip, by our phone and by sipp. */
@Tag("CARD-08")
@Execution(ExecutionMode.CONCURRENT)
class SrtpSystemTest {
    private static final int RATE_HZ = HeardCall.RATE_HZ;
    private static final int SPEAKS_AFTER_S = 3;

    /** A PING before it has the keys, and the BYE after it has let go of them: baresip sends both as plain RTCP. */
    private static final int PLAIN_OF_BARESIP = 2;

    /** The key of {@code srtp-bye.xml}. */
    private static final String CALLERS_KEY = "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEy";

    /** Recordings of a test that failed are kept. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder;

    /** By what they say of SRTP. Calls of a test are known by whom they call. */
    private static final Map<String, ServerProcess> SERVERS = new HashMap<>();

    @BeforeAll
    static void start() throws Exception {
        for (String srtp : List.of("off", "optional", "required")) {
            SERVERS.put(srtp, server(srtp));
        }
    }

    @AfterAll
    static void stop() {
        SERVERS.values().forEach(ServerProcess::close);
    }

    private static ServerProcess server(String srtp) throws Exception {
        return ServerProcess.startConfigured(
                Files.createDirectory(folder.resolve(srtp)),
                """
                sip: {port: 0, srtp: "%s"%s}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock, greeting: "Good morning, what can I do for you?"}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(
                                srtp,
                                srtp.equals("off") ? "" : ", srtp-over-plain-signalling: true",
                                // Calls of one of them share a port.
                                srtp.equals("optional")
                                        ? LeasedPorts.sharing() + ", shared-port: true"
                                        : LeasedPorts.server(10)));
    }

    private static void assertEncrypted(JsonNode detail, String suite, int plain) {
        assertThat(detail.at("/media/srtp").asText()).isEqualTo(suite);
        assertThat(detail.at("/metrics/packetsIn").asLong()).isGreaterThan(100);
        assertThat(detail.at("/metrics/packetsNotAuthentic").asLong(-1)).isBetween(0L, (long) plain);
        assertThat(detail.at("/metrics/packetsReplayed").asLong(-1)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"optional, srtp", "required, srtp-mand"})
    void shouldHearAndBeHeardByBaresip(String srtp, String mediaEncryption) throws Exception {
        Baresip baresip = new Baresip(
                Files.createDirectory(folder.resolve(mediaEncryption)),
                RATE_HZ,
                "g711",
                "PCMU/8000/1",
                mediaEncryption);
        baresip.says(HeardCall.after(SPEAKS_AFTER_S, HeardCall.speech()));
        ServerProcess server = SERVERS.get(srtp);
        Process calling = baresip.dial("sip:" + mediaEncryption + "@" + server.sip(), 60);
        String id;
        try {
            id = HeardCall.awaitCall(server, mediaEncryption);
            server.await("an answer to what baresip said", 40, () -> HeardCall.answered(server, id));
            server.await("RTCP of both", 20, () -> HeardCall.roundTripMs(server, id) >= 0);
        } finally {
            Baresip.hangUp(calling);
        }
        JsonNode detail = HeardCall.awaitEnd(server, id);
        String suite = detail.at("/media/srtp").asText();
        System.out.println("baresip with " + mediaEncryption + ": " + suite);
        assertEncrypted(detail, suite, PLAIN_OF_BARESIP);
        assertThat(detail.at("/metrics/packetsLost").asLong(-1)).isZero();
        assertThat(baresip.log()).contains("SRTP is Enabled (cryptosuite=" + suite + ")");
        assertThat(baresip.log()).doesNotContain("failed to decrypt");
        server.assertUnharmed();
        short[] heard = baresip.heard().channel(0);
        assertThat(HeardCall.audible(heard, 0, SPEAKS_AFTER_S))
                .as("frames of the greeting that baresip heard")
                .isGreaterThan(25);
    }

    /** A call of our own phone, which offers something of SRTP to a server. */
    private record Phone(String srtp, String offered, Process process, Path log) {
        static Phone start(String srtp, String offered, Path sound) throws IOException {
            Path log = folder.resolve("phone-" + offered + "-" + srtp + ".log");
            String uri = "sip:phone-" + offered + "@" + SERVERS.get(srtp).sip();
            return new Phone(
                    srtp,
                    offered,
                    ServerProcess.launch(log, "call", uri, "--play", sound.toString(), "--srtp", offered),
                    log);
        }

        private String output(int exitCode) throws Exception {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            String output = Files.readString(log);
            assertThat(process.exitValue()).as(output).isEqualTo(exitCode);
            return output;
        }

        private JsonNode ended() throws Exception {
            ServerProcess server = SERVERS.get(srtp);
            String id = HeardCall.awaitCall(server, "phone-" + offered);
            JsonNode detail = HeardCall.awaitEnd(server, id);
            assertThat(HeardCall.answered(server, id)).as(detail.toString()).isTrue();
            return detail;
        }

        void assertEncrypted() throws Exception {
            assertThat(output(0)).contains("AES_CM_128_HMAC_SHA1_80");
            SrtpSystemTest.assertEncrypted(ended(), "AES_CM_128_HMAC_SHA1_80", 0);
        }

        void assertPlain() throws Exception {
            output(0);
            assertThat(ended().at("/media/srtp").isMissingNode()).isTrue();
        }

        void assertRefused() throws Exception {
            assertThat(output(1)).contains("488");
            assertThat(HeardCall.find(SERVERS.get(srtp), "phone-" + offered)).isNull();
        }
    }

    /** Most of such a call is waiting, so that all of them go on at once. */
    @Test
    void shouldTalkWithOurPhoneAsBothSidesAllow() throws Exception {
        Path sound = folder.resolve("question.wav");
        Files.write(sound, WavWriter.toBytes(Wav.mono(RATE_HZ, HeardCall.speech())));
        List<Phone> encrypted = List.of(
                Phone.start("optional", "optional", sound),
                Phone.start("optional", "required", sound),
                Phone.start("required", "optional", sound));
        List<Phone> plain = List.of(Phone.start("off", "optional", sound), Phone.start("optional", "off", sound));
        List<Phone> refused = List.of(Phone.start("off", "required", sound), Phone.start("required", "off", sound));
        for (Phone phone : encrypted) {
            phone.assertEncrypted();
        }
        for (Phone phone : plain) {
            phone.assertPlain();
        }
        for (Phone phone : refused) {
            phone.assertRefused();
        }
        for (ServerProcess server : SERVERS.values()) {
            server.assertUnharmed();
        }
    }

    @Test
    void shouldShowNoKeyToAnybodyButTheCaller() throws Exception {
        ServerProcess server = SERVERS.get("required");
        Path messages = folder.resolve("messages.log");
        Sipp.Running call = new Sipp(folder, server)
                .start("srtp-bye.xml", "secret", 1, "-d", "1000", "-trace_msg", "-message_file", messages.toString());
        String id = HeardCall.awaitCall(server, "secret");
        String living = server.detail(id);
        call.awaitSuccess();
        HeardCall.awaitEnd(server, id);
        Matcher answer = Pattern.compile("(?s)SIP/2.0 200 .*?inline:(\\S+)").matcher(Files.readString(messages));
        assertThat(answer.find()).isTrue();
        assertThat(answer.group(1)).hasSize(40).isNotEqualTo(CALLERS_KEY);
        List<String> secrets = List.of(CALLERS_KEY, answer.group(1), raw(CALLERS_KEY), raw(answer.group(1)));
        // Messages are shown with each character of a key blackened.
        assertThat(List.of(living, server.detail(id), server.body("/api/calls?state=ended")))
                .allSatisfy(text -> assertThat(text).doesNotContain(secrets).doesNotContainPattern("inline:[^x]"));
        assertThat(server.output()).contains(id).doesNotContain(secrets).doesNotContain("inline:");
        assertThat(journals(server)).isNotEmpty().allSatisfy(journal -> assertThat(journal)
                .doesNotContain(secrets));
    }

    @Test
    void shouldSayInAnswersRecordAndLogWhatIsWrongWithKeysAndLeaveOtherCallsAlone() throws Exception {
        ServerProcess server = SERVERS.get("required");
        Sipp.Running other = new Sipp(folder, server).start("srtp-bye.xml", "kept", 1, "-d", "4000");
        String kept = HeardCall.awaitCall(server, "kept");
        new Sipp(folder, server).run("srtp-keys-change.xml", "wrong", 1);
        other.awaitSuccess();
        assertThat(HeardCall.awaitEnd(server, kept).at("/end/cause").asText()).isEqualTo("CALLER_HUNG_UP");
        assertThat(HeardCall.awaitEnd(server, HeardCall.awaitCall(server, "wrong"))
                        .at("/end/cause")
                        .asText())
                .isEqualTo("MEDIA_UNUSABLE");
        assertThat(server.output())
                .contains("offer refused with 488: no a=crypto line of 1 can be used: key and salt have 27 bytes")
                .contains("the answer to our offer cannot be used")
                .contains("cause=MEDIA_UNUSABLE")
                .doesNotContain("inline:");
        server.assertUnharmed();
    }

    private static String raw(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.ISO_8859_1);
    }

    private static List<String> journals(ServerProcess server) throws IOException {
        try (Stream<Path> files = Files.walk(server.journals())) {
            return files.filter(Files::isRegularFile)
                    .map(file -> {
                        try {
                            return Files.readString(file, StandardCharsets.ISO_8859_1);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .toList();
        }
    }
}
