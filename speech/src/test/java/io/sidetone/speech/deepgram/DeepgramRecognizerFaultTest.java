package io.sidetone.speech.deepgram;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.HangingPort;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.ServiceAccess;
import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever the service does wrong: every token is answered, nothing stale is said, no connection is left. */
@Tag("real-time")
class DeepgramRecognizerFaultTest {
    private static final String KEY = "dg-0123456789";
    private static final Deadlines PATIENT = new Deadlines(15_000, 15_000, 15_000);

    private final ListenService service = new ListenService(KEY);
    private final LoopbackServer server = LoopbackServer.open().socket("/v1/listen", service::accept);
    private final ListenCall call = new ListenCall(server);

    private ListenCall open(URI url, Deadlines deadlines, int finalizeMs) {
        ServiceAccess access = Altered.with(ServiceAccess.of("stt", KEY), "url", url, "deadlines", deadlines);
        DeepgramRecognizerSettings settings = Altered.with(
                DeepgramRecognizerSettings.of(access),
                "messageMs",
                40,
                "finalizeMs",
                finalizeMs,
                "finalP99Ms",
                finalizeMs);
        return call.open(new DeepgramRecognizer(call.net, settings, call.meter, call.time::nanoTime));
    }

    private ListenCall open() {
        return open(server.ws(""), PATIENT, 10_000);
    }

    private String sessionFailure() {
        String line = call.log().await("failed 0 ");
        assertThat(line).doesNotContain(KEY);
        return line;
    }

    @Test
    void shouldMaskTheKeyWhenTheServiceRepeatsIt() {
        try (call) {
            ServiceAccess access = Altered.with(ServiceAccess.of("stt", "another-key-456"), "url", server.ws(""));
            call.open(new DeepgramRecognizer(
                    call.net, DeepgramRecognizerSettings.of(access), call.meter, call.time::nanoTime));

            assertThat(sessionFailure()).contains("***").doesNotContain("another-key-456");
            assertThat(access.toString()).doesNotContain("another-key-456");
        }
    }

    @Test
    void shouldCloseWhenTheCallEndsBeforeTheConnectionIsThere() {
        try (call) {
            open(URI.create("ws://127.0.0.1:" + HangingPort.open()), new Deadlines(150, 150, 0), 10_000);
            call.hangUp();

            call.log().await("closed");
            assertThat(call.lines("failed")).isEmpty();
        }
    }

    @Test
    void shouldFailTheUtteranceWhenTheServiceHearsNothingAndTheSessionWhenItGoesOn() {
        service.mute = true;
        try (call) {
            open(server.ws(""), PATIENT, 200).ready();
            call.start(16).say("book a table for two").end(16);
            assertThat(call.result(16)).startsWith("failed 16 timeout");
            call.start(32).say("book a table for two").end(32);

            assertThat(call.result(32)).startsWith("failed 32 timeout");
            assertThat(sessionFailure()).contains("timeout");
        }
    }

    @Test
    void shouldFailTheSessionWhenTheServiceSaysNothingOfShortUtterancesEither() {
        service.mute = true;
        try (call) {
            open(server.ws(""), PATIENT, 200).ready();
            for (int token = 16; token <= 64; token += 16) {
                assertThat(call.lines("failed"))
                        .as("before the utterance " + token)
                        .isEmpty();
                call.start(token).say("yes").end(token);
                assertThat(call.result(token)).isEqualTo("final " + token + " ");
            }

            assertThat(sessionFailure()).contains("timeout");
        }
    }

    @Test
    void shouldKeepTheSessionWhenTheServiceAnswersNowAndThen() {
        try (call) {
            open(server.ws(""), PATIENT, 1_000).ready();
            for (int token = 16; token <= 80; token += 16) {
                service.mute = token != 64;
                call.start(token).say("yes").end(token);
                assertThat(call.result(token)).startsWith("final " + token);
            }

            assertThat(call.lines("failed")).isEmpty();
        }
    }

    @Test
    void shouldLoseTheSessionWhenTheServiceGivesNoSignOfLife() {
        try (call) {
            open(server.ws(""), new Deadlines(10_000, 10_000, 200), 10_000).ready();
            service.last().peer.reading(false);

            assertThat(sessionFailure()).contains("timeout").contains("sign of life");
        }
    }

    @Test
    void shouldSaveTheWordsWhenTheConnectionBreaksAfterTheUtterance() {
        service.answersFinalize = false;
        try (call) {
            open().ready().start(16).say("book a table");
            call.log().await("partial 16 book a table");
            call.end(16);
            Eventually.holds(
                    "it was asked", () -> service.last().commands.contains(DeepgramRecognizerSession.FINALIZE));
            service.last().peer.drop();

            assertThat(call.result(16)).isEqualTo("final 16 book a table");
            sessionFailure();
        }
    }

    @Test
    void shouldLiveWithGarbageButNotWithNothingElse() {
        try (call) {
            open().ready();
            service.last().peer.text("{\"type\":");
            service.last().peer.text("[1,2]");
            service.last().peer.text("{\"type\":\"Results\",\"start\":\"zero\"}");
            service.last().peer.text("{\"type\":\"Novelty\"}");
            call.start(16).say("yes").end(16);
            assertThat(call.result(16)).isEqualTo("final 16 yes");
            Eventually.holds("all four are counted", () -> call.meter.unexpected.sum() == 4);
            for (int i = 0; i < 3; i++) {
                service.last().peer.text("<html>");
            }

            assertThat(sessionFailure()).contains("broken");
        }
    }
}
