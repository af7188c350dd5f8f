package io.sidetone.server.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.audio.frame.Level;
import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavWriter;
import io.sidetone.server.softphone.sound.CallerSound;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Encrypted calls, by baresip, by our phone and by sipp. */
@Tag("CARD-08")
class SrtpSystemTest {
    private static final int RATE_HZ = 8_000;
    private static final int FRAME = RATE_HZ / 50;
    private static final int SPEAKS_AFTER_S = 6;

    /** A PING before it has the keys, and the BYE after it has let go of them: baresip sends both as plain RTCP. */
    private static final int PLAIN_OF_BARESIP = 2;

    /** The key of {@code srtp-bye.xml}. */
    private static final String CALLERS_KEY = "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEy";

    /** Recordings of a test that failed are kept. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private ServerProcess server(String srtp) throws Exception {
        return ServerProcess.startConfigured(
                folder,
                """
                sip: {port: 0, srtp: "%s"%s}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(
                                srtp,
                                srtp.equals("off") ? "" : ", srtp-over-plain-signalling: true",
                                MediaPorts.server(10)));
    }

    /** A recorded question at 8 kHz. */
    static short[] speech() throws IOException {
        CallerSound said = new RecordedSpeech().utterance(0);
        short[] pcm = new short[said.frames() * said.frameSamples()];
        short[] frame = new short[said.frameSamples()];
        for (int i = 0; i < said.frames(); i++) {
            said.copyFrame(i, frame);
            System.arraycopy(frame, 0, pcm, i * frame.length, frame.length);
        }
        return pcm;
    }

    static JsonNode detail(ServerProcess server, String id) throws Exception {
        return new ObjectMapper().readTree(server.detail(id));
    }

    /** Whether the agent has said something after the caller. */
    static boolean answered(ServerProcess server, String id) {
        boolean asked = false;
        try {
            for (JsonNode said : detail(server, id).path("history")) {
                boolean caller = said.path("role").asText().equals("user");
                if (asked && !caller) {
                    return true;
                }
                asked |= caller;
            }
            return false;
        } catch (Exception notYet) {
            return false;
        }
    }

    private static double roundTripMs(ServerProcess server, String id) {
        return ServerProcess.quietly(() -> new ObjectMapper()
                .readTree(server.detail(id))
                .at("/metrics/roundTripMs")
                .asDouble(-1));
    }

    /** Frames with sound from {@code fromS} on. */
    private static int audible(short[] pcm, int fromS, int toS) {
        int frames = 0;
        for (int at = fromS * RATE_HZ; at + FRAME <= Math.min(pcm.length, toS * RATE_HZ); at += FRAME) {
            frames += Level.isAgentAudio(pcm, at, FRAME) ? 1 : 0;
        }
        return frames;
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
        Baresip baresip = new Baresip(folder, RATE_HZ, "g711", "PCMU/8000/1", mediaEncryption);
        short[] speech = speech();
        short[] said = new short[SPEAKS_AFTER_S * RATE_HZ + speech.length];
        System.arraycopy(speech, 0, said, SPEAKS_AFTER_S * RATE_HZ, speech.length);
        baresip.says(said);
        try (ServerProcess server = server(srtp)) {
            Process calling = baresip.dial("sip:desk@" + server.sip(), 60);
            String id;
            try {
                id = server.awaitCall("");
                server.await("an answer to what baresip said", 40, () -> answered(server, id));
                server.await("RTCP of both", 20, () -> roundTripMs(server, id) >= 0);
            } finally {
                Baresip.hangUp(calling);
            }
            server.awaitIdle();
            JsonNode detail = detail(server, id);
            String suite = detail.at("/media/srtp").asText();
            System.out.println("baresip with " + mediaEncryption + ": " + suite);
            assertEncrypted(detail, suite, PLAIN_OF_BARESIP);
            assertThat(detail.at("/metrics/packetsLost").asLong(-1)).isZero();
            assertThat(baresip.log()).contains("SRTP is Enabled (cryptosuite=" + suite + ")");
            assertThat(baresip.log()).doesNotContain("failed to decrypt");
            server.assertUnharmed();
        }
        short[] heard = baresip.heard().channel(0);
        assertThat(audible(heard, 0, SPEAKS_AFTER_S))
                .as("frames of the greeting that baresip heard")
                .isGreaterThan(25);
    }

