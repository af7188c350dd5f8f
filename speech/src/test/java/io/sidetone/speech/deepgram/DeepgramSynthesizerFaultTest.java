package io.sidetone.speech.deepgram;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.HangingPort;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.ServiceAccess;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** Whatever the service does wrong: every clause is answered, no stale audio comes, no connection is left. */
class DeepgramSynthesizerFaultTest {
    private static final String KEY = "dg-0123456789";

    private final SpeakService service = new SpeakService(KEY);
    private final LoopbackServer server = LoopbackServer.open().socket("/v1/speak", service::accept);
    private final SpeakCall call = new SpeakCall(server);

    private SpeakCall open(URI url, Deadlines deadlines, int clearMs) {
        ServiceAccess access = Altered.with(ServiceAccess.of("voice", KEY), "url", url, "deadlines", deadlines);
        return call.open(new DeepgramSynthesizer(
                call.net,
                Altered.with(DeepgramSynthesizerSettings.of(access), "clearMs", clearMs),
                call.meter,
                call.time::nanoTime));
    }

    private SpeakCall open() {
        return open(server.ws(""), new Deadlines(15_000, 15_000, 15_000), 8_000).ready();
    }

    private String sessionFailure() {
        String line = call.log.await("failed 0/0 ");
        assertThat(line).doesNotContain(KEY);
        return line;
    }

    @Test
    void shouldWaitWhileAudioDrips() {
        service.messageBytes = 161;
        service.paceMs = 20;
        try (call) {
            open(server.ws(""), new Deadlines(10_000, 1_000, 10_000), 8_000)
                    .ready()
                    .say(16, "A rather long sentence.");

            assertThat(call.end(16, 0)).startsWith("done");
            assertThat(call.audioMs(16, 0)).isEqualTo(23 * SpeakService.MS_PER_CHAR);
        }
    }

    @Test
    void shouldLoseTheSessionWhenCancelledAudioIsNotDropped() {
        service.paceMs = 10;
        service.clearHangs = true;
        try (call) {
            open(server.ws(""), Deadlines.DEFAULT, 150).ready().say(16, "A rather long sentence.");
            call.log.await("audio 16/0");
            call.session.cancel(17);
            call.say(32, "Yes?");

            assertThat(sessionFailure()).contains("timeout").contains("dropping what was cancelled");
            assertThat(call.end(32, 0)).contains("failed");
        }
    }

    @Test
    void shouldLiveWithGarbageButNotWithNothingElse() {
        try (call) {
            open();
            service.last().peer.text("{\"type\"");
            service.last().peer.text("{\"no\":\"type\"}");
            service.last().peer.text("{\"type\":\"Novelty\"}");
            call.say(16, "Hello.");
            assertThat(call.end(16, 0)).startsWith("done");
            assertThat(call.meter.unexpected.sum()).isEqualTo(3);
            for (int i = 0; i < 3; i++) {
                service.last().peer.text("garbage");
            }

            assertThat(sessionFailure()).contains("broken");
        }
    }

    @Test
    void shouldDropAudioThatNobodyAskedFor() {
        try (call) {
            open();
            service.last().peer.binary(new byte[3_200]);
            service.last().peer.text("{\"type\":\"Flushed\",\"sequence_id\":9}");
            Eventually.holds("it was dropped", () -> call.meter.lateDropped.sum() == 2);
            call.say(16, "Hello.");

            assertThat(call.end(16, 0)).startsWith("done");
            assertThat(call.audioMs(16, 0)).isEqualTo(6 * SpeakService.MS_PER_CHAR);
        }
    }

    @Test
    void shouldGiveUpWhenThereIsFarMoreAudioThanText() {
        service.hangsAfter = 0;
        try (call) {
            open().say(16, "Hi.");
            Eventually.holds("it was asked", () -> service.last().commands.contains("Flush"));
            for (int i = 0; i < 8; i++) {
                service.last().peer.binary(new byte[32_000]);
            }

            assertThat(call.end(16, 0)).contains("broken").contains("3 characters");
        }
    }

    @Test
    void shouldCloseOnceWhenTheCallEndsWhileItConnects() {
        try (call) {
            open(URI.create("ws://127.0.0.1:" + HangingPort.open()), new Deadlines(150, 150, 0), 8_000);
            call.session.close();

            call.log.await("closed");
            assertThat(call.log.lines()).containsExactly("closed");
        }
    }
}
