package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of baresip through a Kamailio whose rtpengine stands between encrypted and plain media, both ways round. */
@Tag("CARD-08")
@Execution(ExecutionMode.CONCURRENT)
class RtpengineSystemTest {
    private static final int SPEAKS_AFTER_S = 3;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder;

    private static RtpengineProcess rtpengine;
    private static ServerProcess server;
    private static KamailioProcess proxy;

    @BeforeAll
    static void start() throws Exception {
        rtpengine = RtpengineProcess.start(folder);
        server = ServerProcess.startConfigured(
                folder,
                """
                sip: {port: 0, srtp: optional, srtp-over-plain-signalling: true}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 10}
                engines: {mock: {type: mock, greeting: "Good morning, what can I do for you?"}}
                agents:
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(LeasedPorts.server(10)));
        proxy = KamailioProcess.startRelaying(folder, rtpengine, server);
    }

    @AfterAll
    static void stop() {
        try {
            if (server != null) {
                server.close();
            }
        } finally {
            if (proxy != null) {
                proxy.close();
            }
            if (rtpengine != null) {
                rtpengine.close();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"plain, srtp-mand", "encrypted,"})
    void shouldHearAndBeHeardAcrossTheRelay(String called, String mediaEncryption) throws Exception {
        Path own = Files.createDirectory(folder.resolve(called));
        Baresip baresip = new Baresip(own, HeardCall.RATE_HZ, "g711", "PCMU/8000/1", mediaEncryption);
        baresip.says(HeardCall.after(SPEAKS_AFTER_S, HeardCall.speech()));
        Process calling = baresip.dial("sip:" + called + "@" + proxy.address(), 60);
        String id;
        try {
            id = HeardCall.awaitCall(server, called);
            server.await(
                    "an answer to what baresip said\n" + rtpengine.log(), 40, () -> HeardCall.answered(server, id));
        } finally {
            Baresip.hangUp(calling);
        }
        JsonNode detail = HeardCall.awaitEnd(server, id);
        boolean encrypted = called.equals("encrypted");
        assertThat(detail.at("/media/srtp").asText()).isEqualTo(encrypted ? "AEAD_AES_256_GCM" : "");
        assertThat(detail.at("/metrics/packetsNotAuthentic").asLong(0)).isZero();
        assertThat(baresip.log().contains("SRTP is Enabled")).isEqualTo(!encrypted);
        assertThat(HeardCall.audible(baresip.heard().channel(0), 0, SPEAKS_AFTER_S))
                .as("frames of the greeting that baresip heard")
                .isGreaterThan(25);
        server.assertUnharmed();
    }
}
