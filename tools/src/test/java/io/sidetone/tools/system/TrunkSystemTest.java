package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a trunk does, done by sipp to the JAR. */
@Tag("CARD-08")
class TrunkSystemTest {

    @TempDir
    private static Path folder;

    private static ServerProcess server;
    private static Sipp sipp;

    @BeforeAll
    static void start() throws Exception {
        server = ServerProcess.start(folder, 60);
        sipp = new Sipp(folder, server);
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void leaveNothingBehind() throws Exception {
        server.awaitIdle();
        server.assertUnharmed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"u1", "t1"})
    void shouldAnswerAndEndACall(String transport) throws Exception {
        double before = server.metric("sidetone_calls_ended_total");
        sipp.run("answer-bye.xml", "desk", 5, "-t", transport, "-d", "300");
        server.awaitIdle();
        assertThat(server.metric("sidetone_calls_ended_total") - before).isEqualTo(5);
    }

    @Test
    void shouldHoldAndResumeByReInvite() throws Exception {
        Sipp.Running call = sipp.start("hold-resume.xml", "desk", 1);
        String id = server.awaitCall("");
        call.awaitSuccess();
        server.awaitIdle();
        assertThat(server.detail(id)).contains("held by the peer").contains("resumed by the peer");
    }

    @Test
    void shouldBeCancelledWhileItRings() throws Exception {
        sipp.run("cancel.xml", "ring", 3);
    }

    @Test
    void shouldGoOnWhenTheCancelComesTooLate() throws Exception {
        sipp.run("cancel-too-late.xml", "desk", 3);
    }

    @Test
    void shouldTakeDigitsAsRtpEvents() throws Exception {
        assumeTrue(
                "root".equals(System.getProperty("user.name")),
                "sipp plays captures through a raw socket, which takes root");
        CallerMedia.digits(folder.resolve("digits.pcap"), "12#");
        double before = server.metric("sidetone_rtp_events_total", "\"digits\"");
        Sipp.Running call = sipp.start("digits-rtp.xml", "desk", 1);
        String id = server.awaitCall("");
        call.awaitSuccess();
        server.awaitIdle();
        assertThat(server.metric("sidetone_rtp_events_total", "\"digits\"") - before)
                .isEqualTo(3);
        assertThat(digits(id)).isEqualTo("12#");
    }

    @Test
    void shouldTakeDigitsByInfo() throws Exception {
        Sipp.Running call = sipp.start("digits-info.xml", "desk", 1);
        String id = server.awaitCall("");
        call.awaitSuccess();
        server.awaitIdle();
        assertThat(digits(id)).isEqualTo("4#");
    }

    @Test
    void shouldAnswerOptions() throws Exception {
        sipp.run("options.xml", "desk", 10);
    }

    @Test
    void shouldRefuseAnOfferWithoutAUsableCodec() throws Exception {
        sipp.run("no-codec.xml", "desk", 3);
    }

    @Test
    void shouldOfferWhenTheInviteDoesNot() throws Exception {
        sipp.run("late-offer.xml", "desk", 3, "-d", "300");
    }

    @Test
    void shouldRefuseAnExtensionItDoesNotSpeak() throws Exception {
        sipp.run("require-precondition.xml", "desk", 3);
    }

    @Test
    void shouldAnswerOnceItsRingingIsAcknowledged() throws Exception {
        sipp.run("reliable-ringing.xml", "desk", 3, "-d", "300");
    }

    @Test
    @Tag("CARD-03")
    void shouldCarryFiftyCallsWithMediaAtOnce() throws Exception {
        CallerMedia.quietLine(folder.resolve("caller.ul"));
        double packetsBefore = server.metric("sidetone_rtp_events_total", "packets_in");
        sipp.run("answer-rtp.xml", "desk", 50, "-r", "25", "-l", "50", "-d", "4000");
        server.awaitIdle();
        assertThat(server.metric("sidetone_ring_refused_total")).isZero();
        // Four seconds of 50 packets a second and call, of which a busy machine may take some.
        assertThat(server.metric("sidetone_rtp_events_total", "packets_in") - packetsBefore)
                .isGreaterThan(50 * 4 * 50 * 0.8);
        assertThat(server.metric("sidetone_rtp_events_total", "send_failed")).isZero();
    }

    /** The digits in the call's timeline, in order. */
    private static String digits(String id) throws Exception {
        StringBuilder digits = new StringBuilder();
        Pattern.compile("\"kind\":\"digit\",\"text\":\"(.)\"")
                .matcher(server.detail(id))
                .results()
                .forEach(match -> digits.append(match.group(1)));
        return digits.toString();
    }
}
