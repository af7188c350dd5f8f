package io.sidetone.speech.deepgram;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.TestTime;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.ServiceAccess;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DeepgramRecognizerTest {
    private static final String KEY = "dg-0123456789";

    private final ListenService service = new ListenService(KEY);
    private final LoopbackServer server = LoopbackServer.open().socket("/v1/listen", service::accept);
    private final ListenCall call = new ListenCall(server);

    private DeepgramRecognizerSettings settings(WireEncoding encoding, int rateHz, int keepAliveMs, int finalizeMs) {
        return settings(encoding, rateHz, keepAliveMs, finalizeMs, finalizeMs);
    }

    private DeepgramRecognizerSettings settings(
            WireEncoding encoding, int rateHz, int keepAliveMs, int finalizeMs, int finalP99Ms) {
        return settings(
                Altered.with(ServiceAccess.of("stt", KEY), "url", server.ws("")),
                encoding,
                rateHz,
                keepAliveMs,
                finalizeMs,
                finalP99Ms);
    }

    private static DeepgramRecognizerSettings settings(
            ServiceAccess access, WireEncoding encoding, int rateHz, int keepAliveMs, int finalizeMs, int finalP99Ms) {
        return Altered.with(
                DeepgramRecognizerSettings.of(Altered.with(access, "sampleRateHz", rateHz)),
                "encoding",
                encoding,
                "keyterms",
                List.of("Sidetone", "ä b&c"),
                "keepAliveMs",
                keepAliveMs,
                "finalizeMs",
                finalizeMs,
                "finalP99Ms",
                finalP99Ms);
    }

    private DeepgramRecognizer engine(DeepgramRecognizerSettings settings) {
        return new DeepgramRecognizer(call.net, settings, call.meter, call.time::nanoTime);
    }

    private ListenCall open() {
        return call.open(engine(settings(WireEncoding.MULAW, 8_000, 4_000, 10_000)))
                .ready();
    }

    @Test
    void shouldTranscribeWhatWasSaidWhenAnUtteranceEnds() {
        try (call) {
            open().start(16).silence(500).say("book a");
            call.log().await("partial 16 book");
            call.say("table").silence(100).end(16);

            assertThat(call.result(16)).isEqualTo("final 16 book a table");
            assertThat(service.last().commands).containsExactly(DeepgramRecognizerSession.FINALIZE);
            assertThat(call.lines("partial")).isNotEmpty().allMatch(line -> line.matches("partial 16 book( a.*)?"));
        }
        assertThat(service.last().commands).endsWith(DeepgramRecognizerSession.CLOSE_STREAM);
    }

    @Test
    void shouldSayHowMuchOfTheSoundItsWordsLack() {
        try (call) {
            open().start(16).silence(100).say("yes").silence(440);
            call.log().await("partial 16 yes");
            Eventually.holds("the words cover all", () -> call.events.behindMs.contains(0));
            int told = call.events.behindMs.size();
            call.end(16);

            assertThat(call.result(16)).isEqualTo("final 16 yes");
            assertThat(call.events.behindMs)
                    .as("of what has ended, the words are final")
                    .hasSize(told);
        }
    }

    @Test
    void shouldAskForTheStreamAsTheServiceWantsIt() {
        try (call) {
            open();

            assertThat(service.asked.get(0).query())
                    .containsEntry("encoding", List.of("mulaw"))
                    .containsEntry("sample_rate", List.of("8000"))
                    .containsEntry("interim_results", List.of("true"))
                    .containsEntry("endpointing", List.of("300"))
                    .containsEntry("utterance_end_ms", List.of("1000"))
                    .containsEntry("vad_events", List.of("true"))
                    .containsEntry("keyterm", List.of("Sidetone", "ä b&c"));
        }
    }

    @Test
    void shouldSendPcmAtTheRateItWasToldWhenSetSo() {
        try (call) {
            call.open(engine(settings(WireEncoding.LINEAR16, 16_000, 4_000, 10_000)))
                    .ready()
                    .start(16)
                    .say("yes please")
                    .end(16);

            assertThat(call.result(16)).isEqualTo("final 16 yes please");
        }
    }

    @Test
    void shouldNotAskWhenTheServiceHeardThePauseAndTheRestIsSilence() {
        try (call) {
            open().start(16).say("yes").silence(400);
            call.log().await("partial 16 yes");
            Eventually.holds("the pause was told", () -> service.last().positionMs >= 600);
            call.silence(40).end(16);

            assertThat(call.result(16)).isEqualTo("final 16 yes");
            assertThat(call.meter.wholeAnswer.getTotalCount()).isEqualTo(1);
        }
    }

    @Test
    void shouldTellAllWordsWhenTheCallerGoesOnAfterAPause() {
        try (call) {
            open().start(16)
                    .say("book a table")
                    .silence(500)
                    .say("for two")
                    .silence(500)
                    .say("tonight")
                    .end(16);

            assertThat(call.result(16)).isEqualTo("final 16 book a table for two tonight");
            assertThat(call.lines("final")).hasSize(1);
        }
    }

    @Test
    void shouldGiveEachUtteranceItsOwnWordsWhenTheyFollowAtOnce() {
        service.delayMs = 60;
        try (call) {
            open().start(16)
                    .say("book a")
                    .end(16)
                    .start(32)
                    .say("table for")
                    .end(32)
                    .start(48)
                    .say("two")
                    .end(48);

            assertThat(call.result(48)).isEqualTo("final 48 two");
            assertThat(call.lines("final")).containsExactly("final 16 book a", "final 32 table for", "final 48 two");
        }
    }

    @Test
    void shouldNotLeakWordsOfADroppedUtteranceIntoTheNext() {
        service.delayMs = 80;
        service.answersFinalize = false;
        try (call) {
            open().start(16)
                    .say("stop no no")
                    .cancel(16)
                    .start(32)
                    .say("yes please")
                    .silence(400)
                    .end(32);

            assertThat(call.result(32)).isEqualTo("final 32 yes please");
            assertThat(call.lines("final 16")).isEmpty();
            assertThat(call.meter.cancelled.sum()).isEqualTo(1);
        }
    }

    @Test
    void shouldDropALateTranscriptWhenItsUtteranceWasCancelled() {
        service.delayMs = 150;
        try (call) {
            open().start(16).say("stop no").cancel(16);

            Eventually.holds("the late words were dropped", () -> call.meter.lateDropped.sum() > 0);
            assertThat(call.lines("final")).isEmpty();
            assertThat(call.lines("partial")).isEmpty();
        }
    }

    @Test
    void shouldPublishNothingWhenTheTurnIsFenced() {
        try (call) {
            open().start(16).say("stop");
            call.log().await("partial 16");
            call.fence.advance(17);
            call.end(16);

            Eventually.holds("the words were dropped", () -> call.meter.lateDropped.sum() > 0);
            assertThat(call.lines("final")).isEmpty();
        }
    }

    @Test
    void shouldUseWhatItHasWhenFinalizeIsNotAnswered() {
        service.answersFinalize = false;
        try (call) {
            call.open(engine(settings(WireEncoding.MULAW, 8_000, 4_000, 100))).ready();
            call.start(16).say("book a table");
            call.log().await("partial 16 book a table");
            call.end(16);

            assertThat(call.result(16)).isEqualTo("final 16 book a table");
        }
    }

    @Test
    void shouldWaitForLastWordsNoLongerThanTheServiceUsuallyTakes() {
        service.answersFinalize = false;
        try (call) {
            call.open(engine(settings(WireEncoding.MULAW, 8_000, 4_000, 10_000, 50)))
                    .ready();
            call.start(16).say("book a table");
            call.log().await("partial 16 book a table");
            long endedNs = TestTime.runNs();
            call.end(16);

            assertThat(call.result(16)).isEqualTo("final 16 book a table");
            assertThat(TestTime.runNs() - endedNs)
                    .isGreaterThanOrEqualTo(100_000_000L)
                    .isLessThan(10_000_000_000L);
        }
    }

    @Test
    void shouldAnswerNothingWhenALittleNoiseGotNoAnswer() {
        service.mute = true;
        try (call) {
            call.open(engine(settings(WireEncoding.MULAW, 8_000, 4_000, 60))).ready();
            call.start(16).silence(300).end(16);

            assertThat(call.result(16)).isEqualTo("final 16 ");
        }
    }

    @Test
    void shouldUnderstandFinalsWithoutTheirBooleans() {
        service.terse = true;
        try (call) {
            open().start(16).say("book a").silence(400).say("table").end(16);

            assertThat(call.result(16)).isEqualTo("final 16 book a table");
        }
    }

    @Test
    void shouldCountAWordOnceWhenFinalsComeTwice() {
        service.repeats = true;
        try (call) {
            open().start(16)
                    .say("book a")
                    .silence(400)
                    .say("table")
                    .end(16)
                    .start(32)
                    .say("yes")
                    .end(32);

            assertThat(call.result(32)).isEqualTo("final 32 yes");
            assertThat(call.result(16)).isEqualTo("final 16 book a table");
        }
    }

    /** The connection sends no pings: their answers need the machine's time, which does not pass here. */
    @Test
    void shouldStayAliveWhenNobodySpeaks() {
        ServiceAccess unwatched = Altered.with(
                ServiceAccess.of("stt", KEY), "url", server.ws(""), "deadlines", new Deadlines(3_000, 10_000, 0));
        try (call) {
            call.open(engine(settings(unwatched, WireEncoding.MULAW, 8_000, 4_000, 10_000, 10_000)))
                    .ready();
            for (int signs = 1; signs <= 6; signs++) {
                int count = signs;
                call.time.pass(4_000);
                Eventually.holds("a sign of life", () -> service.last().commands.size() == count);
            }
            call.start(16).say("yes").end(16);

            assertThat(call.result(16)).isEqualTo("final 16 yes");
            assertThat(service.last().commands.subList(0, 6)).containsOnly(DeepgramRecognizerSession.KEEP_ALIVE);
        }
    }

    @Test
    void shouldSaySoWhenAProbeFindsTheServiceWell() throws Exception {
        try (call) {
            open();
            EngineHealth result = engine(settings(WireEncoding.MULAW, 8_000, 4_000, 10_000))
                    .probe()
                    .get(60, TimeUnit.SECONDS);

            assertThat(result.up()).isTrue();
            assertThat(result.detail()).contains("nova-3");
        }
    }

    @Test
    void shouldNameTheRemedyWhenAProbeIsRefused() throws Exception {
        try (call) {
            open();
            ServiceAccess wrong = Altered.with(ServiceAccess.of("stt", "wrong-key-123"), "url", server.ws(""));
            EngineHealth result =
                    engine(DeepgramRecognizerSettings.of(wrong)).probe().get(60, TimeUnit.SECONDS);

            assertThat(result.up()).isFalse();
            assertThat(result.detail())
                    .contains("401")
                    .contains("engines.stt.key")
                    .doesNotContain("wrong-key-123");
        }
    }
}
