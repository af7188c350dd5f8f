package io.sidetone.speech.deepgram;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.net.Deadlines;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever the service does wrong: every token is answered, nothing stale is said, no connection is left. */
class DeepgramRecognizerFaultTest {
    private static final String KEY = "dg-0123456789";

    private final ListenService service = new ListenService(KEY);
    private final LoopbackServer server = LoopbackServer.open().socket("/v1/listen", service::accept);
    private final ListenCall call = new ListenCall(server);

    private ListenCall open(URI url, Deadlines deadlines) {
        DeepgramAccount account = DeepgramAccount.of("ears", KEY).at(url).within(deadlines);
        DeepgramRecognizerSettings usual = DeepgramRecognizerSettings.of(account);
        DeepgramRecognizerSettings settings = new DeepgramRecognizerSettings(
                account,
                usual.model(),
                "en",
                WireEncoding.MULAW,
                8_000,
                40,
                300,
                1_000,
                true,
                false,
                List.of(),
                4_000,
                200,
                200);
        return call.open(new DeepgramRecognizer(call.net, settings, call.meter, System::nanoTime));
    }

    private ListenCall open() {
        return open(server.ws(""), Deadlines.DEFAULT);
    }

    private String sessionFailure() {
        String line = call.log().await("failed 0 ");
        assertThat(line).doesNotContain(KEY);
        return line;
    }

    @Test
    void shouldFailWhenNobodyListens() {
        LoopbackServer gone = LoopbackServer.open();
        URI nowhere = gone.ws("");
        gone.close();
        try (call) {
            open(nowhere, Deadlines.DEFAULT);

            assertThat(sessionFailure()).contains("unavailable").contains("engines.ears.url");
        }
    }

    @Test
    void shouldFailWhenTlsCannotBeSpoken() {
        try (call) {
            open(URI.create("wss://127.0.0.1:" + HangingPort.plain()), Deadlines.DEFAULT);

            assertThat(sessionFailure()).contains("unavailable").contains("TLS");
        }
    }

    @Test
    void shouldNameTheKeyWhenItIsRefusedAndNeverShowIt() {
        service.refuses = 401;
        try (call) {
            open();

            assertThat(sessionFailure()).contains("rejected").contains("engines.ears.key");
        }
    }

    @Test
    void shouldMaskTheKeyWhenTheServiceRepeatsIt() {
        try (call) {
            DeepgramAccount account =
                    new DeepgramAccount("ears", server.ws(""), "another-key-456", Deadlines.DEFAULT, null);
            call.open(new DeepgramRecognizer(
                    call.net, DeepgramRecognizerSettings.of(account), call.meter, System::nanoTime));

            assertThat(sessionFailure()).contains("***").doesNotContain("another-key-456");
            assertThat(account.toString()).doesNotContain("another-key-456");
        }
    }

    @Test
    void shouldPassOnWhenToTryAgainWhenTheLimitIsReached() {
        service.refuses = 429;
        try (call) {
            open();

            assertThat(sessionFailure()).contains("rate_limited");
        }
    }

    @Test
    void shouldFailWhenTheServiceIsBroken() {
        service.refuses = 500;
        try (call) {
            open();

            assertThat(sessionFailure()).contains("unavailable").contains("500");
        }
    }

    @Test
    void shouldFailWhenTheServiceNeverAnswersTheHandshake() {
        try (call) {
            open(URI.create("ws://127.0.0.1:" + HangingPort.open()), new Deadlines(150, 150, 0));

            assertThat(sessionFailure()).contains("timeout").contains("connecting");
        }
    }

    @Test
    void shouldCloseWhenTheCallEndsBeforeTheConnectionIsThere() {
        try (call) {
            open(URI.create("ws://127.0.0.1:" + HangingPort.open()), new Deadlines(150, 150, 0));
            call.hangUp();

            call.log().await("closed");
            assertThat(call.lines("failed")).isEmpty();
        }
    }