    private String ownPhone(ServerProcess server, String srtp, int exitCode) throws Exception {
        Path sound = folder.resolve("question.wav");
        Files.write(sound, WavWriter.toBytes(Wav.mono(RATE_HZ, speech())));
        Path log = folder.resolve("phone-" + srtp + ".log");
        Process call = ServerProcess.launch(
                log, "call", "sip:desk@" + server.sip(), "--play", sound.toString(), "--srtp", srtp);
        assertThat(call.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String output = Files.readString(log);
        assertThat(call.exitValue()).as(output).isEqualTo(exitCode);
        return output;
    }

    private static String endedCall(ServerProcess server) throws Exception {
        server.awaitIdle();
        JsonNode calls = new ObjectMapper()
                .readTree(server.get("/api/calls?state=ended").body())
                .path("calls");
        assertThat(calls).hasSize(1);
        return calls.get(0).path("callId").asText();
    }

    @ParameterizedTest
    @CsvSource({"optional, optional", "optional, required", "required, optional"})
    void shouldTalkEncryptedWithOurPhone(String srtp, String offered) throws Exception {
        try (ServerProcess server = server(srtp)) {
            assertThat(ownPhone(server, offered, 0)).contains("AES_CM_128_HMAC_SHA1_80");
            String id = endedCall(server);
            assertThat(answered(server, id)).as(server.detail(id)).isTrue();
            assertEncrypted(detail(server, id), "AES_CM_128_HMAC_SHA1_80", 0);
            server.assertUnharmed();
        }
    }

    @ParameterizedTest
    @CsvSource({"off, optional", "optional, off"})
    void shouldTalkPlainWhenOneSideDoesNotEncrypt(String srtp, String offered) throws Exception {
        try (ServerProcess server = server(srtp)) {
            ownPhone(server, offered, 0);
            String id = endedCall(server);
            assertThat(answered(server, id)).as(server.detail(id)).isTrue();
            assertThat(detail(server, id).at("/media/srtp").isMissingNode()).isTrue();
            server.assertUnharmed();
        }
    }

    @ParameterizedTest
    @CsvSource({"off, required", "required, off"})
    void shouldRefuseWhatOneSideForbids(String srtp, String offered) throws Exception {
        try (ServerProcess server = server(srtp)) {
            assertThat(ownPhone(server, offered, 1)).contains("488");
            assertThat(server.metric("sidetone_calls_ended_total")).isZero();
            server.assertUnharmed();
        }
    }

    @Test
    void shouldShowNoKeyToAnybodyButTheCaller() throws Exception {
        try (ServerProcess server = server("required")) {
            Path messages = folder.resolve("messages.log");
            Sipp.Running call = new Sipp(folder, server)
                    .start("srtp-bye.xml", "desk", 1, "-d", "1000", "-trace_msg", "-message_file", messages.toString());
            String id = server.awaitCall("");
            String living = server.detail(id);
            call.awaitSuccess();
            server.awaitIdle();
            Matcher answer = Pattern.compile("(?s)SIP/2.0 200 .*?inline:(\\S+)").matcher(Files.readString(messages));
            assertThat(answer.find()).isTrue();
            assertThat(answer.group(1)).hasSize(40).isNotEqualTo(CALLERS_KEY);
            List<String> secrets =
                    List.of(CALLERS_KEY, answer.group(1), raw(CALLERS_KEY), raw(answer.group(1)), "inline:");
            assertThat(List.of(living, server.detail(id), server.body("/api/calls?state=ended")))
                    .allSatisfy(text -> assertThat(text).doesNotContain(secrets));
            assertThat(server.output()).contains(id).doesNotContain(secrets);
            assertThat(journals(server)).isNotEmpty().allSatisfy(journal -> assertThat(journal)
                    .doesNotContain(secrets));
        }
    }

    @Test
    void shouldSayInAnswersRecordAndLogWhatIsWrongWithKeysAndLeaveOtherCallsAlone() throws Exception {
        try (ServerProcess server = server("required")) {
            Sipp.Running other = new Sipp(folder, server).start("srtp-bye.xml", "desk", 1, "-d", "6000");
            String kept = server.awaitCall("");
            new Sipp(folder, server).run("srtp-keys-change.xml", "desk", 1);
            other.awaitSuccess();
            server.awaitIdle();
            JsonNode ended = new ObjectMapper()
                    .readTree(server.get("/api/calls?state=ended").body())
                    .path("calls");
            assertThat(ended).hasSize(2);
            for (JsonNode call : ended) {
                String id = call.path("callId").asText();
                assertThat(detail(server, id).at("/end/cause").asText())
                        .isEqualTo(id.equals(kept) ? "CALLER_HUNG_UP" : "MEDIA_UNUSABLE");
            }
            assertThat(server.output())
                    .contains("offer refused with 488: no a=crypto line of 1 can be used: key and salt have 27 bytes")
                    .contains("the answer to our offer cannot be used")
                    .contains("cause=MEDIA_UNUSABLE")
                    .doesNotContain("inline:");
            server.assertUnharmed();
        }
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
