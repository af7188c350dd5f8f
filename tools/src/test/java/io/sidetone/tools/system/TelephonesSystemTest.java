package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavReader;
import io.sidetone.audio.wav.WavWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Telephones that people use, and programs that speak RTP alone: Linphone, Twinkle, sipsak, ffmpeg and GStreamer. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("CARD-08")
class TelephonesSystemTest {
    private static final int SPEAKS_AFTER_S = 3;
    private static final int WAV_HEADER = 44;
    private static final Pattern LISTED_CODEC = Pattern.compile("(\\d+): (\\S+) \\(\\d+\\) \\w+");
    private static final Pattern MEDIA_PORT = Pattern.compile("speak to (\\d+)");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder;

    private static ServerProcess server;
    private static Path speech;

    @BeforeAll
    static void start() throws Exception {
        server = ServerProcess.startConfigured(
                Files.createDirectory(folder.resolve("server")),
                """
                sip:
                  port: 0
                  codecs: [OPUS, G722, PCMU, PCMA]
                  trunks:
                    - {name: phones, from: [127.0.0.1], to: 'sip:127.0.0.1:5060', options-interval: 0s, accept-refer: true}
                http: {port: 0}
                outbound: {allow: [any]}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock, greeting: "Good morning, what can I do for you?", reply: "Yes."}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(LeasedPorts.server(10)));
        short[] line = new short[HeardCall.RATE_HZ * 60];
        short[] said = HeardCall.after(SPEAKS_AFTER_S, HeardCall.speech());
        System.arraycopy(said, 0, line, 0, said.length);
        speech = Files.write(folder.resolve("speech.wav"), WavWriter.toBytes(Wav.mono(HeardCall.RATE_HZ, line)));
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.closeUnharmed();
        }
    }

    private static Path home(String name) throws IOException {
        return Files.createTempDirectory(folder, name);
    }

    private static String at(String user) {
        return "sip:" + user + "@" + server.sip();
    }

    /** A Linphone that speaks from a file and writes what it hears into another one. */
    private static Telephone linphone(Path home) throws IOException {
        Files.createDirectory(home.resolve("linphone"));
        int port = LeasedPorts.listener();
        Files.writeString(
                home.resolve("linphonerc"),
                """
                [sip]
                sip_port=%d
                sip_tcp_port=%d
                sip_tls_port=-1
                use_ipv6=0
                [rtp]
                audio_rtp_port=%d
                """
                        .formatted(port, port, LeasedPorts.peer(2)));
        Files.copy(speech, home.resolve("speech.wav"));
        return Telephone.start(
                home,
                "linphone-cli",
                "quit",
                List.of("/usr/bin/linphonec", "-c", home.resolve("linphonerc").toString()));
    }

    /** Linphone counts its header among the samples. */
    private static void withTrueLength(Path recording) throws IOException {
        byte[] file = Files.readAllBytes(recording);
        ByteBuffer.wrap(file)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(WAV_HEADER - Integer.BYTES, file.length - WAV_HEADER);
        Files.write(recording, file);
    }

    private static void assertHeard(Path recording, String said) throws IOException {
        Wav heard = WavReader.read(Files.readAllBytes(recording));
        assertThat(HeardCall.audible(heard.channel(0), 0, 60) / (heard.sampleRateHz() / HeardCall.RATE_HZ))
                .as("frames of the agent that were heard; %s", said)
                .isGreaterThan(25);
    }

    @ParameterizedTest
    @ValueSource(strings = {"opus", "G722"})
    void shouldTalkWithLinphoneAndTakeItsKeysAndItsTransfer(String codec) throws Exception {
        Path home = home("linphone");
        int referredPort = LeasedPorts.listener();
        Sipp.Running referred = new Sipp(home, server.sip())
                .start("referred.xml", "x", 1, "-p", Integer.toString(referredPort), "-d", "1000");
        String id;
        try (Telephone linphone = linphone(home)) {
            for (String line : List.of(
                    "ipv6 disable", "soundcard use files", "play speech.wav", "record heard.wav", "codec list")) {
                linphone.takes(line);
            }
            linphone.awaitSaid("opus (48000)");
            for (MatchResult listed :
                    LISTED_CODEC.matcher(linphone.said()).results().toList()) {
                linphone.takes("codec " + (listed.group(2).equals(codec) ? "enable " : "disable ") + listed.group(1));
            }
            linphone.takes("call " + at(codec));
            linphone.awaitSaid("Media streams established");
            id = HeardCall.awaitCall(server, codec);
            server.await(
                    "an answer to what Linphone said\n" + linphone.said(), 30, () -> HeardCall.answered(server, id));
            linphone.takes("5");
            server.await(
                    "the key", 20, () -> server.body("/api/calls/" + id).contains("\"kind\":\"digit\",\"text\":\"5\""));
            JsonNode media = HeardCall.detail(server, id).path("media");
            assertThat(media.path("codec").asText()).isEqualToIgnoringCase(codec);
            assertThat(media.path("lost").asInt()).isZero();
            linphone.takes("transfer 1 sip:person@127.0.0.1:" + referredPort);
            referred.awaitSuccess();
        }
        JsonNode detail = HeardCall.awaitEnd(server, id);
        assertThat(detail.at("/end/cause").asText()).isEqualTo("CALLER_HUNG_UP");
        withTrueLength(home.resolve("heard.wav"));
        assertHeard(home.resolve("heard.wav"), "Linphone");
    }

    /** Twinkle has no sound without a sound card, but keys, and its reports say what it hears. */
    @Test
    void shouldTakeTheKeysOfTwinkle() throws Exception {
        Path home = home("twinkle");
        Path files = Files.createDirectory(home.resolve(".twinkle"));
        Files.writeString(
                files.resolve("phone.cfg"),
                """
                user_name=phone
                user_domain=127.0.0.1
                register_at_startup=no
                codecs=g711a,g711u
                dtmf_transport=rfc2833
                """);
        Files.writeString(
                files.resolve("twinkle.sys"),
                """
                dev_ringtone=alsa:null
                dev_speaker=alsa:null
                dev_mic=alsa:null
                sip_udp_port=%d
                rtp_port=%d
                play_ringtone=no
                play_ringback=no
                start_user_profile=phone
                """
                        .formatted(LeasedPorts.listener(), LeasedPorts.peer(4)));
        String id;
        try (Telephone twinkle =
                Telephone.start(home, "twinkle-console", "quit", List.of("/usr/bin/twinkle-console"))) {
            twinkle.awaitSaid("Local IP");
            twinkle.types("call " + at("twinkle"));
            twinkle.awaitSaid("answered call");
            id = HeardCall.awaitCall(server, "twinkle");
            for (String key : List.of("7", "7", "#")) {
                twinkle.types("dtmf " + key);
            }
            server.await("a report of Twinkle\n" + twinkle.said(), 30, () -> HeardCall.roundTripMs(server, id) >= 0);
            twinkle.types("bye");
            twinkle.awaitSaid("call ended");
        }
        JsonNode detail = HeardCall.awaitEnd(server, id);
        assertThat(RealCall.all(RealCall.timeline(detail), "digit").stream().map(RealCall.Entry::text))
                .containsExactly("7", "7", "#");
        assertThat(detail.at("/end/cause").asText()).isEqualTo("CALLER_HUNG_UP");
    }

    @Test
    void shouldAnswerSipsak() throws Exception {
        Telephone sipsak =
                Telephone.start(home("sipsak"), "sipsak", "", List.of("/usr/bin/sipsak", "-vv", "-s", at("desk")));
        assertThat(sipsak.awaitExit()).as(sipsak.said()).isZero();
        assertThat(sipsak.said()).contains("200 OK");
    }

    @ParameterizedTest
    @CsvSource({"8, PCMA/8000, pcm_alaw -ar 8000", "9, G722/8000, g722 -ar 16000", "97, opus/48000/2, libopus -ar 48000"
    })
    void shouldHearAndBeHeardByFfmpeg(int payload, String codec, String encoder) throws Exception {
        Path home = home("ffmpeg");
        int hearPort = LeasedPorts.peer(2);
        Path described = Files.writeString(
                home.resolve("hear.sdp"),
                """
                v=0
                o=- 0 0 IN IP4 127.0.0.1
                s=-
                c=IN IP4 127.0.0.1
                t=0 0
                m=audio %d RTP/AVP %d
                a=rtpmap:%d %s
                """
                        .formatted(hearPort, payload, payload, codec));
        talk(
                home,
                new Ear(hearPort, payload, codec),
                ffmpeg(home, "-protocol_whitelist file,udp,rtp -i " + described + " -ar 8000 -ac 1 heard.wav"),
                port -> ffmpeg(
                        home,
                        "-re -i " + speech + " -c:a " + encoder + " -payload_type " + payload
                                + " -f rtp rtp://127.0.0.1:" + port));
    }

    private static Telephone ffmpeg(Path home, String arguments) throws IOException {
        return program(home, "ffmpeg", "/usr/bin/ffmpeg -hide_banner -loglevel error " + arguments);
    }

    /** Its packets are as long as the network takes. */
    @ParameterizedTest
    @CsvSource({
        "0, PCMU/8000, 8000 ! mulawenc ! rtppcmupay, rtppcmudepay ! mulawdec",
        "97, opus/48000/2, 48000 ! opusenc ! rtpopuspay, rtpopusdepay ! opusdec"
    })
    void shouldHearAndBeHeardByGStreamer(int payload, String codec, String encoder, String decoder) throws Exception {
        Path home = home("gstreamer");
        int hearPort = LeasedPorts.peer(2);
        String[] mapping = codec.toUpperCase(Locale.ROOT).split("/");
        talk(
                home,
                new Ear(hearPort, payload, codec),
                gstreamer(
                        home,
                        ("udpsrc address=127.0.0.1 port=%d"
                                        + " caps=application/x-rtp,media=audio,payload=%d,clock-rate=%s,encoding-name=%s"
                                        + " ! rtpjitterbuffer ! %s ! audioconvert ! audioresample"
                                        + " ! audio/x-raw,format=S16LE,rate=8000,channels=1 ! wavenc ! filesink location=heard.wav")
                                .formatted(hearPort, payload, mapping[1], mapping[0], decoder)),
                port -> gstreamer(
                        home,
                        "filesrc location=%s ! wavparse ! audioconvert ! audioresample ! audio/x-raw,rate=%s pt=%d ! udpsink host=127.0.0.1 port=%d"
                                .formatted(speech, encoder, payload, port)));
    }

    private static Telephone gstreamer(Path home, String pipeline) throws IOException {
        return program(home, "gstreamer1.0-tools", "/usr/bin/gst-launch-1.0 -e -q " + pipeline);
    }

    private static Telephone program(Path home, String from, String command) throws IOException {
        return Telephone.start(home, from, "", List.of(command.split(" ")));
    }

    /** Where a program listens, and to what. */
    private record Ear(int port, int payload, String codec) {}

    /** What speaks to a port of ours. */
    private interface Mouth {
        Telephone at(int port) throws IOException;
    }

    /** A call whose sound two programs make; the one that speaks sends from another port than the other one listens at. */
    private static void talk(Path home, Ear ear, Telephone hears, Mouth speaks) throws Exception {
        Path log = home.resolve("media.log");
        String user = home.getFileName().toString();
        String id;
        try (hears) {
            // A program takes seconds to begin on a busy machine, and what is sent before it listens is lost.
            ServerProcess.awaitOrFail("a program that listens at " + ear.port, 30, () -> listens(ear.port));
            Sipp.Running call = new Sipp(home, server.sip())
                    .start(
                            "media-elsewhere.xml",
                            user,
                            1,
                            "-key",
                            "hear_port",
                            Integer.toString(ear.port),
                            "-key",
                            "payload",
                            Integer.toString(ear.payload),
                            "-key",
                            "codec",
                            ear.codec,
                            "-trace_logs",
                            "-log_file",
                            log.toString());
            ServerProcess.awaitOrFail("the port to speak to", 20, () -> port(log) > 0);
            id = HeardCall.awaitCall(server, user);
            try (Telephone mouth = speaks.at(port(log))) {
                server.await("an answer to " + user + "\n", 30, () -> HeardCall.answered(server, id));
                assertThat(mouth.said()).doesNotContainIgnoringCase("error");
            }
            server.post("/api/calls/" + id + "/hangup", "{}");
            call.awaitSuccess();
        }
        JsonNode detail = HeardCall.awaitEnd(server, id);
        assertThat(detail.at("/media/lost").asInt()).isZero();
        assertHeard(home.resolve("heard.wav"), user);
    }

    private static boolean listens(int port) {
        try (Stream<String> sockets = Files.lines(Path.of("/proc/net/udp"))) {
            return sockets.anyMatch(socket -> socket.contains(":%04X 00000000:0000 ".formatted(port)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int port(Path log) {
        try {
            Matcher port = MEDIA_PORT.matcher(Files.readString(log));
            return port.find() ? Integer.parseInt(port.group(1)) : 0;
        } catch (IOException notYet) {
            return 0;
        }
    }
}
