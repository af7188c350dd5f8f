package io.sidetone.speech.transcription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.deepgram.ListenCall;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.transcription.TranscriptionService.Fault;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TranscriptionRecognizerTest {
    private static final String KEY = "sk-0123456789";

    private final TranscriptionService service = new TranscriptionService(KEY);
    private final LoopbackServer server = LoopbackServer.open().page("/v1/audio/transcriptions", service::request);
    private final ListenCall call = new ListenCall(server);

    private TranscriptionRecognizer engine(URI url, String key, boolean stream, int answerMs, Deadlines deadlines) {
        return engine(url, key, "whisper-1", stream, answerMs, deadlines);
    }

    private TranscriptionRecognizer engine(
            URI url, String key, String model, boolean stream, int answerMs, Deadlines deadlines) {
        ServiceAccess access = Altered.with(
                ServiceAccess.of("stt", key),
                "url",
                url,
                "model",
                model,
                "sampleRateHz",
                16_000,
                "deadlines",
                deadlines);
        TranscriptionSettings settings = Altered.with(
                TranscriptionSettings.of(access),
                "prompt",
                "Sidetone",
                "stream",
                stream,
                "maxUtteranceMs",
                2_000,
                "answerMs",
                answerMs);
        return new TranscriptionRecognizer(call.net, settings, call.meter, call.time::nanoTime);
    }

    private ListenCall open(boolean stream) {
        return call.open(engine(server.http("/v1"), KEY, stream, 10_000, Deadlines.DEFAULT))
                .ready();
    }

    @Test
    void shouldTranscribeWhatWasSaidWhenAnUtteranceEnds() {
        try (call) {
            open(false).start(16).say("book a table").end(16);

            assertThat(call.result(16)).isEqualTo("final 16 book a table");
            assertThat(service.forms.get(0))
                    .containsEntry("model", "whisper-1")
                    .containsEntry("language", "en")
                    .containsEntry("prompt", "Sidetone")
                    .doesNotContainKey("stream");
            assertThat(call.meter.inputTokens.sum()).isEqualTo(7);
            assertThat(call.meter.audioMs.sum()).isEqualTo(780);
        }
    }

    @Test
    void shouldNameTheLanguageInAListWhenTheModelWantsOne() {
        try (call) {
            call.open(engine(server.http("/v1"), KEY, TranscriptionSettings.MODEL, false, 10_000, Deadlines.DEFAULT))
                    .ready();
            call.start(16).say("book a table").end(16);

            assertThat(call.result(16)).isEqualTo("final 16 book a table");
            assertThat(service.forms.get(0))
                    .containsEntry("model", "gpt-transcribe")
                    .containsEntry("languages[]", "en")
                    .doesNotContainKey("language");
        }
    }

    @Test
    void shouldNameTheModelWhenTheServiceDoesNotHaveIt() {
        try (call) {
            call.open(engine(server.http("/v1"), KEY, "whisper-9", false, 10_000, Deadlines.DEFAULT))
                    .ready();
            call.start(16).say("book a table").end(16);

            assertThat(call.result(16)).contains("whisper-9", "check engines.stt.url, model and voice");
        }
    }

    @Test
    void shouldTellWordsAsTheyComeWhenTheyAreStreamed() {
        service.dripMs = 1;
        try (call) {
            open(true).start(16).say("book a table").end(16);

            assertThat(call.result(16)).isEqualTo("final 16 book a table");
            assertThat(call.lines("partial"))
                    .containsExactly("partial 16 book", "partial 16 book a", "partial 16 book a table");
            assertThat(service.forms.get(0)).containsEntry("stream", "true");
        }
    }

    @Test
    void shouldUnderstandJsonWhenTheServerCannotStream() {
        service.cannotStream = true;
        try (call) {
            open(true).start(16).say("yes").end(16);

            assertThat(call.result(16)).isEqualTo("final 16 yes");
        }
    }

    @Test
    void shouldUseTheWordsItHasWhenTheLastEventIsMissing() {
        service.fault = Fault.NO_DONE;
        try (call) {
            open(true).start(16).say("yes please").end(16);

            assertThat(call.result(16)).isEqualTo("final 16 yes please");
        }
    }

    @Test
    void shouldKeepTheOrderWhenUtterancesOverlap() {
        service.delayMs = 200;
        try (call) {
            open(false).start(16).say("book a").end(16);
            Eventually.holds("it was asked", () -> service.forms.size() == 1);
            service.delayMs = 0;
            call.start(32).say("table").end(32);

            assertThat(call.result(32)).isEqualTo("final 32 table");
            assertThat(call.lines("final")).containsExactly("final 16 book a", "final 32 table");
        }
    }

    @Test
    void shouldUseOneConnectionForUtterancesInARow() {
        try (call) {
            open(false);
            Eventually.holds("it is warm", () -> call.net.idleConnections() == 1);
            for (int i = 1; i <= 3; i++) {
                call.start(i * 16L).say("yes").end(i * 16L).result(i * 16L);
            }

            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void shouldAnswerNothingWhenNothingWasSaid() {
        try (call) {
            open(false).start(16).silence(60).end(16);

            assertThat(call.result(16)).isEqualTo("final 16 ");
            assertThat(service.forms).isEmpty();
        }
    }

    @Test
    void shouldCutTheRecordingWhenItGetsTooLong() {
        try (call) {
            open(false)
                    .start(16)
                    .say("yes no please book a table for two people tonight")
                    .end(16);

            assertThat(call.result(16)).isEqualTo("final 16 yes no please book a table for two");
            assertThat(service.recordedMs).containsExactly(2_000);
        }
    }

    @Test
    void shouldCloseTheConnectionWhenItIsCancelledBeforeTheFirstByte() {
        service.fault = Fault.HANG;
        try (call) {
            open(false).start(16).say("stop").end(16);
            Eventually.holds("it was asked", () -> service.forms.size() == 1);
            call.cancel(16);

            Eventually.holds("the connection is closed", () -> service.gone.get() == 1);
            // What comes later than the next answer would not come at all.
            service.fault = Fault.NONE;
            call.start(32).say("yes").end(32);
            assertThat(call.result(32)).isEqualTo("final 32 yes");
            assertThat(call.lines("final")).containsExactly("final 32 yes");
            assertThat(call.lines("failed")).isEmpty();
        }
    }

    @Test
    void shouldCloseTheConnectionWhenTheNextUtteranceFindsTheTurnFenced() {
        service.fault = Fault.HANG;
        try (call) {
            open(false).start(16).say("stop").end(16);
            Eventually.holds("it was asked", () -> service.forms.size() == 1);
            call.fence.advance(17);
            service.fault = Fault.NONE;
            call.start(32).say("yes").end(32);

            assertThat(call.result(32)).isEqualTo("final 32 yes");
            assertThat(call.lines("final 16")).isEmpty();
        }
    }

    @Test
    void shouldPublishNothingWhenTheTurnIsFenced() {
        service.delayMs = 60;
        try (call) {
            open(false).start(16).say("stop").end(16);
            call.fence.advance(17);

            Eventually.holds("it was dropped", () -> call.meter.lateDropped.sum() == 1);
            assertThat(call.lines("final")).isEmpty();
        }
    }

    @Test
    void shouldForgetTheRecordingWhenTheUtteranceIsDropped() {
        try (call) {
            open(false).start(16).say("stop").cancel(16).start(32).say("yes").end(32);

            assertThat(call.result(32)).isEqualTo("final 32 yes");
            assertThat(service.forms).hasSize(1);
            assertThat(call.meter.cancelled.sum()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {503, 404})
    void shouldFailTheUtteranceWhenTheServiceRefuses(int status) {
        service.status = status;
        try (call) {
            open(false).start(16).say("yes").end(16);

            assertThat(call.result(16)).startsWith("failed 16 ").contains(String.valueOf(status));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"DROP", "NO_TEXT", "ERROR_EVENT"})
    void shouldFailTheUtteranceWhateverGoesWrong(Fault fault) {
        service.fault = fault;
        try (call) {
            open(false).start(16).say("yes please").end(16);

            assertThat(call.result(16)).startsWith("failed 16 ").doesNotContain(KEY);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"DROP", "NO_TEXT", "ERROR_EVENT"})
    void shouldFailTheUtteranceWhateverGoesWrongInAStream(Fault fault) {
        service.fault = fault;
        try (call) {
            open(true).start(16).say("yes please").end(16);

            assertThat(call.result(16)).startsWith("failed 16 ").doesNotContain(KEY);
        }
    }

    @Test
    void shouldBeWellAgainWhenTheServiceIs() {
        service.status = 500;
        try (call) {
            open(false).start(16).say("yes").end(16);
            assertThat(call.result(16)).startsWith("failed");
            service.status = 200;
            call.start(32).say("yes").end(32);

            assertThat(call.result(32)).isEqualTo("final 32 yes");
        }
    }

    @Test
    void shouldTryTheServiceWhenProbed() throws Exception {
        try (call) {
            open(false);
            EngineHealth well = engine(server.http("/v1"), KEY, false, 10_000, Deadlines.DEFAULT)
                    .probe()
                    .get(60, TimeUnit.SECONDS);
            EngineHealth refused = engine(server.http("/v1"), "sk-wrong-987654", true, 10_000, Deadlines.DEFAULT)
                    .probe()
                    .get(60, TimeUnit.SECONDS);

            assertThat(well.up()).isTrue();
            assertThat(refused.up()).isFalse();
            assertThat(refused.detail()).contains("engines.stt.key").doesNotContain("sk-wrong");
        }
    }

    @Test
    void shouldRefuseSettingsThatCannotWork() {
        assertThatThrownBy(() -> engine(server.http("/v1"), KEY, false, 0, Deadlines.DEFAULT))
                .hasMessageContaining("engines.stt.answer-timeout");
        assertThat(TranscriptionSettings.of(Altered.with(ServiceAccess.of("stt", KEY), "sampleRateHz", 16_000))
                        .toString())
                .doesNotContain(KEY);
        call.net.close();
        server.close();
    }
}