    @Test
    void shouldFailTheUtteranceWhenTheServiceHearsNothingAndTheSessionWhenItGoesOn() {
        service.mute = true;
        try (call) {
            open().ready().start(16).say("book a table for two").end(16);
            assertThat(call.result(16)).startsWith("failed 16 timeout");
            call.start(32).say("book a table for two").end(32);

            assertThat(call.result(32)).startsWith("failed 32 timeout");
            assertThat(sessionFailure()).contains("timeout");
        }
    }

    @Test
    void shouldLoseTheSessionWhenTheServiceGivesNoSignOfLife() {
        try (call) {
            open(server.ws(""), new Deadlines(2_000, 2_000, 200)).ready();
            service.last().peer.reading(false);

            assertThat(sessionFailure()).contains("timeout").contains("sign of life");
        }
    }

    @Test
    void shouldWaitForLateWordsWhenTheyDrip() {
        service.delayMs = 50;
        try (call) {
            open().ready().start(16).say("book a table").silence(400).end(16);

            assertThat(call.result(16)).isEqualTo("final 16 book a table");
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
    void shouldFailTheUtteranceWhenTheConnectionBreaksInMidWord() {
        try (call) {
            open().ready().start(16).say("book");
            Eventually.holds("audio arrived", () -> service.last().positionMs > 100);
            service.last().peer.drop();

            assertThat(call.result(16)).startsWith("failed 16 ");
            sessionFailure();
        }
    }

    @Test
    void shouldSayWhatToCheckWhenTheServiceCannotDecodeTheAudio() {
        try (call) {
            open().ready();
            service.last().peer.close(1008, "DATA-0000");

            assertThat(sessionFailure()).contains("rejected").contains("engines.ears.encoding");
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
            Eventually.holds("all four are counted", () -> call.meter.strange.sum() == 4);
            for (int i = 0; i < 3; i++) {
                service.last().peer.text("<html>");
            }

            assertThat(sessionFailure()).contains("broken");
        }
    }

    @Test
    void shouldFailWhenBinaryComesWhereTextIsDue() {
        try (call) {
            open().ready();
            for (int i = 0; i < 3; i++) {
                service.last().peer.binary(new byte[320]);
            }

            assertThat(sessionFailure()).contains("broken").contains("binary");
        }
    }

    @Test
    void shouldFailWhenAMessageIsEnormous() {
        try (call) {
            open().ready();
            service.last().peer.text("{\"type\":\"Results\",\"x\":\"" + "x".repeat(10 << 20) + "\"}");

            assertThat(sessionFailure()).contains("broken").contains("1048576");
        }
    }

    @Test
    void shouldKeepTheOrderOfWhatWasSaidWhenTimesComeOutOfOrder() {
        service.mute = true;
        try (call) {
            open().ready().start(16).say("book a table for").end(16);
            Eventually.holds("all was sent", () -> service.last().positionMs >= 1_000);
            int begin = 40;
            List<CodedSpeech.Heard> later = List.of(
                    new CodedSpeech.Heard("table", begin + 520, begin + 720),
                    new CodedSpeech.Heard("for", begin + 780, begin + 980));
            List<CodedSpeech.Heard> earlier = List.of(
                    new CodedSpeech.Heard("book", begin, begin + 200),
                    new CodedSpeech.Heard("a", begin + 260, begin + 460));
            service.last().peer.text(ListenService.results(560, 1_000, later, ",\"is_final\":true"));
            service.last().peer.text(ListenService.results(40, 540, earlier, ",\"is_final\":true"));

            assertThat(call.result(16)).isEqualTo("final 16 book a table for");
        }
    }

    @Test
    void shouldBeRefusedAgainWhenTheKeyIsRevokedDuringTheCall() {
        try (call) {
            open().ready();
            service.refuses = 401;
            service.last().peer.close(1011, "NET-0000");
            sessionFailure();
            call.reopen();

            assertThat(sessionFailure()).contains("rejected").contains("401");
        }
    }
}
